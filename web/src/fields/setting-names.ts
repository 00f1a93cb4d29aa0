export const SETTING_NAMES = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  runbookURL: 'Runbook',
  forwardTo: 'Forward pings to',
  tags: 'Tags',
  projectShortID: 'Project',
  severity: 'Severity',
  schedule: 'Schedule',
  'schedule.type': 'Schedule type',
  'schedule.cron': 'Cron expression',
  'schedule.onCalendar': 'Calendar expressions',
  'schedule.interval': 'Interval',
  'schedule.timezone': 'Time zone',
  'schedule.graceDuration': 'Grace period',
  maxRunDuration: 'Maximum duration',
  alertAfterFailures: 'Alert after failures',
  recoverAfterSuccesses: 'Recover after successes',
  manualResume: 'Stay paused',
  'pingFilter.methods': 'HTTP methods',
  'pingFilter.searchSubject': 'Keywords in subjects',
  'pingFilter.searchEmailBody': 'Keywords in emails',
  'pingFilter.searchHTTPBody': 'Keywords in requests',
  'pingFilter.startKeywords': 'Start keywords',
  'pingFilter.successKeywords': 'Success keywords',
  'pingFilter.failureKeywords': 'Failure keywords',
  'pingFilter.otherwise': 'Without a keyword',
  channels: 'Channels',
  remindEvery: 'Reminders',
  escalation: 'Escalation',
  mutedUntil: 'Muted until',
} as const;

/** Settings that hold the URL of a page. */
export const LINK_SETTINGS = ['runbookURL'] as const satisfies readonly (keyof typeof SETTING_NAMES)[];

/** Settings that are durations in seconds. `unset` and `zero` are shown instead of null and 0. */
export const DURATION_SETTINGS: Readonly<
  Record<string, { readonly unset?: string; readonly zero?: string }>
> = {
  'schedule.interval': {},
  'schedule.graceDuration': {},
  maxRunDuration: { unset: 'Default' },
  remindEvery: { unset: 'Inherited', zero: 'Never' },
};

/** Settings that count consecutive runs. */
export const COUNT_SETTINGS = {
  alertAfterFailures: {
    label: 'Alert after',
    unit: 'failures in a row',
    write: (count: number) => (count === 1 ? 'the first failure' : `${count} failures in a row`),
  },
  recoverAfterSuccesses: {
    label: 'Recover after',
    unit: 'successes in a row',
    write: (count: number) => (count === 1 ? 'the first success' : `${count} successes in a row`),
  },
} as const;

export type CountField = keyof typeof COUNT_SETTINGS;
export const COUNT_FIELDS = [
  'alertAfterFailures',
  'recoverAfterSuccesses',
] as const satisfies readonly CountField[];
