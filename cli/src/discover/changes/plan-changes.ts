import type { AssessedJob } from '../assess-jobs.ts';
import { dropIn } from '../edit/drop-in.ts';
import { editLines, lineChange } from '../edit/edit-lines.ts';
import { wrapCommand } from '../edit/wrap-command.ts';
import type { DropInEdit, LineEdit } from '../job.ts';
import { decodeText, encoderLike, type ScheduleFile } from '../schedule-file.ts';
import type { Written } from './manifest.ts';

/** Replaces the content of a file or of a user's crontab. */
export interface Change {
  readonly originID: string;
  readonly path: string;
  /** Owner of a crontab that the program `crontab` installs; null for a file. */
  readonly crontabUser: string | null;
  /** Content before the change; null if there is no such file. */
  readonly before: Buffer | null;
  /** Content after the change; null to remove the file. */
  readonly after: Buffer | null;
}

export interface PlannedJob {
  readonly job: AssessedJob;
  readonly pingID: string;
  readonly pingURL: string;
}

export interface ChangeOptions {
  readonly files: ReadonlyMap<string, ScheduleFile>;
  /** Returns the content of an existing drop-in; null if there is none. */
  readonly read: (path: string) => Buffer | null;
  /** The command `overdue`, as words. */
  readonly program: readonly string[];
  /** Absolute path of certificates that reports trust besides those of the system; null if there are none. */
  readonly caFile?: string | null;
}

type Reporting = Pick<ChangeOptions, 'program' | 'caFile'>;

export interface PlannedChanges {
  /** One change for each file. */
  readonly changes: readonly Change[];
  /** Texts that the changes write for each job, by its ping ID. */
  readonly written: ReadonlyMap<string, Written>;
}

/** Returns the changes that make jobs report. */
export function planChanges(jobs: readonly PlannedJob[], options: ChangeOptions): PlannedChanges {
  const byFile = Map.groupBy(
    jobs.filter(({ job }) => job.edit?.kind === 'line'),
    ({ job }) => job.originID,
  );
  const files = [...byFile].flatMap(([id, planned]) => {
    const file = options.files.get(id);
    return file === undefined ? [] : [changeLines(file, planned, options)];
  });
  const dropIns = jobs.flatMap(({ job, pingID, pingURL }) =>
    job.edit?.kind === 'drop-in'
      ? [addDropIn(job.edit, { originID: job.originID, pingID, pingURL }, options)]
      : [],
  );
  const planned = [...files, ...dropIns];
  return {
    changes: planned.map(({ change }) => change),
    written: new Map(planned.flatMap(({ written }) => written)),
  };
}

interface PlannedChange {
  readonly change: Change;
  readonly written: readonly (readonly [pingID: string, written: Written])[];
}

function changeLines(
  file: ScheduleFile,
  planned: readonly PlannedJob[],
  reporting: Reporting,
): PlannedChange {
  const { id: originID, path, crontabUser, bytes } = file;
  const encode = encoderLike(bytes);
  const toLatin1 = (text: string) => encode(text).toString('latin1');
  const lines = planned.flatMap(({ job: { edit }, pingID, pingURL }) =>
    edit?.kind === 'line' ? [{ edit, pingID, wrapped: reportingCommand(edit, pingURL, reporting) }] : [],
  );
  const edited = editLines(
    decodeText(bytes),
    lines.map(({ edit, wrapped }) => lineChange(edit, wrapped)),
  );
  if (edited === null) throw new Error(`The lines to edit were not found in ${originID}.`);
  return {
    change: { originID, path, crontabUser, before: bytes, after: encode(edited) },
    written: lines.map(({ edit: { before, command, after }, pingID, wrapped }) => [
      pingID,
      {
        kind: 'line',
        before: toLatin1(before),
        command: toLatin1(command),
        wrapped: toLatin1(wrapped),
        after: toLatin1(after),
      },
    ]),
  };
}

function addDropIn(
  { path, runsAsOwner, folderSetting }: DropInEdit,
  { originID, pingID, pingURL }: { readonly originID: string } & Pick<PlannedJob, 'pingID' | 'pingURL'>,
  { read, program, caFile = null }: ChangeOptions,
): PlannedChange {
  const before = read(path);
  const text = dropIn({ program, pingURL, caFile, runsAsOwner, folderSetting });
  const from = before?.toString('latin1') ?? null;
  const after = Buffer.from(text);
  return {
    change: { originID, path, crontabUser: null, before, after },
    written: [[pingID, { kind: 'drop-in', path, from, to: after.toString('latin1') }]],
  };
}

/** Whether the command that makes a job report is too long for its scheduler. */
export function isTooLong({ edit }: AssessedJob, pingURL: string, reporting: Reporting): boolean {
  if (edit?.kind !== 'line') return false;
  return Buffer.byteLength(reportingCommand(edit, pingURL, reporting) + edit.after) > edit.commandBytesMax;
}

function reportingCommand(edit: LineEdit, pingURL: string, { program, caFile = null }: Reporting): string {
  const { command, shell, escapesPercent } = edit;
  return wrapCommand(command, { program, pingURL, caFile, shell, escapesPercent });
}
