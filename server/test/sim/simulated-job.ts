import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import type { MonitorRecord } from '../../src/database/records.ts';

/** One ping from the perspective of its sender. */
export interface SentPing {
  /** Unique name of the ping, sent as the user agent. */
  readonly token: string;
  readonly type: PingType;
  readonly rid: string | null;
  readonly at: number;
  /** Node that received the ping. */
  readonly node: string;
  /** `lost`: the process died before it responded, so the outcome is unknown. */
  outcome: 'waiting' | 'acknowledged' | 'refused' | 'lost';
  /** Number of the event; null if the ping wasn't acknowledged, or was acknowledged from a spool. */
  number: number | null;
  runID: string | null;
}

/** A period in which the rules of a monitor didn't change. `rules` is null if the rules are unknown. */
export interface RulesPeriod {
  readonly from: number;
  readonly to: number;
  readonly rules: MonitorRules | null;
}

/** How a job reports: start and end with a rid, start and end without one, or a single ping for each run. */
export type ReportingStyle = 'rid' | 'plain' | 'single';

/** One monitor from the perspective of its clients. */
export interface SimulatedJob {
  readonly record: MonitorRecord;
  readonly style: ReportingStyle;
  /** Pings in the order of sending. */
  readonly sent: SentPing[];
  /** True end of each run, by rid. */
  readonly trueEnds: Map<string, 'end' | 'fail' | 'open'>;
  readonly rulesPeriods: RulesPeriod[];
  /** Current rules; null while the monitor is paused or the rules are unknown. */
  rules: MonitorRules | null;
  rulesSince: number;
  isDeleted: boolean;
}

export function changeRules(known: SimulatedJob, rules: MonitorRules | null, at: number): void {
  known.rulesPeriods.push({ from: known.rulesSince, to: at, rules: known.rules });
  known.rules = rules;
  known.rulesSince = at;
}
