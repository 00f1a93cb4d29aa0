import { CommandError } from '../../process/command-line.ts';
import { PING_IDS } from '../assess-jobs.ts';
import { isWrittenDropIn } from '../edit/drop-in.ts';
import { originalLine, unwrapLine, type WrittenLine } from '../edit/edit-lines.ts';
import { type PlacesOfLines, readPlacesOfLines } from '../find-jobs.ts';
import type { Host } from '../host.ts';
import { LISTED_CRONTAB, type ScheduleFile } from '../schedule-file.ts';
import { isOpen } from './changeset.ts';
import { type Manifest, type ManifestChangeset, type ManifestJob, writeManifest } from './manifest.ts';
import type { Change } from './plan-changes.ts';
import { reloadUnits } from './reload-units.ts';
import { writeChange } from './write-change.ts';

export interface UndoOptions {
  readonly host: Host;
  readonly manifest: Manifest;
  /** Whether a job is to be undone. */
  readonly isChosen: (job: ManifestJob) => boolean;
  /** Whether lines and drop-ins whose own words were changed by hand are restored too. */
  readonly force: boolean;
}

export interface UndoPlan {
  readonly host: Host;
  readonly manifest: Manifest;
  /** Jobs to undo. */
  readonly chosen: readonly ManifestJob[];
  /** Whether all jobs of the run are to be undone. */
  readonly isWhole: boolean;
  readonly changes: readonly Change[];
}

/**
 * Plans to undo the jobs of the last run with `--apply` that isn't undone, or of all earlier runs if all are undone. Finds the lines and
 * drop-ins wherever a person has put them, and takes back only what the command wrote.
 */
export function planUndo({ host, manifest, isChosen, force }: UndoOptions): UndoPlan {
  const open = manifest.changesets.filter(isOpen);
  const last = new Set(open.at(-1)?.pingIDs ?? manifest.jobs.map(({ pingID }) => pingID));
  const jobs = manifest.jobs.filter(({ pingID }) => last.has(pingID));
  const chosen = jobs.filter(isChosen);
  const files = readPlacesOfLines(host);
  const written = new Map(chosen.map((job) => [job.pingID, linesOf(job)] as const));
  const forced = force ? linesToForce(files, chosen) : new Map<string, string>();
  const crontabs = files.crontabs.flatMap((file): readonly Change[] => {
    // A link is not edited, but the file to which it leads is.
    if (file.linkTarget !== null) return [];
    const lines = linesIn(file).map(
      (line, index) => forced.get(`${file.id} ${index}`) ?? restoreLine(line, written),
    );
    const after = Buffer.from(lines.join('\n'), 'latin1');
    return after.equals(file.bytes) ? [] : [changeOf(file, after)];
  });
  const dropIns = files.dropIns.flatMap((file): readonly Change[] => {
    const from = restoreDropIn(file, chosen, { force });
    return from === undefined ? [] : [changeOf(file, from === null ? null : Buffer.from(from, 'latin1'))];
  });
  const isWhole = chosen.length === jobs.length;
  return { host, manifest, chosen, isWhole, changes: [...crontabs, ...dropIns] };
}

function changeOf({ id: originID, path, crontabUser, bytes }: ScheduleFile, after: Buffer | null): Change {
  return { originID, path, crontabUser, before: bytes, after };
}

function linesOf({ written }: ManifestJob): readonly WrittenLine[] {
  return written.filter((each) => each.kind === 'line');
}

/** Returns the lines of a file. Latin-1 keeps every byte. */
function linesIn({ bytes }: ScheduleFile): readonly string[] {
  return bytes.toString('latin1').split('\n');
}

function restoreLine(line: string, written: ReadonlyMap<string, readonly WrittenLine[]>): string {
  const own = (line.match(PING_IDS) ?? []).flatMap((pingID) => written.get(pingID) ?? []);
  return own.length === 0 ? line : unwrapLine(line, own);
}

/**
 * Returns the originals of lines whose own words were changed by hand, by file and index. A line that a person has copied, or moved to
 * another file, isn't among them, because its original may not belong there.
 */
function linesToForce(files: PlacesOfLines, chosen: readonly ManifestJob[]): ReadonlyMap<string, string> {
  return new Map(
    placesOf(files, chosen).flatMap((place) => {
      const original = originalOf(place);
      return original === null ? [] : [[`${place.file.id} ${place.number - 1}`, original] as const];
    }),
  );
}

/** Returns the content before the command; null if there was no file, undefined if the content isn't what the command wrote. */
function restoreDropIn(
  file: ScheduleFile,
  chosen: readonly ManifestJob[],
  { force }: Pick<UndoOptions, 'force'>,
): string | null | undefined {
  const text = file.bytes.toString('latin1');
  const named = new Set(text.match(PING_IDS));
  const written = chosen
    .filter(({ pingID }) => named.has(pingID))
    .flatMap((job) => job.written.filter((each) => each.kind === 'drop-in'));
  const own =
    written.findLast(({ to }) => to === text) ??
    (force ? written.findLast(({ path }) => path === file.path) : undefined);
  return own?.from;
}

/** A line that reports to the monitor of a job. */
interface Place {
  readonly file: ScheduleFile;
  /** Number of the line, from 1. */
  readonly number: number;
  readonly line: string;
  readonly job: ManifestJob;
  readonly isInCrontab: boolean;
  /** Whether the job reports from this place only. */
  readonly isOnly: boolean;
}

/** Returns the lines that report to the monitors of jobs, but no comments. */
function placesOf(
  { crontabs, dropIns, others }: PlacesOfLines,
  jobs: readonly ManifestJob[],
): readonly Place[] {
  const byID = new Map(jobs.map((job) => [job.pingID, job]));
  const inFile = (file: ScheduleFile, isInCrontab: boolean) =>
    linesIn(file).flatMap((line, index) =>
      isComment(line)
        ? []
        : [...new Set(line.match(PING_IDS))].flatMap((pingID) => {
            const job = byID.get(pingID);
            return job === undefined ? [] : [{ file, number: index + 1, line, job, isInCrontab }];
          }),
    );
  const places = [
    ...crontabs.flatMap((file) => inFile(file, true)),
    ...[...dropIns, ...others].flatMap((file) => inFile(file, false)),
  ];
  const counts = Map.groupBy(places, ({ job }) => job);
  return places.map((place) => ({ ...place, isOnly: counts.get(place.job)?.length === 1 }));
}

function isComment(line: string): boolean {
  return /^\s*[#;]/.test(line);
}

/** Returns the line before the command wrote it; null if it is a copy or was moved. */
function originalOf({ file, line, job, isInCrontab, isOnly }: Place): string | null {
  const written = linesOf(job).at(-1);
  if (written === undefined || !isInCrontab || !isOnly || file.id !== job.originID) return null;
  return originalLine(written, line);
}

/** Result of an undo. */
export interface UndoOutcome {
  /** Jobs that no longer report. */
  readonly done: readonly ManifestJob[];
  /** Jobs without a report whose monitors still expect runs, also of earlier undos that could not reach the service. */
  readonly toPause: readonly ManifestJob[];
  /** Messages about every place that still runs `overdue`, or that can't be read. */
  readonly kept: readonly string[];
  readonly manifest: Manifest;
}

/** Reads the host again, and finds out which of the chosen jobs no longer report. */
export function outcomeOf({ host, manifest, chosen, isWhole }: UndoPlan): UndoOutcome {
  const files = readPlacesOfLines(host);
  const places = placesOf(files, chosen);
  const left = new Set(places.map(({ job }) => job));
  const unread = new Map(
    chosen.flatMap((job) => {
      const problem = problemOf(job, { host, files });
      return problem === null ? [] : [[job, problem] as const];
    }),
  );
  const done = chosen.filter((job) => !left.has(job) && !unread.has(job));
  const ended = new Set(done.map(({ pingID }) => pingID));
  const changesets = withoutEnded(manifest.changesets, ended, { isWhole });
  const open = new Set(changesets.flatMap(({ pingIDs }) => pingIDs));
  const isLast = isWhole && manifest.changesets.filter(isOpen).length <= 1;
  return {
    done,
    toPause: manifest.jobs.filter(({ pingID, isActive }) => isActive && !open.has(pingID)),
    kept: [
      ...new Set([...unread.values(), ...places.map(placeText)]),
      ...(isLast ? unlistedPlaces(files, chosen) : []),
    ],
    manifest: { ...manifest, changesets },
  };
}

/** Removes jobs. The jobs that are left of the last run become part of the run before, so that the next undo can go on with both. */
function withoutEnded(
  changesets: readonly ManifestChangeset[],
  ended: ReadonlySet<string>,
  { isWhole }: Pick<UndoPlan, 'isWhole'>,
): readonly ManifestChangeset[] {
  const left = changesets
    .map(({ isComplete, pingIDs }) => ({ isComplete, pingIDs: pingIDs.filter((id) => !ended.has(id)) }))
    .filter(isOpen);
  const [before, last] = left.slice(-2);
  const isLeftOver = changesets.findLast(isOpen)?.pingIDs.some((id) => last?.pingIDs.includes(id) === true);
  if (!isWhole || before === undefined || last === undefined || isLeftOver !== true) return left;
  return [...left.slice(0, -2), { ...before, pingIDs: [...new Set([...before.pingIDs, ...last.pingIDs])] }];
}

/** Returns why the file of a job can't be read; null if it can, or if it is gone. */
function problemOf(
  { originID, written }: ManifestJob,
  { host, files }: { readonly host: Host; readonly files: PlacesOfLines },
): string | null {
  if (files.crontabs.some(({ id }) => id === originID)) return null;
  const isListed = originID === `crontab of ${host.user}` && host.user !== 'root';
  const origin = originID.startsWith('crontab of ') ? '/var/spool/cron/' : originID;
  const paths = [
    isListed ? LISTED_CRONTAB : origin,
    ...written.flatMap((each) => (each.kind === 'drop-in' ? [each.path] : [])),
  ];
  const isOn = (problem: string, path: string) =>
    path === problem || path.startsWith(`${problem}/`) || (path.endsWith('/') && problem.startsWith(path));
  const found = [...host.problems].find(([path]) => paths.some((each) => isOn(path, each)));
  return found === undefined ? null : `${found[0]}: ${found[1]}`;
}

function placeText(place: Place): string {
  const { file, number, line, job, isInCrontab } = place;
  const at = `${file.id}: Line ${number}`;
  if (isInCrontab && file.linkTarget !== null)
    return `${at} still reports, because the file is a symbolic link to ${file.linkTarget}, which isn’t written. Put the file in place of the link, and run the command again.`;
  if (isInCrontab && unwrapLine(line, linesOf(job)) !== line)
    return `${at} still reports, because the file wasn’t written.`;
  const original = originalOf(place);
  if (original !== null) return `${at} was changed by hand. Use --force to restore this line: ${original}`;
  if (job.written.some((each) => each.kind === 'drop-in' && each.path === file.path))
    return `${file.id}: The file was changed by hand. Use --force to restore it.`;
  return `${at} reports to the monitor ${job.name}. Take "overdue" out by hand.`;
}

/** Matches a command that runs through `overdue` as the command itself writes it. */
const WRAPPED = /\sexec --ping \S+ (?:--ca-file .{1,4096} )?-- /;

/**
 * Names the places that run `overdue`, but aren't in the list of jobs: a person wrote them, or the list was lost. They would fail if
 * `overdue` was removed.
 */
export function unlistedPlaces(
  { crontabs, dropIns, others }: PlacesOfLines,
  listed: readonly ManifestJob[],
): readonly string[] {
  const known = new Set(listed.map(({ pingID }) => pingID));
  const isUnlisted = (text: string) => text.match(PING_IDS)?.some((pingID) => known.has(pingID)) !== true;
  const lines = [...crontabs, ...others].flatMap((file) =>
    linesIn(file).flatMap((line, index) =>
      WRAPPED.test(line) && !isComment(line) && isUnlisted(line)
        ? [
            `${file.id}: Line ${index + 1} runs "overdue exec", but isn’t in the list of changed lines. To take it out, remove the words up to "--".`,
          ]
        : [],
    ),
  );
  const units = dropIns.filter(
    ({ bytes }) => isWrittenDropIn(bytes.toString('latin1')) && isUnlisted(bytes.toString('latin1')),
  );
  return [
    ...lines,
    ...units.map(
      ({ path }) =>
        `${path} runs "overdue unit", but isn’t in the list of changed files. Remove the file by hand.`,
    ),
  ];
}

export interface UndoResult extends UndoOutcome {
  /** Paths of the restored files. */
  readonly restored: readonly string[];
}

/** Restores the files. After a file that can't be written, continues with the next. Monitors stay active until {@link endJobs}. */
export function undo(folder: string, plan: UndoPlan): UndoResult {
  const { host } = plan;
  const written: Change[] = [];
  const problems: string[] = [];
  for (const change of plan.changes) {
    try {
      writeChange(host, change);
      written.push(change);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(error.message);
    }
  }
  const outcome = outcomeOf(plan);
  writeManifest(folder, outcome.manifest);
  return {
    ...outcome,
    restored: written.map(({ path }) => path),
    kept: [...problems, ...outcome.kept, ...reloadUnits(host, written)],
  };
}

/** Records that the monitors of jobs expect no runs any more. */
export function endJobs(folder: string, manifest: Manifest, ended: readonly ManifestJob[]): void {
  const jobs = manifest.jobs.map((job) => (ended.includes(job) ? { ...job, isActive: false } : job));
  writeManifest(folder, { ...manifest, jobs });
}
