/** Kinds of resources that a configuration file manages, ordered so that each kind refers only to earlier kinds. */
export const CONFIGURED_KINDS = [
  'channel',
  'on_call_schedule',
  'escalation',
  'project',
  'monitor',
  'maintenance',
  'status_page',
  'view',
] as const;
export type ConfiguredKind = (typeof CONFIGURED_KINDS)[number];

/** Settings of a resource as JSON. Secrets are masked. */
export type Settings = Readonly<Record<string, unknown>>;

export interface ManagingFile {
  /** Name of the configuration file. */
  readonly file: string;
  /** The resource's key in the file. */
  readonly key: string;
}

/** A resource of the team. Its settings refer to other resources by ID. */
export interface CurrentResource {
  readonly kind: ConfiguredKind;
  /** ID in the API. */
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly settings: Settings;
  readonly managedBy: ManagingFile | null;
  /** True for the default project, which can't be deleted. */
  readonly isPermanent?: boolean;
}

/** An item of a configuration file. */
export interface WantedResource {
  readonly kind: ConfiguredKind;
  readonly key: string;
  readonly name: string;
  /**
   * ID of an existing resource that the file takes over. If null, the item updates the resource that the file manages under this
   * key. If the file manages none under this key, the item creates one.
   */
  readonly adopts: string | null;
}

/** An item with its settings, which refer to other resources by key or ID. Settings that the item doesn't change are absent. */
export interface PlannedResource extends WantedResource {
  readonly settings: Settings;
}

/** A mistake in a configuration file. The path is like `monitors.backup.schedule.cron`. */
export interface ConfigurationProblem {
  readonly path: string;
  readonly message: string;
}

interface Section {
  readonly name: string;
  /** Name of an item in messages. */
  readonly item: string;
  readonly items: string;
  /** Where the settings of an item refer to other resources. `*` matches every entry of a list. */
  readonly references: Readonly<Record<string, ConfiguredKind>>;
}

/** Section of a configuration file for each kind. */
export const SECTIONS = {
  channel: {
    name: 'channels',
    item: 'channel',
    items: 'Channels',
    references: { 'channels.*': 'channel' },
  },
  on_call_schedule: {
    name: 'onCallSchedules',
    item: 'on-call schedule',
    items: 'On-call schedules',
    references: {},
  },
  escalation: {
    name: 'escalations',
    item: 'escalation policy',
    items: 'Escalation policies',
    references: { 'steps.*.channels.*': 'channel', 'steps.*.onCall.*': 'on_call_schedule' },
  },
  project: {
    name: 'projects',
    item: 'project',
    items: 'Projects',
    references: { 'channels.*': 'channel', escalation: 'escalation' },
  },
  monitor: {
    name: 'monitors',
    item: 'monitor',
    items: 'Monitors',
    references: { project: 'project', 'channels.*': 'channel', escalation: 'escalation' },
  },
  maintenance: {
    name: 'maintenance',
    item: 'maintenance window',
    items: 'Maintenance windows',
    references: { 'monitors.*': 'monitor', 'projects.*': 'project' },
  },
  status_page: {
    name: 'statusPages',
    item: 'status page',
    items: 'Status pages',
    references: { project: 'project', monitor: 'monitor' },
  },
  view: {
    name: 'views',
    item: 'view',
    items: 'Shared views of the monitor list',
    references: { 'projects.*': 'project' },
  },
} as const satisfies Record<ConfiguredKind, Section>;

export type SectionName = (typeof SECTIONS)[ConfiguredKind]['name'];

/** Returns the path of an item or of one of its settings, such as `monitors.backup.schedule`. */
export function pathOf({ kind, key }: Pick<WantedResource, 'kind' | 'key'>, field?: string): string {
  return [SECTIONS[kind].name, key, ...(field === undefined ? [] : [field])].join('.');
}

/** Identifies an item within its file. */
export function itemID({ kind, key }: Pick<WantedResource, 'kind' | 'key'>): string {
  return `${kind}/${key}`;
}
