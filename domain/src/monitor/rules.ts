import type { MonitorKind } from '../checks/check-result.ts';
import type { PingFilter } from '../ping/ping-filter.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { HOUR_MS } from '../time-units.ts';

/** Settings of a monitor that determine when its job is expected and how runs are judged. */
export interface MonitorRules {
  readonly kind: MonitorKind;
  readonly schedule: Schedule;
  /** How long a run may stay open; null for the default, see {@link runLimitMs}. */
  readonly maxRunMs: number | null;
  readonly alertAfterFailures: number;
  readonly recoverAfterSuccesses: number;
  /** Whether a paused monitor stays paused when its job sends a ping. */
  readonly manualResume: boolean;
  /** Null if the monitor has no filter, so that each ping keeps its type. */
  readonly pingFilter: PingFilter | null;
}

export const RULES_DEFAULT: Omit<MonitorRules, 'schedule'> = {
  kind: 'cron',
  maxRunMs: null,
  alertAfterFailures: 1,
  recoverAfterSuccesses: 1,
  manualResume: true,
  pingFilter: null,
};

/** Whether Overdue checks the monitor's target itself. The other monitors wait for the pings of a job. */
export function isChecked({ kind }: Pick<MonitorRules, 'kind'>): boolean {
  return kind !== 'cron';
}

/** Returns the limit of a run: the configured limit, or else the default. */
export function runLimitMs(rules: MonitorRules): number {
  return rules.maxRunMs ?? defaultRunLimitMs(rules.schedule.graceMs);
}

/** Returns the default limit of a run: the grace period, but at least one hour. */
export function defaultRunLimitMs(graceMs: number): number {
  return Math.max(graceMs, HOUR_MS);
}
