import { pluralize } from '../../time/words.ts';

export const words = {
  title: 'This was changed elsewhere too',
  text: 'Choose the value to keep for each field. Your other changes are saved as they are.',
  yours: 'Yours',
  theirs: 'Theirs, saved just now',
  save: 'Save chosen values',
  empty: 'Empty',
  inherited: 'Inherited',
  nobody: 'Nobody',
  none: 'None',
  noLimit: 'No limit',
  days: (count: number) => pluralize(count, 'day'),
  deleted: (shortID: string) => `${shortID} (deleted)`,
  step: (after: string, channels: string) => `After ${after}: ${channels}`,
  scheduleTypes: { cron: 'Cron', interval: 'Interval', oncalendar: 'systemd calendar' },
  roles: { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  styles: { round: 'Round', square: 'Square' },
  yes: 'Yes',
  no: 'No',
  merged: 'Saved and merged with someone else’s change',
};
