/** Kinds of resources that a configuration file manages, ordered so that each kind refers only to earlier kinds. */
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
