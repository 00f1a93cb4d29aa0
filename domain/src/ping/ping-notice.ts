import { maskPingIDs } from './ping.ts';

/** `warning`: the ping counted, but part of it was ignored. `unknown_call`: nothing was recorded. */
export const PING_NOTICE_KINDS = ['warning', 'unknown_call'] as const;
export type PingNoticeKind = (typeof PING_NOTICE_KINDS)[number];

/**
 * Notice about requests to a ping URL that need attention. A monitor has at most one notice of each kind, which describes the
 * latest request.
 */
export interface PingNotice {
  readonly kind: PingNoticeKind;
  readonly message: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly remoteAddress: string;
}

/** How long a notice is shown after its latest request. */
export const PING_NOTICE_MS = 30 * 86_400_000;
const MESSAGE_LENGTH_MAX = 500;
const PATH_LENGTH_MAX = 64;

export function pingNoticesAt(notices: readonly PingNotice[], now: number): readonly PingNotice[] {
  return notices.length === 0 ? notices : notices.filter(({ lastAt }) => now < lastAt + PING_NOTICE_MS);
}

/** Returns the time until which {@link pingNoticesAt} returns the same notices; infinite if there are none. */
export function pingNoticesUntil(notices: readonly PingNotice[], now: number): number {
  const ends = pingNoticesAt(notices, now).map(({ lastAt }) => lastAt + PING_NOTICE_MS);
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** Merges newer notices into older notices. An expired notice is replaced, not merged. */
export function mergePingNotices(
  notices: readonly PingNotice[],
  newer: readonly PingNotice[],
): readonly PingNotice[] {
  return PING_NOTICE_KINDS.flatMap((kind) => {
    const ofKind = [...notices, ...newer].filter((notice) => notice.kind === kind);
    return ofKind.length === 0 ? [] : [ofKind.reduce(addPingNotice)];
  });
}

function addPingNotice(older: PingNotice, newer: PingNotice): PingNotice {
  if (newer.firstAt >= older.lastAt + PING_NOTICE_MS) return newer;
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

export function countedPingNotice(warnings: readonly string[], { at, remoteAddress }: Sent): PingNotice {
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

/** Creates the notice for a request to an unknown path. Masks ping IDs, because not every team member may see them. */
export function unknownCallNotice(
  { method, normalizedPingID, rest }: UnknownCall,
  { at, remoteAddress }: Sent,
): PingNotice {
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
