import type { Run } from '../monitor/run.ts';
import type { Event, Ping } from '../ping/event.ts';
import { CLOCK_AHEAD_MS_MAX } from '../ping/reported-time.ts';
import type { Command } from './command.ts';

/** Parts of a ping's report that its event doesn't contain. */
interface ReportContent {
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
   * Number of the event that started or ended the run. The ping of this event may have had no time. Null if the run has no such
   * event.
   */
  readonly number: number | null;
}

/**
 * Returns the criteria for events to compare with a ping; null unless the ping has a time and a `rid`. `stored`: the runs that
 * are passed to `decide`.
 */
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
 * Rule 18. Returns the event that already recorded a ping's report; null if there is none. If an event is returned, the ping is a
 * repeat and doesn't count. `candidates`: at least the events that match the key.
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
 * Whether a recorded event has the time of a repeated report. If the event's ping was sent without a time, compares the arrival
 * time with a tolerance, because our clock and the clock of the job's host differ.
 */
function isSameTime({ number, at, happenedAt }: Event, key: ReportKey): boolean {
  if (happenedAt < at) return happenedAt === key.happenedAt;
  return number === key.number && Math.abs(at - key.happenedAt) <= CLOCK_AHEAD_MS_MAX;
}

/**
 * Whether two reports have the same log. A repeated report without a log also matches, because the client may have had no space
 * to store the log.
 */
function isSameLog(sent: Uint8Array | null, recorded: Uint8Array | null): boolean {
  if (sent === null || sent.byteLength === 0) return true;
  return recorded !== null && Buffer.compare(sent, recorded) === 0;
}
