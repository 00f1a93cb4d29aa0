import { counted } from '../../time/words.ts';

/** Words of the timeline of all monitors. */
export const words = {
  title: 'Timeline',
  shown: (shown: number, all: number) =>
    shown === all ? counted(all, 'monitor') : `${shown.toLocaleString('en')} of ${counted(all, 'monitor')}`,
  clear: 'Clear search and filters',
  wall: 'Runs of all monitors over time',
  lanes: 'Monitors',
  none: 'No monitor matches',
  noneHint: 'Search for less, or clear the filters.',
  empty: 'No monitors yet',
  emptyHint: 'Each monitor has a lane here: what ran when, what was missed, and what is to come.',
  create: 'New monitor',
  inTime: (runs: number, bad: number) =>
    `${counted(runs, 'run')} in the time shown, ${bad === 0 ? 'all well' : `${bad.toLocaleString('en')} not well`}`,
  cut: 'This could not be read',
} as const;
