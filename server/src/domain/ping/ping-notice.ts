import { maskPingIDs } from './ping.ts';

/** `warning`: a ping counted, but not all of it was understood. `unknown_call`: nothing was recorded. */
export const PING_NOTICE_KINDS = ['warning', 'unknown_call'] as const;
export type PingNoticeKind = (typeof PING_NOTICE_KINDS)[number];

/** Requests to a ping URL that somebody should look at. Of each kind a monitor has at most one, about the latest request. */
export interface PingNotice {
  readonly kind: PingNoticeKind;
  /** What was wrong with the latest request. */
  readonly message: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The sender of the latest request. */
  readonly remoteAddress: string;
}

/** How long a notice is shown after its latest request. */
export const NOTICE_MS = 30 * 86_400_000;
const MESSAGE_LENGTH_MAX = 500;
const PATH_LENGTH_MAX = 64;

/** The notices that are still shown at a time. */
export function noticesAt(notices: readonly PingNotice[], now: number): readonly PingNotice[] {
  return notices.length === 0 ? notices : notices.filter(({ lastAt }) => now < lastAt + NOTICE_MS);
}

/** Time until which {@link noticesAt} returns the same; infinite without notices. */
export function noticesUntil(notices: readonly PingNotice[], now: number): number {
  const ends = noticesAt(notices, now).map(({ lastAt }) => lastAt + NOTICE_MS);
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** Adds newer notices to older ones. A notice that was no longer shown starts anew. */
export function mergeNotices(
  notices: readonly PingNotice[],
  news: readonly PingNotice[],
): readonly PingNotice[] {
  return PING_NOTICE_KINDS.flatMap((kind) => {
    const all = [...notices, ...news].filter((notice) => notice.kind === kind);
    return all.length === 0 ? [] : [all.reduce(addNotice)];
  });
}

function addNotice(older: PingNotice, newer: PingNotice): PingNotice {
  if (newer.firstAt >= older.lastAt + NOTICE_MS) return newer;
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

/** A notice of one ping with warnings. */
export function warningNotice(warnings: readonly string[], { at, remoteAddress }: Sent): PingNotice {
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

/** A call of a ping URL with an unknown path after the ping ID. */
interface UnknownCall {
  readonly method: string;
  readonly pingKey: string;
  /** The path after the ping ID. */
  readonly rest: string;
}

/** Returns a notice of one call of a path that does not exist. People who may not see ping IDs read the notice too. */
export function unknownCallNotice(
  { method, pingKey, rest }: UnknownCall,
  { at, remoteAddress }: Sent,
): PingNotice {
  const path = maskPingIDs(rest, pingKey).replace(/[^\x21-\x7e]/g, '?');
  const shown = path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX)}…` : path;
  return {
    kind: 'unknown_call',
    message: `${method} ${shown} after the ping URL has no meaning. Nothing was recorded.`,
    count: 1,
    firstAt: at,
    lastAt: at,
    remoteAddress,
  };
}
