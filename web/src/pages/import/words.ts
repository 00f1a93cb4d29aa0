import { pluralize } from '../../time/words.ts';

export const words = {
  title: 'Import monitors',
  back: 'Projects',
  intro:
    'Moves monitors here from another service, with their ping IDs and slugs, so that jobs only need the new address. First you see the plan. Nothing is created before you confirm the plan.',
  mayNot: 'Your role doesn’t let you import monitors',
  mayNotHint: 'Ask a team admin to make you a member.',
  from: 'Import from',
  sources: {
    healthchecks: 'Healthchecks',
    'uptime-kuma': 'Uptime Kuma',
    cronitor: 'Cronitor',
    'better-stack': 'Better Stack',
    sentry: 'Sentry Crons',
    crontab: 'Crontabs and systemd timers',
  },
  sourceHints: {
    healthchecks:
      'Only the names of integrations are imported. If you first create channels with the same names, the monitors use them.',
    'uptime-kuma':
      'The JSON of a version 1 backup. To import kuma.db, use the command “overdue-server import uptime-kuma”: the database contains passwords and may be too large to upload. Only push monitors are imported.',
    cronitor: 'Jobs and heartbeats. Checks of websites are left out.',
    'better-stack': 'Heartbeats. Monitors of websites are left out.',
    sentry: 'Cron monitors. All environments of a monitor become one monitor.',
    crontab: 'Each line or timer becomes a monitor. Overdue stores no commands.',
  },
  origin: 'Source',
  origins: { api: 'API key', file: 'File' },
  key: 'API key',
  keyHints: {
    healthchecks: 'In the project’s settings. A read-only key hides ping IDs, so jobs would need new URLs.',
    cronitor: 'In the account’s settings.',
    'better-stack': 'An API token of the team.',
    sentry: 'A token with the scope org:read.',
  },
  keyUse: 'Used only for this import and not stored.',
  url: 'Address',
  urlExample: 'https://hc.example.com',
  urlHint: 'The address of your own server. Leave it empty for the hosted service.',
  organization: 'Organization',
  organizationHint: 'The organization’s slug, as in the address of its pages.',
  files: 'Files',
  fileHints: {
    healthchecks: 'The response to GET /api/v3/checks/.',
    'uptime-kuma': 'The backup, which ends in .json.',
    cronitor: 'The output of “cronitor monitor export”, or the response to GET /api/monitors.',
    'better-stack': 'The response to GET /api/v2/heartbeats.',
    sentry: 'The response to GET /api/0/organizations/{organization}/monitors/.',
    crontab: 'Crontabs, or the output of “systemctl list-timers --all --output=json”.',
  },
  chosen: (names: readonly string[]) => names.join(', '),
  pasted: 'Or paste the content',
  fileFailed: (name: string) => `${name} can’t be read.`,
  history: 'Import history',
  historyHint:
    'Imports past runs of up to 1,000 monitors, and from Healthchecks also status changes and the latest logs. Takes additional requests for each monitor.',
  project: 'Project',
  timezone: 'Time zone',
  timezoneHint: 'For schedules without a time zone.',
  pingKey: 'Key that jobs send',
  pingKeyHint: {
    healthchecks:
      'The ping key, if jobs report by slug. The project keeps the key, so that the jobs need no change.',
    cronitor: 'The API key in the ping URLs. The project keeps the key, so that the jobs need no change.',
    sentry: 'The public key of the DSN. The project keeps the key, so that only the host of the DSN changes.',
  },
  keepKey: 'Keep the API key',
  keepKeyHint: 'For Terraform, Ansible and dashboards that manage checks with this key.',
  continueStatus: 'Keep each monitor’s status',
  continueStatusHint:
    'Use this only if all jobs will report here before their next deadline. Without this option, a monitor expects no runs before its first ping.',
  plan: 'Show the plan',
  planning: 'Reading the source…',
  apply: (count: number) => `Import ${pluralize(count, 'monitor')}`,
  applyNothing: 'Nothing to import',
  steps: {
    read: 'Reading the source',
    plan: 'Comparing with your monitors',
    write: 'Creating the monitors',
    history: 'Recording past runs',
  },
  progress: (done: number, total: number | null) =>
    total === null
      ? done === 0
        ? ''
        : `${done.toLocaleString('en')} items`
      : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  cancel: 'Cancel',
  canceled: 'Canceled. Nothing was imported.',
  stayOpen: 'Don’t close this page.',
  planTitle: 'Plan',
  doneTitle: (count: number) => `${pluralize(count, 'monitor')} imported`,
  doneText:
    'New monitors stay “new” until their first ping. Change the address in your jobs, then look for monitors that are still new.',
  showMonitors: 'Show monitors',
  again: 'Import more',
  outcome: 'Outcome',
  outcomes: {
    all: 'All',
    create: 'New',
    exists: 'Exists',
    collision: 'Collides',
    left_out: 'Left out',
  },
  ofOutcome: (label: string, count: number) => `${label} ${count.toLocaleString('en')}`,
  columns: { name: 'Name', outcome: 'Outcome', schedule: 'Schedule', notes: 'Notes' },
  newURL: 'The job needs this ping URL:',
  copyURL: (name: string) => `Copy the ping URL of ${name}`,
  past: (runs: number, transitions: number) =>
    `History: ${pluralize(runs, 'run')}, ${pluralize(transitions, 'status change')}.`,
  more: (count: number) => `${pluralize(count, 'more item')}. Filter by outcome to see the others.`,
  noItems: 'The source has no items.',
  channels: 'Channels',
  keys: 'Keys',
  keyKinds: { ping: 'Ping', read_write: 'Read and write', read: 'Read' },
  collides: (count: number) =>
    `${pluralize(count, 'item')} can’t be imported: the ping ID or key can’t be kept here, or appears twice in the source.`,
  skip: 'Leave out conflicting items',
  skipHint: 'Otherwise nothing is imported.',
} as const;
