import type { RunDay } from '@overdue/sdk';
import { formatShare } from '../../data/runs/run-share.ts';
import { formatMs } from '../../time/format-duration.ts';
import { pluralize } from '../../time/words.ts';
import { formatter } from '../../time/zone.ts';
import { countJudgedOn } from './day-outcome.ts';

export const words = {
  title: 'Year',
  keys: 'Arrow keys move by day and week. Home and End go to the first and the last day. Enter opens the day.',
  asTable: 'List of days',
  table: 'Days with runs or downtime, newest first',
  weekdays: ['Mon', '', 'Wed', '', 'Fri', '', ''],
  columns: {
    day: 'Day',
    share: 'Success',
    succeeded: 'Succeeded',
    failed: 'Failed',
    missed: 'Missed',
    late: 'Late',
    unknown: 'Unknown',
    down: 'Down for',
  },
  none: 'No runs in the past year',
  noneHint: 'Each day gets a square once runs are reported.',
  truncated: 'The year has too many runs to count. Only the newest are shown.',
  legend: 'Legend of the year',
  outcomes: {
    none: 'No runs',
    good: 'All succeeded',
    late: 'Some late',
    few: 'Very few failed or missed',
    some: 'Some failed or missed',
    all: 'All failed or missed',
    unknown: 'Unknown',
  },
  noRuns: 'no runs',
  nothing: '–',
} as const;

export function writeDay(day: RunDay, zone: string): string {
  return formatter(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
    .format(Date.parse(day.from))
    .replace(',', '');
}

/** Returns the outcome of a day in words: `23 of 24 runs succeeded, 1 failed, 2 late, down for 15 min`. */
export function describeDay(day: RunDay): string {
  const judged = countJudgedOn(day);
  const parts = [
    judged === 0 ? '' : `${day.succeeded.toLocaleString('en')} of ${pluralize(judged, 'run')} succeeded`,
    part(day.failed, 'failed'),
    part(day.missed, 'missed'),
    part(day.late, 'late'),
    part(day.unknown, 'unknown'),
    day.incidents === 0 ? '' : `${pluralize(day.incidents, 'incident')} opened`,
    day.downSeconds === 0 ? '' : `down for ${formatMs(day.downSeconds * 1000)}`,
  ].filter((text) => text !== '');
  return parts.length === 0 ? words.noRuns : parts.join(', ');
}

/** Returns the year in one sentence. */
export function describeYear(days: readonly RunDay[]): string {
  const sum = (of: (day: RunDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const judged = sum(countJudgedOn);
  const bad = days.filter(({ failed, missed }) => failed + missed > 0).length;
  const downMs = sum(({ downSeconds }) => downSeconds) * 1000;
  if (judged === 0 && downMs === 0) return words.none;
  const share = formatShare(sum(({ succeeded }) => succeeded) / Math.max(1, judged));
  return [
    judged === 0 ? '' : `${share} of ${pluralize(judged, 'run')} succeeded`,
    bad === 0 ? 'no days with failures' : `${pluralize(bad, 'day')} with failures`,
    downMs === 0 ? 'never down' : `down for ${formatMs(downMs)} in total`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function part(count: number, word: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${word}`;
}
