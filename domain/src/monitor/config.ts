import type { ParseFailure } from '../parse-failure.ts';
import { parseSchedule, type ScheduleInput } from '../schedule/parse-schedule.ts';
import type { MonitorRules } from './rules.ts';

/** Settings of a monitor that a job sends with its pings. Undefined settings keep their value. */
export interface MonitorConfig {
  readonly schedule: Pick<ScheduleInput, 'interval' | 'cron' | 'timezone' | 'graceDuration'>;
  readonly rules: Partial<Omit<MonitorRules, 'schedule'>>;
}

export type ConfiguredRules = { readonly ok: true; readonly rules: MonitorRules } | ParseFailure;

/** Applies the settings that a ping sent to the monitor's rules. Fails if the schedule is invalid. */
export function configureRules(rules: MonitorRules, config: MonitorConfig): ConfiguredRules {
  const { interval, cron, timezone, graceDuration } = config.schedule;
  const parsed = parseSchedule({
    type: cron === undefined ? 'interval' : 'cron',
    interval,
    cron,
    timezone: timezone ?? rules.schedule.timezone,
    graceDuration: graceDuration ?? rules.schedule.graceMs / 1000,
  });
  return parsed.ok
    ? { ok: true, rules: { ...rules, ...config.rules, schedule: parsed.schedule } }
    : { ok: false, message: parsed.problems.map(({ message }) => message).join(' ') };
}

/**
 * Whether two configurations have the same settings. Compares only top-level values, because every ping with settings calls this
 * function.
 */
export function isSameConfig(one: MonitorConfig, other: MonitorConfig): boolean {
  return (
    one === other ||
    (hasSameFields(one.schedule, other.schedule) &&
      hasSameFields(other.schedule, one.schedule) &&
      hasSameFields(one.rules, other.rules) &&
      hasSameFields(other.rules, one.rules))
  );
}

function hasSameFields<Fields extends object>(one: Fields, other: Fields): boolean {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}
