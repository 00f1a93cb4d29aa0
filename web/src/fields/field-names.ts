import { formatSecondsExact } from '../time/parse-duration.ts';
import { DURATION_SETTINGS, SETTING_NAMES } from './setting-names.ts';

/** Labels of the API's fields. The entries of a list have the label of the list. */
const FIELDS: Readonly<Record<string, string>> = {
  ...SETTING_NAMES,
  title: 'Title',
  'check.timeout': 'Time-out',
  'check.confirm': 'Confirmation attempts',
  'check.method': 'Method',
  'check.status': 'Expected status',
  'check.contains': 'Must contain',
  'check.notContains': 'Must not contain',
  steps: 'Steps',
  'steps.after': 'After',
  'steps.channels': 'Alert',
  'steps.onCall': 'Alert',
  rotations: 'Rotations',
  'rotations.members': 'Members',
  'rotations.shiftDays': 'Days',
  'rotations.startsOn': 'First day',
  'rotations.handoverAt': 'Handover',
  email: 'Email',
  newPassword: 'New password',
  expiresInDays: 'Expires',
  scopes: 'Scopes',
  'scope.tag': 'Tag',
  'scope.shortID': 'Monitor',
  'scope.projectShortID': 'Project',
  note: 'Note',
  until: 'Until',
  key: 'API key',
  files: 'Files',
  subscriptions: 'Subscribed to',
  minSeverity: 'Minimum severity',
  isDefault: 'Default channel',
  monitors: 'Monitors',
  projects: 'Projects',
  startsAt: 'Start',
  endsAt: 'End',
  cron: 'Cron expression',
  timezone: 'Time zone',
  duration: 'Duration',
  requireTwoFactor: 'Require two-factor authentication',
  tokenDaysMax: 'Maximum age of API tokens',
  role: 'Role',
  'options.description': 'Description',
  'options.timezone': 'Time zone',
  'options.indexed': 'Listed by search engines',
  'options.style': 'Style',
  'alerting.gatherAbove': 'Combine alerts above',
  'alerting.gatherWithin': 'Combine alerts within',
  'alerting.flapAbove': 'Status changes before flapping',
  'alerting.flapWithin': 'Flapping within',
  'alerting.flapQuiet': 'Quiet period',
};

/** Returns the label of a field of the API: `Style` for `options.style`, and `After (2)` for `steps.1.after`. */
export function fieldName(path: string): string {
  const parts = path.split('.');
  const names = parts.filter((part) => !isIndex(part));
  const position = parts.find(isIndex);
  const label = FIELDS[names.join('.')] ?? FIELDS[names.at(-1) ?? ''] ?? inWords(names.at(-1) ?? path);
  return position === undefined ? label : `${label} (${Number(position) + 1})`;
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}

/** Returns the name of a field as words: `Webhook url` for `webhookURL`. */
function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])|_/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields that hold seconds, in addition to the settings of monitors. */
const DURATIONS = new Set([
  ...Object.keys(DURATION_SETTINGS),
  'steps.after',
  'check.timeout',
  'duration',
  'alerting.gatherWithin',
  'alerting.flapWithin',
  'alerting.flapQuiet',
]);

/** Returns the message of a field in the application's units: `This must be at least 1 min.` instead of `60`. */
export function fieldMessage(path: string, message: string): string {
  const name = path
    .split('.')
    .filter((part) => !isIndex(part))
    .join('.');
  if (!DURATIONS.has(name)) return message;
  return message.replaceAll(/\b\d+(?:\.\d+)?\b(?: seconds?\b)?/g, (found) =>
    formatSecondsExact(Number.parseFloat(found)),
  );
}
