import { pluralize } from '../../time/words.ts';

export const words = {
  title: 'Timeline',
  shown: (shown: number, all: number) =>
    shown === all
      ? pluralize(all, 'monitor')
      : `${shown.toLocaleString('en')} of ${pluralize(all, 'monitor')}`,
  clear: 'Clear search and filters',
  wall: 'Runs of all monitors over time',
  lanes: 'Monitors',
  none: 'No monitor matches',
  noneHint: 'Shorten the search, or clear the filters.',
  empty: 'No monitors yet',
  emptyHint: 'Each monitor has a lane here with its past, missed and upcoming runs.',
  create: 'New monitor',
  inTime: (runs: number, bad: number) =>
    `${pluralize(runs, 'run')} in the period shown, ${bad === 0 ? 'no failures' : `${bad.toLocaleString('en')} failed or missed`}`,
  cut: 'Couldn’t load runs',
} as const;
