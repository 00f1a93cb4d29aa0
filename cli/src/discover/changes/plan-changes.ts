import type { AssessedJob } from '../assess-jobs.ts';
import { dropIn } from '../edit/drop-in.ts';
import { editLines, lineChange } from '../edit/edit-lines.ts';
import { wrapCommand } from '../edit/wrap-command.ts';
import type { LineEdit } from '../job.ts';
import { decodeText, encodeLike, type ScheduleFile } from '../schedule-file.ts';

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
}

/** Returns the changes that make jobs report, one for each file. */
export function planChanges(jobs: readonly PlannedJob[], options: ChangeOptions): readonly Change[] {
  const byFile = Map.groupBy(
    jobs.filter(({ job }) => job.edit?.kind === 'line'),
    ({ job }) => job.originID,
  );
  const lineChanges = [...byFile].flatMap(([id, planned]) => {
    const file = options.files.get(id);
    return file === undefined ? [] : changeLines(file, planned, options);
  });
  const dropIns = jobs.flatMap(({ job, pingURL }): readonly Change[] => {
    if (job.edit?.kind !== 'drop-in') return [];
    const { path, runsAsOwner, folderSetting } = job.edit;
    const after = Buffer.from(dropIn({ program: options.program, pingURL, runsAsOwner, folderSetting }));
    return [{ originID: job.originID, path, crontabUser: null, before: options.read(path), after }];
  });
  return [...lineChanges, ...dropIns];
}

function changeLines(
  file: ScheduleFile,
  planned: readonly PlannedJob[],
  { program }: ChangeOptions,
): readonly Change[] {
  const edits = planned.flatMap(({ job: { edit }, pingURL }) =>
    edit?.kind === 'line' ? [lineChange(edit, reportingCommand(edit, pingURL, program))] : [],
  );
  const edited = editLines(decodeText(file.bytes), edits);
  if (edited === null) throw new Error(`The lines to edit were not found in ${file.id}.`);
  const { id: originID, path, crontabUser, bytes: before } = file;
  return [{ originID, path, crontabUser, before, after: encodeLike(before, edited) }];
}

/** Whether the command that makes a job report is too long for its scheduler. */
export function isTooLong({ edit }: AssessedJob, pingURL: string, program: readonly string[]): boolean {
  if (edit?.kind !== 'line') return false;
  return Buffer.byteLength(reportingCommand(edit, pingURL, program) + edit.after) > edit.commandBytesMax;
}

function reportingCommand(edit: LineEdit, pingURL: string, program: readonly string[]): string {
  const { command, shell, escapesPercent } = edit;
  return wrapCommand(command, { program, pingURL, shell, escapesPercent });
}
