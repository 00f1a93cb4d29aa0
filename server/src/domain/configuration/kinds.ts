/** Kinds of resources that a configuration file manages, in an order in which each refers to earlier ones only. */
export const CONFIGURED_KINDS = [
  'channel',
  'on_call_schedule',
  'escalation',
  'project',
  'monitor',
  'maintenance',
  'status_page',
] as const;
export type ConfiguredKind = (typeof CONFIGURED_KINDS)[number];
