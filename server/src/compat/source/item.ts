import type { PastRun } from '@overdue/domain/decision/past-run.ts';
import type { PastStatus } from '@overdue/domain/imported/past-transitions.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { CommandInText } from '@overdue/domain/schedule/crontab.ts';
import type { PingRequest } from '../../database/records.ts';

export const IMPORT_SOURCES = [
  'healthchecks',
  'cronitor',
  'uptime-kuma',
  'better-stack',
  'sentry',
  'crontab',
  'discover',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Maximum number of items in one import, including items left out. */
export const ITEMS_MAX = 20_000;
/** Maximum pages read from one service. */
export const PAGES_MAX = 500;

/** An exported file, or a part of a folder. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** Whether the file has the format of `/etc/crontab`, with a user in each line. */
  readonly isSystem?: boolean;
}

/** Status of a job at the source. */
export interface StatusAtSource {
  readonly lastPingAt: number;
  readonly isDown: boolean;
}

export interface CrontabLine extends CommandInText {
  /** Number of the line in the file, from 1. */
  readonly number: number;
}

/** A past run, with the ping that ended it if the source has this ping. */
export interface ImportedRun extends PastRun {
  readonly request?: PingRequest | undefined;
}

/** Data of a monitor to create. Texts fit the limits of a monitor. */
export interface ImportItem {
  readonly name: string;
  /** Slug to keep; empty for a monitor without one; null to derive one from the name. */
  readonly slug: string | null;
  /** Ping ID to keep; null to generate a new ping ID. */
  readonly pingID: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly rules: MonitorRules;
  readonly paused: boolean;
  /** Keys of {@link ImportChannel}; `all` for every channel of the source; null for the team's default channels. */
  readonly channels: readonly string[] | 'all' | null;
  /** Key in the URL of the check's badge at Healthchecks, so that the URL stays valid; null if there is none. */
  readonly badgeKey: string | null;
  /** Status at the source; null if the job has not reported there, or if the source doesn't contain the status. */
  readonly statusAtSource: StatusAtSource | null;
  /** Past runs, oldest first. */
  readonly history: readonly ImportedRun[];
  /** Status changes at the source, oldest first. */
  readonly pastStatuses: readonly PastStatus[];
  /** The line of the crontab that the item comes from. Not stored. */
  readonly crontabLine?: CrontabLine;
  /** Differences from the source, one sentence each. */
  readonly notes: readonly string[];
}

/** An item of the source that can't become a monitor. */
export interface LeftOutItem {
  readonly name: string;
  readonly reason: string;
}

/** A channel of the source. */
export interface ImportChannel {
  /** ID within the source. */
  readonly key: string;
  readonly name: string;
  /** Type and settings of the channel to create; null if the source doesn't reveal enough to create one. */
  readonly create: { readonly type: string; readonly settings: Readonly<Record<string, unknown>> } | null;
  readonly isDefault: boolean;
  /** UUID with which programs refer to the channel. The UUID stays valid. */
  readonly uuid?: string | null;
  /** Why the channel can't be created; empty if it can. */
  readonly reason: string;
  /** Differences from the source, one sentence each. */
  readonly notes?: readonly string[];
}

/** A badge of Healthchecks that shows the checks with a tag, or all checks for the tag `*`. */
export interface ImportBadge {
  readonly tag: string;
  readonly value: string;
}

/** Content of a source, translated to monitors and channels. */
export interface SourceContent {
  readonly items: readonly ImportItem[];
  readonly leftOut: readonly LeftOutItem[];
  readonly channels: readonly ImportChannel[];
  readonly badges?: readonly ImportBadge[];
  /** Differences that concern the whole import, one sentence each. */
  readonly notes: readonly string[];
}

/** Steps of an import: reading the source, planning, writing the monitors, and writing their past runs. */
const IMPORT_STEPS = ['read', 'plan', 'write', 'history'] as const;

interface ImportProgress {
  readonly step: (typeof IMPORT_STEPS)[number];
  /** Number of items processed so far. */
  readonly done: number;
  /** Number of all items; null if unknown. */
  readonly total: number | null;
}

export type ReportProgress = (progress: ImportProgress) => void;
