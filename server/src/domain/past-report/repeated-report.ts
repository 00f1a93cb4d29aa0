import type { Command } from '../decision/command.ts';
import type { Event, Ping } from '../event.ts';
import type { Run } from '../run.ts';
import { CLOCK_AHEAD_MS_MAX } from './reported-time.ts';

/** Parts of a ping's report that its event doesn't contain. */
export interface ReportContent {
  readonly exitStatus: number | null;
  /** The run's log; null without one. */
  readonly body: Uint8Array | null;
}

/** An event with the content of its ping. */
export interface RecordedReport extends ReportContent {
  readonly event: Event;
}

/** Criteria for events that may already have recorded a ping's report. */
export interface ReportKey {
  readonly runID: string;
  /** Reported time of the events to compare. */
  readonly happenedAt: number;
  /**
   * Number of the event that started or ended the run. This event may have been sent without a time. Null if the run has no such
   * event.
   */
  readonly number: number | null;
}

/** Returns the events to compare with a ping; null unless the ping has a time and a `rid`. `stored`: as for `decide`. */
export function reportKeyOf(command: Command, stored: readonly Run[]): ReportKey | null {
  if (command.kind !== 'ping' || command.rid === null || command.happenedAt === undefined) return null;
  const { type, rid: runID, happenedAt } = command;
  const run = stored.find((candidate) => candidate.runID === runID);
  return { runID, happenedAt, number: run === undefined ? null : numberOf(run, type) };
}

function numberOf({ startEvent, endEvent }: Run, type: Ping['type']): number | null {
  if (type === 'log' || type === 'ignored') return null;
  return type === 'start' ? startEvent : endEvent;
}

/**
 * Rule 18. Returns the event that already recorded a ping's report; null if there is none. A ping with such an event doesn't
 * count. `candidates`: at least the events that match the key.
 */
export function findRecorded(
  { type }: Ping,
  {
    key,
    content,
    candidates,
  }: {
    readonly key: ReportKey;
    readonly content: ReportContent;
    readonly candidates: readonly RecordedReport[];
  },
): Event | null {
  const same = candidates.find(
    ({ event, exitStatus, body }) =>
      event.runID === key.runID &&
      event.type === type &&
      exitStatus === content.exitStatus &&
      isSameTime(event, key) &&
      isSameLog(content.body, body),
  );
  return same?.event ?? null;
}

/**
 * Compares the times of two reports. If the first attempt was sent without a time, its arrival time is compared with a tolerance,
 * because our clock and the clock of the job's host differ.
 */
function isSameTime({ number, at, happenedAt }: Event, key: ReportKey): boolean {
  if (happenedAt < at) return happenedAt === key.happenedAt;
  return number === key.number && Math.abs(at - key.happenedAt) <= CLOCK_AHEAD_MS_MAX;
}

/** Accepts a repeated report without the log, because the client may have lacked the space to keep the log. */
function isSameLog(sent: Uint8Array | null, recorded: Uint8Array | null): boolean {
  if (sent === null || sent.byteLength === 0) return true;
  return recorded !== null && Buffer.compare(sent, recorded) === 0;
}
