import { type ScheduleInput, typeGiven } from './parse-schedule.ts';
import type { Schedule } from './schedule.ts';

/**
 * Merges an edit into a schedule. If the edit contains the field of another schedule type, changes the type and drops the field
 * of the old type.
 */
export function mergeSchedule(current: Schedule, edit: ScheduleInput): ScheduleInput {
  const type = edit.type ?? typeGiven(edit) ?? current.type;
  const kept = type === current.type ? current : null;
  return {
    type,
    interval: edit.interval ?? (kept?.type === 'interval' ? kept.intervalMs / 1000 : undefined),
    cron: edit.cron ?? (kept?.type === 'cron' ? kept.cron : undefined),
    onCalendar: edit.onCalendar ?? (kept?.type === 'oncalendar' ? kept.onCalendar : undefined),
    timezone: edit.timezone ?? current.timezone,
    graceDuration: edit.graceDuration ?? current.graceMs / 1000,
  };
}
