import type { Share } from '@overdue/domain/access/share.ts';
import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import { deadlineAt } from '@overdue/domain/monitor/state.ts';
import { occurrenceAfter } from '@overdue/domain/schedule/occurrences.ts';
import { summarize } from '@overdue/domain/schedule/summary.ts';
import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { Calendar, CalendarEvent } from '../on-call/icalendar.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import { maintenanceAhead } from './maintenance-ahead.ts';

const AHEAD_MS = 30 * DAY_MS;
/**
 * Maximum runs per day for which a job gets one entry per run. A more frequent job gets one entry per day, because tens of
 * thousands of entries are unreadable.
 */
const RUNS_PER_DAY_MAX = 24;
const RUNS_PER_MONTH_MAX = 31 * RUNS_PER_DAY_MAX;
/** Maximum runs in a calendar, in addition to maintenance. */
const RUN_ENTRIES_MAX = 20_000;
/** Minimum length of an entry. Few calendar programs can show shorter entries. */
const LENGTH_MS_MIN = 5 * 60_000;

/** Returns the maintenance and the runs of the next 30 days. A run lasts as long as its grace period. `host` makes IDs unique. */
export async function calendarOf(
  { title }: Pick<Share, 'title'>,
  monitors: readonly MonitorRecord[],
  {
    windows,
    now,
    host,
  }: { readonly windows: readonly MaintenanceWindow[]; readonly now: number; readonly host: string },
): Promise<Calendar> {
  // Rounded to the hour, so that the response stays the same until something changes.
  const asOf = Math.floor(now / HOUR_MS) * HOUR_MS;
  const to = asOf + AHEAD_MS;
  const runs: CalendarEvent[] = [];
  for (const monitor of monitors) {
    const events = runsOf(monitor, { asOf, to, host });
    if (runs.length + events.length > RUN_ENTRIES_MAX) break;
    runs.push(...events);
    await yieldToPings();
  }
  const maintenance = maintenanceAhead(windows, monitors, { from: asOf, to }).map(
    (time): CalendarEvent => ({
      uid: `maintenance-${time.shortID}-${time.from}@${host}`,
      summary: `Maintenance: ${time.name}`,
      description: `For ${time.monitors.length === 1 ? time.monitors[0]?.details.name : `${time.monitors.length} jobs`}. No alerts are sent.`,
      categories: 'Maintenance',
      when: { type: 'span', from: time.from, to: time.to },
    }),
  );
  return { name: title, asOf, events: [...runs, ...maintenance] };
}

function runsOf(
  monitor: MonitorRecord,
  { asOf, to, host }: { readonly asOf: number; readonly to: number; readonly host: string },
): CalendarEvent[] {
  const { shortID, details, rules, state } = monitor;
  const first = state.nextExpectedAt;
  if (state.paused || first === null) return [];
  const { schedule } = rules;
  const graceMs = (deadlineAt(monitor) ?? first) - first;
  const summary = summarize(schedule);
  const event = (id: string, when: CalendarEvent['when'], description: string): CalendarEvent => ({
    uid: `${shortID}-${id}@${host}`,
    summary: details.name,
    description,
    categories: 'Expected run',
    when,
  });
  const times: number[] = [];
  let isFrequent = false;
  for (let at = first; at < to && !isFrequent; at = occurrenceAfter(schedule, at)) {
    times.push(at);
    isFrequent = times.length > (at < first + DAY_MS ? RUNS_PER_DAY_MAX : RUNS_PER_MONTH_MAX);
  }
  if (isFrequent) {
    const days = Array.from({ length: AHEAD_MS / DAY_MS }, (_, index) => asOf + index * DAY_MS);
    return days.map((at) => event(String(Math.floor(at / DAY_MS)), { type: 'day', at }, `${summary}.`));
  }
  const lengthMs = Math.min(Math.max(graceMs, LENGTH_MS_MIN), DAY_MS);
  return times
    .filter((at) => at + lengthMs > asOf)
    .map((at) => event(String(at), { type: 'span', from: at, to: at + lengthMs }, `${summary}.`));
}
