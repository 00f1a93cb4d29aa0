import { pluralize } from '../../../time/words.ts';

export const words = {
  title: 'Monitors from a crontab',
  intro:
    'Choose the jobs to monitor. Afterwards you get the crontab back, with the chosen lines edited to report their runs. The service doesn’t store the commands.',
  project: 'Project',
  zone: 'Time zone of the machine',
  zoneHint: 'The time zone in which cron runs the jobs. CRON_TZ in the crontab takes precedence.',
  table: 'Jobs of the crontab',
  columns: { chosen: 'Chosen', name: 'Name', schedule: 'Schedule', command: 'Command', state: 'State' },
  choose: (name: string) => `Monitor ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  all: (count: number) => `All ${pluralize(count, 'new job')}`,
  states: {
    create: 'New',
    exists: 'Monitored already',
    collision: 'Ping ID can’t be kept',
    left_out: 'Can’t be monitored',
  },
  none: 'Every job in this crontab is monitored already, or can’t be monitored.',
  tooMany: (count: number, most: number) =>
    `This crontab has ${count.toLocaleString('en')} jobs. The table shows at most ${most}: import the crontab on the import page instead.`,
  toImport: 'Import monitors',
  create: (count: number) => (count === 0 ? 'Choose a job' : `Create ${pluralize(count, 'monitor')}`),
  back: 'Back to the form',
  notDone: 'No monitor was created.',
  done: (count: number) => `${pluralize(count, 'monitor')} created`,
  edited: 'Your crontab, with reporting',
  editedHint:
    'Replace the crontab with this text, for example with crontab -e. The chosen jobs run as before and report their start, their end and their exit status. All other lines are unchanged.',
  moved: (count: number) =>
    count === 1
      ? '1 line already reported with the ping ID of its monitor to another address. The address is now the monitor’s ping URL; the rest of the line is unchanged.'
      : `${count} lines already reported with the ping IDs of their monitors to another address. The addresses are now the monitors’ ping URLs; the rest of the lines is unchanged.`,
  secret: 'The ping URLs are credentials: anyone who has one can report for its job.',
  monitors: 'The new monitors',
  toList: 'Open monitors',
  download: 'Download',
  leave: {
    title: 'Leave without the edited crontab?',
    text: 'You have neither copied nor downloaded the crontab, and the service doesn’t store it. In this tab, Back shows it again.',
  },
};
