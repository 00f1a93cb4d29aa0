import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import type { Schedule } from '@overdue/sdk';

/** Preferred number of runs to show. The zoom level shows at least half as many, if any level does. */
const RUNS_SHOWN = 36;
const SPANS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const;

export function usualSpan(schedule: Pick<Schedule, 'type' | 'interval' | 'cron' | 'onCalendar'>): number {
  const gap = gapOf(schedule);
  return SPANS.find((span) => span >= (gap * RUNS_SHOWN) / 2) ?? 30 * DAY_MS;
}

function gapOf({ type, interval, cron, onCalendar }: Parameters<typeof usualSpan>[0]): number {
  if (type === 'interval') return interval * 1000;
  return type === 'cron' ? cronGap(cron) : onCalendarGap(onCalendar);
}

/**
 * Estimates the time between runs from the first expression. Returns one day for schedules that run less than daily.
 */
function onCalendarGap(expressions: string): number {
  const [first = ''] = expressions.toLowerCase().split('\n');
  const words = first.replace('minutely', '*:*').replace('hourly', '*:0').split(' ');
  const isEveryDay = words.every((word) => word.includes(':') || !/\d$/.test(word));
  const time = isEveryDay ? words.find((word) => word.includes(':')) : undefined;
  const [hour = '', minute = ''] = (time ?? '0:0').replaceAll('..', '-').split(':');
  return DAY_MS / (timesOf(hour, 24) * timesOf(minute, 60));
}

/** Estimates the time between runs. The estimate is precise enough to choose a zoom level. */
function cronGap(expression: string): number {
  const fields = expression.trim().split(/\s+/);
  if (fields.length < 5) return expression === '@hourly' ? HOUR_MS : DAY_MS;
  const [minute = '*', hour = '*', day = '*', , weekday = '*'] = fields.length > 5 ? fields.slice(1) : fields;
  if (day !== '*' && day !== '?' && !day.startsWith('*/')) return 30 * DAY_MS;
  if (weekday !== '*' && weekday !== '?' && timesOf(weekday, 7) === 1) return 7 * DAY_MS;
  return DAY_MS / (timesOf(hour, 24) * timesOf(minute, 60));
}

/** Counts how often a field matches in one cycle. */
function timesOf(field: string, cycle: number): number {
  const times = field.split(',').reduce((sum, part) => {
    const [range = '*', step] = part.split('/');
    const [low = 0, high] = range.split('-').map(Number);
    const length =
      range === '*' ? cycle : high === undefined ? (step === undefined ? 1 : cycle - low) : high - low + 1;
    return (
      sum +
      Math.max(1, Math.floor((Number.isFinite(length) ? length : 1) / Math.max(1, Number(step ?? 1) || 1)))
    );
  }, 0);
  return Math.min(cycle, Math.max(1, times));
}
