import { pluralize } from '../../time/words.ts';

export const words = {
  title: 'Wallboard',
  noSignal: 'NO SIGNAL',
  noSignalSince: (time: string) => `No data from the service since ${time}. This view is out of date.`,
  allWell: 'All is well',
  allWellHint: (count: number) => `${pluralize(count, 'monitor')} up`,
  empty: 'No monitors yet',
  counts: 'Monitors by status',
  since: (length: string) => `for ${length}`,
  dueIn: (length: string) => `${length} until missed`,
  streak: (count: number) => `${count} in a row`,
  acknowledgedBy: (name: string) => `${name} is on it`,
  snoozedBy: (name: string, until: string) => `Snoozed by ${name} until ${until}`,
  leave: 'Leave wallboard',
  fullScreen: 'Full screen',
  others: 'Other monitors',
  onCall: 'On call',
  onCallUntil: (time: string) => `until ${time}`,
  nobody: 'Nobody',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  page: ({ first, last, all }: { readonly first: number; readonly last: number; readonly all: number }) =>
    `${first === last ? first : `${first} to ${last}`} of ${all.toLocaleString('en')} monitors with a problem`,
  stop: 'Stop changing pages',
  rotate: 'Change pages',
} as const;
