import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { pluralize } from '../../time/words.ts';
import { formatter } from '../../time/zone.ts';
import { longestPeriods, QUARTER_HOUR_MS, type QuarterHour, type Span } from './forecast.ts';

/** Maximum number of free periods that `writeFree` lists. */
const FREE_SHOWN = 4;

export const words = {
  title: 'Calendar',
  tabs: 'Parts of the calendar',
  tab: { coming: 'Coming runs', year: 'Past year' },
  yearLabel: 'The team’s runs by day',
  spanLabel: 'Period',
  spans: { night: 'Night', week: 'Week' },
  previous: { night: 'Previous night', week: 'Previous week' },
  next: { night: 'Next night', week: 'Next week' },
  current: { night: 'Tonight', week: 'This week' },
  shown: (count: number) => `${pluralize(count, 'monitor')} with expected runs`,
  load: 'Jobs per quarter-hour',
  loadLabel: (from: string, to: string) => `Number of running jobs from ${from} to ${to}`,
  jobs: (count: number) => pluralize(count, 'job'),
  lanes: 'Expected runs by job',
  frequentRow: (from: string, to: string) => `every few minutes from ${from} to ${to}`,
  singleRow: (times: string) => `at ${times}`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  usually: (length: string) => `usually ${length}`,
  unmeasured: 'no measured duration',
  legend: {
    run: 'Run of the usual length',
    frequent: 'Runs every few minutes',
    free: 'Free time',
  },
  basis:
    'A job counts in every quarter-hour during which it runs. Based on schedules and usual durations. A run without a measured duration counts as one minute.',
  none: 'No runs expected',
  noneHint:
    'In this period, no job is expected to run. Paused monitors, and monitors without a first ping, expect no runs.',
  noMatch: 'No monitor matches',
  noMatchHint: 'Shorten the search, or clear the filters.',
  clear: 'Clear search and filters',
} as const;

interface TimeContext {
  readonly zone: string;
  /** Reference time. Times on the day of `referenceAt` are written without a date. */
  readonly referenceAt: number;
}

/** Formats a time as `04:10`. Adds the date unless it is the day of `referenceAt`. */
export function writeClock(at: number, { zone, referenceAt }: TimeContext): string {
  const clock = formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  const day = formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' });
  return day.format(at) === day.format(referenceAt) ? clock : `${day.format(at).replace(',', '')} ${clock}`;
}

function writeSpan({ from, to }: Span, place: TimeContext): string {
  return `between ${writeClock(from, { ...place, referenceAt: sameNight(from, place) })} and ${writeClock(to, { ...place, referenceAt: from })}`;
}

/**
 * Returns the reference time for the start of a free period. The hours after midnight count as the evening before, so their date
 * is omitted.
 */
function sameNight(at: number, { referenceAt }: TimeContext): number {
  return at - referenceAt < 18 * HOUR_MS ? at : referenceAt;
}

/** Describes the free hours: `Nothing runs between 04:10 and 05:00.` */
export function writeFree(
  free: readonly Span[],
  { frequent, ...place }: TimeContext & { readonly frequent: number },
): string {
  if (free.length === 0) return 'Every quarter-hour has a run.';
  const shown = longestPeriods(free, FREE_SHOWN).map((span) => writeSpan(span, place));
  const list = shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  const apart =
    frequent === 0
      ? 'Nothing runs'
      : `Apart from ${pluralize(frequent, 'job')} that ${frequent === 1 ? 'runs' : 'run'} every few minutes, nothing runs`;
  const rest = free.length - shown.length;
  return `${apart} ${list}${rest === 0 ? '' : `, and during ${pluralize(rest, 'shorter period')}`}.`;
}

/** Describes when the most jobs run: `Busiest from 02:00 to 02:15: 12 jobs, of which 3 run every few minutes.` */
export function writeBusiest({ at, running, frequent }: QuarterHour, place: TimeContext): string {
  const clock = (time: number) => writeClock(time, { ...place, referenceAt: sameNight(time, place) });
  return `Busiest from ${clock(at)} to ${writeClock(at + QUARTER_HOUR_MS, { ...place, referenceAt: at })}: ${pluralize(running + frequent, 'job')}${frequent === 0 ? '' : `, of which ${frequent} ${frequent === 1 ? 'runs' : 'run'} every few minutes`}.`;
}
