/** A period in which pings could not be received. Epoch milliseconds, both ends included. */
export interface BlindWindow {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Team whose pings were refused. Absent if the whole service was blind. */
  readonly teamID?: string;
  /** Absent for a blind window. A brief gap hides no occurrences; it only postpones verdicts. */
  readonly brief?: BriefGap;
}

/**
 * Kinds of gaps that only postpone verdicts. `restart`: no pings were accepted for at most 5 s, because the process restarted or
 * could not store pings. `stall`: the process stood still, but the system queued its connections.
 */
export type BriefGap = 'restart' | 'stall';

/** Maximum blind windows, and maximum brief gaps, that the verdicts of a team consider. Older windows are settled. */
export const BLIND_WINDOWS_MAX = 1000;

/** Minimum gap between watched times that counts as a blind window. */
export const BLIND_AFTER_MS = 5000;

/**
 * Minimum gap of a quick restart. A gap before a process start counts as a quick restart if the gap is at least this long and at
 * most {@link BLIND_AFTER_MS}. A longer gap is a blind window.
 */
const RESTART_MIN_MS = 300;
/** How long after a quick restart nothing is judged, so that jobs can retry. */
export const RETRY_AFTER_RESTART_MS = 5000;

/** Longest stall whose queued pings count as received. A longer stall is a blind window, because clients may have given up. */
export const STALL_MS_MAX = 30_000;
/** How long after a stall nothing is judged, so that pings that need several reads are stored. */
export const READ_AFTER_STALL_MS = 1000;
/** How long after a brief gap nothing is judged. */
const POSTPONES_MS: Readonly<Record<BriefGap, number>> = {
  restart: RETRY_AFTER_RESTART_MS,
  stall: READ_AFTER_STALL_MS,
};
/** Maximum time by which consecutive stalls postpone a verdict. A run missed during repeated stalls is noticed after this time. */
const STALLS_POSTPONE_MS_MAX = STALL_MS_MAX + READ_AFTER_STALL_MS;

/** Longest chain of brief gaps that only postpones verdicts. A longer chain counts as one blind window. */
const CHAIN_MS_MAX = 60_000;
/** Maximum gaps of such a chain. Fewer than the gaps that verdicts consider, so that no verdict misses the start of a chain. */
const CHAIN_GAPS_MAX = 500;

/** A period in which a process was awake and able to receive pings. Epoch milliseconds. */
export interface WatchedTime {
  readonly since: number;
  /** End of the period, usually now. Equal to `since` if the process has just started. */
  readonly at: number;
  /** True if the period had already ended when the process recorded it, because the process was suspended before. */
  readonly isPast?: boolean;
}

/**
 * Extends the watched time by a process's presence record, and returns the gap before the record, if any. A process that has just started
 * leaves a gap of at most 5 seconds open, so that repeated quick restarts add up to one gap. A `watchedUntil` far in the future comes from a wrong
 * clock and is replaced.
 */
export function extendWatched(
  watchedUntil: number,
  { since, at, isPast = false }: WatchedTime,
): { readonly watchedUntil: number; readonly gap: Omit<BlindWindow, 'id'> | null } {
  if (since - watchedUntil > BLIND_AFTER_MS)
    return { watchedUntil: at, gap: { from: watchedUntil, to: since } };
  if (at === since && since - watchedUntil > RESTART_MIN_MS)
    return { watchedUntil, gap: { from: watchedUntil, to: since, brief: 'restart' } };
  const isAhead = watchedUntil > at && (isPast || watchedUntil - at <= BLIND_AFTER_MS);
  return { watchedUntil: isAhead || at === since ? watchedUntil : at, gap: null };
}

/**
 * Returns the gap to record. A quick restart that begins while an earlier brief gap still postpones verdicts continues a chain. A
 * chain over {@link CHAIN_MS_MAX} or {@link CHAIN_GAPS_MAX} becomes one blind window, so that repeated quick restarts neither
 * postpone verdicts for ever nor make runs missed whose reports they refused. `earlier`: recorded windows that concern the gap's
 * team, oldest first.
 */
export function boundChain(
  gap: Omit<BlindWindow, 'id'>,
  earlier: readonly BlindWindow[],
): Omit<BlindWindow, 'id'> {
  if (gap.brief !== 'restart') return gap;
  const { brief: _brief, ...blind } = gap;
  let { from } = gap;
  let linkedFrom = gap.from;
  let count = 1;
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const window = earlier[index];
    // A window after the gap was recorded before the clock was set back.
    if (window?.brief === undefined || window.from > gap.to) break;
    if (window.to + POSTPONES_MS[window.brief] < linkedFrom) break;
    linkedFrom = Math.min(linkedFrom, window.from);
    // The system queues the pings of a stall, so a stall continues a chain and doesn't begin one.
    if (window.brief === 'restart') from = Math.min(from, window.from);
    count += 1;
    if (gap.to - from > CHAIN_MS_MAX || count > CHAIN_GAPS_MAX) return { ...blind, from };
  }
  return gap;
}

/** Returns the windows that concern a monitor of the team; for null, the windows of the whole service. */
export type WindowsOf = (teamID: string | null) => readonly BlindWindow[];

/** Divides windows by team. Costs little for a team without windows of its own. */
export function windowsByTeam(windows: readonly BlindWindow[]): WindowsOf {
  const shared = windows.filter(({ teamID }) => teamID === undefined);
  const teams = new Set(windows.map(({ teamID }) => teamID));
  const known = new Map<string, readonly BlindWindow[]>();
  return (teamID) => {
    if (teamID === null || !teams.has(teamID)) return shared;
    const found = known.get(teamID);
    if (found !== undefined) return found;
    const concerned = windows.filter((window) => window.teamID === undefined || window.teamID === teamID);
    known.set(teamID, concerned);
    return concerned;
  };
}

function contains(window: BlindWindow, at: number): boolean {
  return at >= window.from && at <= window.to;
}

/** Returns when a deadline is judged. Brief gaps postpone the verdict, so that a retry or a queued ping arrives first. */
export function judgingTimeOf(windows: readonly BlindWindow[], dueAt: number): number {
  return postponedTimes(windows, dueAt).at(-1) ?? dueAt;
}

/** Returns a brief gap that postpones the verdict of a deadline; undefined if none does. */
export function postponingGap(windows: readonly BlindWindow[], dueAt: number): BlindWindow | undefined {
  return windows.find((window) => window.brief !== undefined && judgingTimeOf([window], dueAt) > dueAt);
}

/** Returns the deadline, and each later time to which a brief gap postpones its verdict. */
function postponedTimes(windows: readonly BlindWindow[], dueAt: number): readonly number[] {
  const times = [dueAt];
  let at = dueAt;
  let stallsSince = dueAt;
  for (let isPostponed = true; isPostponed; ) {
    isPostponed = false;
    // Repeats, because windows are out of order if the clock was set back.
    for (const { from, to, brief } of windows) {
      if (brief === undefined || at < from) continue;
      const judgedAt = to + POSTPONES_MS[brief];
      const until = brief === 'restart' ? judgedAt : Math.min(judgedAt, stallsSince + STALLS_POSTPONE_MS_MAX);
      if (at >= until) continue;
      at = until;
      if (brief === 'restart') stallsSince = until;
      times.push(at);
      isPostponed = true;
    }
  }
  return times;
}

/** An occurrence is unknown if the service was blind for at least 1/BLIND_PART of the time until its deadline. */
const BLIND_PART = 10;

/**
 * Returns the window that made an occurrence unknown: the service was blind at the occurrence, at its deadline, at a time to which
 * the verdict was postponed, or for a total of a tenth of the time until the deadline. If only several windows together reach the
 * tenth, returns the window that reached it.
 */
export function windowOverOccurrence(
  windows: readonly BlindWindow[],
  expectedAt: number,
  deadlineAt: number,
): BlindWindow | undefined {
  const times = [expectedAt, ...postponedTimes(windows, deadlineAt)];
  let blindMs = 0;
  let countedUntil = expectedAt;
  return windows.find((window) => {
    if (window.brief !== undefined) return false;
    if (times.some((at) => contains(window, at))) return true;
    if (window.to < expectedAt || window.from > deadlineAt) return false;
    // Counts overlapping windows once. Windows can overlap if the clock was set back.
    blindMs += Math.max(0, window.to - Math.max(window.from, countedUntil));
    countedUntil = Math.max(countedUntil, window.to);
    return blindMs > 0 && blindMs * BLIND_PART >= deadlineAt - expectedAt;
  });
}

/**
 * Returns the window that may have hidden the next run of an interval before its expected time. A ping may have waited in the queue
 * of the system. A report dated inside a gap may therefore have been sent as early as the start of the gap, and the next run was
 * due as early as one interval later. `reportedAt`: date of the last report.
 */
export function windowOverEarlyRun(
  windows: readonly BlindWindow[],
  reportedAt: number,
  intervalMs: number,
): BlindWindow | undefined {
  const gaps = windows.filter((window) => window.brief !== 'restart' && contains(window, reportedAt));
  const sentAt = Math.min(reportedAt, ...gaps.map(({ from }) => from));
  return windows.find(
    // A gap over the report hides no later run, because what the system queued during the gap was read.
    ({ from, to, brief }) =>
      brief === undefined &&
      from >= reportedAt &&
      from <= reportedAt + intervalMs &&
      to >= sentAt + intervalMs,
  );
}

/** Returns the window that may have hidden the end of a run: the window overlaps the time until the run's limit is judged. */
export function windowOverRun(
  windows: readonly BlindWindow[],
  startedAt: number,
  limitAt: number,
): BlindWindow | undefined {
  const judgedAt = judgingTimeOf(windows, limitAt);
  return windows.find(
    (window) => window.brief === undefined && startedAt <= window.to && judgedAt >= window.from,
  );
}

/** Returns the brief gaps that a time lies in. A ping that arrives in one of them may have waited in the queue of the system. */
export function briefGapsAt(windows: readonly BlindWindow[], at: number): readonly BlindWindow[] {
  return windows.filter((window) => window.brief !== undefined && contains(window, at));
}
