import { SETTING_NAMES } from './setting-names.ts';

/** Labels of the API's fields. Other fields are shown by their API name. */
const FIELDS: Readonly<Record<string, string>> = {
  ...SETTING_NAMES,
  title: 'Title',
  steps: 'Steps',
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

/** Returns the label of a field of the API, such as `options.style`. */
export function fieldName(path: string): string {
  return FIELDS[path] ?? path.replace(/^settings\./, '');
}
