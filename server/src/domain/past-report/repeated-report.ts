import type { Command } from '../command.ts';
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

/** Events that may have recorded the report of a ping already. */
export interface ReportKey {
  readonly runID: string;
  /** Time that those events reported. */
  readonly happenedAt: number;
  /** Number of the event that started or ended the run, which may have come without a time; null if there is none. */
  readonly number: number | null;
}

/** Returns the events to compare with a ping; null unless the ping has a time and a `rid`. `stored`: as for `decide`. */
export function reportKeyOf(command: Command, stored: readonly Run[]): ReportKey | null {
  if (command.kind !== 'ping' || command.rid === null || command.happenedAt === undefined) return null;
  const { type, rid: runID, happenedAt } = command;
  const run = stored.find((one) => one.runID === runID);
  return { runID, happenedAt, number: run === undefined ? null : numberOf(run, type) };
}

function numberOf({ startEvent, endEvent }: Run, type: Ping['type']): number | null {
  if (type === 'log' || type === 'ignored') return null;
  return type === 'start' ? startEvent : endEvent;
}

/**
 * Rule 18. Returns the event that has recorded the same report as a ping, which then counts no more. Null if there is none.
 * `candidates`: at least the events of the key.
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

/** The first attempt to send a report may have come without its time, by a clock that differs from that of the job's host. */
function isSameTime({ number, at, happenedAt }: Event, key: ReportKey): boolean {
  if (happenedAt < at) return happenedAt === key.happenedAt;
  return number === key.number && Math.abs(at - key.happenedAt) <= CLOCK_AHEAD_MS_MAX;
}

/** A client may have had no room to keep the log. */
function isSameLog(sent: Uint8Array | null, recorded: Uint8Array | null): boolean {
  if (sent === null || sent.byteLength === 0) return true;
  return recorded !== null && Buffer.compare(sent, recorded) === 0;
}
