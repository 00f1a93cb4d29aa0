import { counted } from '../../time/words.ts';

export const words = {
  title: 'Wallboard',
  noSignal: 'NO SIGNAL',
  noSignalSince: (time: string) => `Nothing was heard from the service since ${time}. What you see is old.`,
  allWell: 'All is well',
  allWellHint: (count: number) => `${counted(count, 'monitor')} up`,
  empty: 'No monitors yet',
  counts: 'Monitors by status',
  since: (length: string) => `for ${length}`,
  dueIn: (length: string) => `missed in ${length}`,
  streak: (count: number) => `${count} in a row`,
  leave: 'Leave the wallboard',
  fullScreen: 'Full screen',
  others: 'All others',
  hidden: (count: number) => `and ${count} more`,
} as const;
