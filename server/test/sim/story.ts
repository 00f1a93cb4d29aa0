import type { Rules } from '../../src/domain/monitor.ts';
import type { PingType } from '../../src/domain/ping/ping.ts';
import type { MonitorRecord } from '../../src/store/records.ts';

/** One ping as its sender knows it. */
export interface Sent {
  /** Unique name, sent as the user agent. */
  readonly token: string;
  readonly type: PingType;
  readonly rid: string | null;
  readonly at: number;
  /** Recipient of the ping. */
  readonly node: string;
  /** `lost`: the process died before it answered, so the outcome is unknown. */
  outcome: 'waiting' | 'acknowledged' | 'refused' | 'lost';
  /** Also null for a ping acknowledged from a spool. */
  number: number | null;
  runID: string | null;
}

/** A period without changes to a monitor's rules, with these rules; null if they are unknown. */
export interface Epoch {
  readonly from: number;
  readonly to: number;
  readonly rules: Rules | null;
}

/** Whether the job sends a rid with start and end, neither, or a single ping for each run. */
export type Manner = 'rid' | 'plain' | 'single';

/** One monitor as its clients know it. */
export interface Known {
  readonly record: MonitorRecord;
  readonly manner: Manner;
  /** In the order of sending. */
  readonly sent: Sent[];
  /** True end of each run, by its rid. */
  readonly truths: Map<string, 'end' | 'fail' | 'open'>;
  readonly epochs: Epoch[];
  /** The rules in force; null while paused or not known. */
  rules: Rules | null;
  rulesSince: number;
  isDeleted: boolean;
}

export function changeRules(known: Known, rules: Rules | null, at: number): void {
  known.epochs.push({ from: known.rulesSince, to: at, rules: known.rules });
  known.rules = rules;
  known.rulesSince = at;
}
