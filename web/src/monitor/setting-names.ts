/** Labels of settings by API field. */
export const SETTING_NAMES = {
  name: 'Name',
  description: 'Description',
  runbookURL: 'Runbook',
  tags: 'Tags',
  projectShortID: 'Project',
  severity: 'Severity',
  schedule: 'Schedule',
  'schedule.type': 'Schedule type',
  'schedule.cron': 'Cron expression',
  'schedule.interval': 'Interval',
  'schedule.timezone': 'Time zone',
  'schedule.graceDuration': 'Grace period',
  maxRunDuration: 'Maximum duration',
  alertAfterFailures: 'Alert after failures',
  recoverAfterSuccesses: 'Recover after successes',
  channels: 'Channels',
  remindEvery: 'Reminder interval',
  escalation: 'Escalation policy',
  mutedUntil: 'Muted until',
} as const;

/** Settings that hold the URL of a page. */
export const LINK_SETTINGS = ['runbookURL'] as const satisfies readonly (keyof typeof SETTING_NAMES)[];
