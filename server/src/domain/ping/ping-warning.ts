import { maskPingIDs } from './ping.ts';

/** `warning`: the ping counted, but part of it was ignored. `unknown_call`: nothing was recorded. */
export const PING_WARNING_KINDS = ['warning', 'unknown_call'] as const;
export type PingWarningKind = (typeof PING_WARNING_KINDS)[number];

/** Requests to a ping URL that need attention. A monitor has at most one warning of each kind, about the latest request. */
export interface PingWarning {
  readonly kind: PingWarningKind;
  readonly message: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly remoteAddress: string;
}

/** How long a warning is shown after its latest request. */
export const PING_WARNING_MS = 30 * 86_400_000;
const MESSAGE_LENGTH_MAX = 500;
const PATH_LENGTH_MAX = 64;

export function pingWarningsAt(warnings: readonly PingWarning[], now: number): readonly PingWarning[] {
  return warnings.length === 0 ? warnings : warnings.filter(({ lastAt }) => now < lastAt + PING_WARNING_MS);
}

/** Returns the time until which {@link pingWarningsAt} returns the same warnings; infinite if there are none. */
export function pingWarningsUntil(warnings: readonly PingWarning[], now: number): number {
  const ends = pingWarningsAt(warnings, now).map(({ lastAt }) => lastAt + PING_WARNING_MS);
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** Merges newer warnings into older warnings. An expired warning is replaced, not merged. */
export function mergePingWarnings(
  warnings: readonly PingWarning[],
  newer: readonly PingWarning[],
): readonly PingWarning[] {
  return PING_WARNING_KINDS.flatMap((kind) => {
    const all = [...warnings, ...newer].filter((warning) => warning.kind === kind);
    return all.length === 0 ? [] : [all.reduce(addPingWarning)];
  });
}

function addPingWarning(older: PingWarning, newer: PingWarning): PingWarning {
  if (newer.firstAt >= older.lastAt + PING_WARNING_MS) return newer;
  const latest = newer.lastAt >= older.lastAt ? newer : older;
  return {
    ...latest,
    count: older.count + newer.count,
    firstAt: Math.min(older.firstAt, newer.firstAt),
  };
}

interface Sent {
  readonly at: number;
  readonly remoteAddress: string;
}

export function countedPingWarning(warnings: readonly string[], { at, remoteAddress }: Sent): PingWarning {
  const message = warnings.join(' ');
  return {
    kind: 'warning',
    message: message.length > MESSAGE_LENGTH_MAX ? `${message.slice(0, MESSAGE_LENGTH_MAX)}…` : message,
    count: 1,
    firstAt: at,
    lastAt: at,
    remoteAddress,
  };
}

interface UnknownCall {
  readonly method: string;
  readonly normalizedPingID: string;
  readonly rest: string;
}

/** Creates the warning for a request to an unknown path. Masks ping IDs, because not every team member may see them. */
export function unknownCallWarning(
  { method, normalizedPingID, rest }: UnknownCall,
  { at, remoteAddress }: Sent,
): PingWarning {
  const path = maskPingIDs(rest, normalizedPingID).replace(/[^\x21-\x7e]/g, '?');
  const shown = path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX)}…` : path;
  return {
    kind: 'unknown_call',
    message: `${method} ${shown} after the ping URL is not an endpoint. Nothing was recorded.`,
    count: 1,
    firstAt: at,
    lastAt: at,
    remoteAddress,
  };
}
