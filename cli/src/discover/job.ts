import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import type { FolderSetting } from './edit/drop-in.ts';

/** Sources on the host. */
type HostSource = 'crontab' | 'anacron' | 'systemd';
/** Sources outside the host. The ID of an origin is the source and a name, such as `kubernetes production`. */
export const REMOTE_SOURCES = ['kubernetes', 'github'] as const;
export type JobSource = HostSource | (typeof REMOTE_SOURCES)[number];

/** How a job is made to report. */
export type JobEdit = LineEdit | DropInEdit;

/** A drop-in file that makes a systemd service report. */
export interface DropInEdit {
  readonly kind: 'drop-in';
  readonly path: string;
  readonly user: string | null;
  /** Whether the service runs as root, or as the user of the systemd instance. */
  readonly runsAsOwner: boolean;
  readonly folderSetting: FolderSetting | null;
}

/** A crontab line in three parts. The middle part is the command, which is replaced. */
export interface LineEdit {
  readonly kind: 'line';
  /** ID of the crontab that contains the line. */
  readonly originID: string;
  /** Number of the line, from 1. */
  readonly number: number;
  readonly before: string;
  readonly command: string;
  readonly after: string;
  /** Shell that runs the command. */
  readonly shell: string;
  /** Whether cron unescapes `\%` before the shell sees the command. Anacron doesn't. */
  readonly escapesPercent: boolean;
  /** Maximum length of the command in the scheduler. */
  readonly commandBytesMax: number;
}

/** A scheduled job as a source describes it. */
export interface FoundJob {
  readonly source: JobSource;
  /** Identifies the job as long as its line or unit stays the same. */
  readonly key: string;
  /** Where the job is scheduled, for people, such as `/etc/crontab, line 3`. */
  readonly place: string;
  /** ID of the file, cluster or repository that contains the job. If the origin can't be read, its jobs count as unknown, not gone. */
  readonly originID: string;
  /** User who runs the job; null if the source has no users. */
  readonly user: string | null;
  /** Command or its description, for people. Commands may contain passwords, so this text isn't sent to the service. */
  readonly command: string;
  /** Name suggested by a comment, the command or the unit; empty if there is none. */
  readonly name: string;
  /** Schedule as the source writes it. */
  readonly when: string;
  /** Schedule for the monitor; null if monitors don't support the job's schedule. */
  readonly schedule: ScheduleInput | null;
  /** Why the job can't be monitored; null if it can. */
  readonly obstacle: string | null;
  /** Why the scheduler never starts the job; null if it does. */
  readonly ignored: string | null;
  /** Text to search for a ping URL or a monitoring client, with variables replaced. */
  readonly searchedText: string;
  readonly tags: readonly string[];
  readonly notes: readonly string[];
  /** How to edit the job; null if the job can't be edited on this host. */
  readonly edit: JobEdit | null;
}
