import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { chunks } from '@overdue/domain/chunks.ts';
import type { BulkResult } from '../../../../sdk/src/api.generated.ts';
import type { Client } from '../../../../sdk/src/client.ts';
import { STATE_FOLDERS_OF_USERS } from '../../config/state-folder.ts';
import { CommandError } from '../../process/command-line.ts';
import type { AssessedJob } from '../assess-jobs.ts';
import type { Host } from '../host.ts';
import { proposeTags } from '../propose-name.ts';
import { withChangeset, withCompleted, writeBackups } from './changeset.ts';
import { type Manifest, type ManifestJob, readManifest, type Written, writeManifest } from './manifest.ts';
import type { Change, PlannedChanges, PlannedJob } from './plan-changes.ts';
import { reloadUnits } from './reload-units.ts';
import { writeChange } from './write-change.ts';

export interface EditInput extends PlannedChanges {
  readonly jobs: readonly PlannedJob[];
}

export interface ApplyInput extends EditInput {
  readonly projectShortID: string | undefined;
}

export interface EditParts {
  readonly host: Host;
  /** Folder of the manifest and the backups. */
  readonly folder: string;
  readonly now: number;
}

export interface ApplyParts extends EditParts {
  readonly client: Client;
}

export interface EditResult {
  /** Paths of changed files, and names of changed crontabs. */
  readonly changed: readonly string[];
  /** Reasons why files were not changed. */
  readonly failed: readonly string[];
}

export interface ApplyResult extends EditResult {
  /** Number of monitors that did not exist before. */
  readonly created: number;
  /** Number of monitors that an earlier run has created. */
  readonly existing: number;
}

/**
 * Creates all monitors or none, and then edits the host. Stores the ping IDs before sending them, and what it will write before the
 * first edit. After an interruption, the next run can therefore use the same monitors, and `--undo` finds every edit.
 */
export async function monitorJobs(input: ApplyInput, parts: ApplyParts): Promise<ApplyResult> {
  const { jobs, projectShortID } = input;
  const { folder, host, client } = parts;
  const before = readManifest(folder, host);
  writeManifest(folder, withJobs(before, manifestJobs(input, { isActive: false, monitors: new Map() })));
  const { created, monitors } = await createMonitors(client, { jobs, hostName: host.name, projectShortID });
  return { created, existing: jobs.length - created, ...editHost({ ...input, monitors }, parts) };
}

/** Edits the files so that the jobs report to the given monitors. Records what it writes before the first edit. */
export function editHost(
  input: EditInput & Pick<CreatedMonitors, 'monitors'>,
  { host, folder, now }: EditParts,
): EditResult {
  const { jobs, changes, monitors } = input;
  const before = readManifest(folder, host);
  const changesets = withChangeset(
    before.changesets,
    jobs.map(({ pingID }) => pingID),
  );
  writeBackups(changes, { folder, now });
  const started = withJobs({ ...before, changesets }, manifestJobs(input, { isActive: true, monitors }));
  writeManifest(folder, started);
  const { changed, failed } = makeChanges(host, changes);
  if (failed.length === 0) writeManifest(folder, withCompleted(started));
  return {
    changed,
    failed: [...failed, ...createStateFolders(host, jobs), ...reloadUnits(host, changes)],
  };
}

/** Makes the changes. After a failed change, continues with the next change. */
function makeChanges(host: Host, changes: readonly Change[]): EditResult {
  const changed: string[] = [];
  const failed: string[] = [];
  for (const change of changes) {
    try {
      writeChange(host, change);
      changed.push(change.crontabUser === null ? change.path : change.originID);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failed.push(error.message);
    }
  }
  return { changed, failed };
}

function manifestJobs(
  { jobs, written }: EditInput,
  { isActive, monitors }: Pick<ManifestJob, 'isActive'> & Pick<CreatedMonitors, 'monitors'>,
): readonly ManifestJob[] {
  return jobs.map(({ job: { key, monitorName: name, place, originID }, pingID }) => ({
    key,
    name,
    place,
    originID,
    pingID,
    monitor: monitors.get(name) ?? null,
    isActive,
    written: [written.get(pingID)].filter((each) => each !== undefined),
  }));
}

/** Maximum number of texts that the command remembers for one job. It writes another text if the command or the program changes. */
const WRITTEN_MAX = 10;

function withJobs(manifest: Manifest, jobs: readonly ManifestJob[]): Manifest {
  const earlier = new Map(manifest.jobs.map((job) => [job.pingID, job]));
  const changed = new Set(jobs.map(({ pingID }) => pingID));
  const joined = jobs.map((job) => {
    const known = earlier.get(job.pingID);
    return {
      ...job,
      monitor: job.monitor ?? known?.monitor ?? null,
      isActive: job.isActive || known?.isActive === true,
      written: withoutRepeats([...(known?.written ?? []), ...job.written]).slice(-WRITTEN_MAX),
    };
  });
  return { ...manifest, jobs: [...manifest.jobs.filter(({ pingID }) => !changed.has(pingID)), ...joined] };
}

/** Keeps the last of equal texts. */
function withoutRepeats(written: readonly Written[]): readonly Written[] {
  return [...new Map(written.toReversed().map((each) => [JSON.stringify(each), each])).values()].toReversed();
}

/** Whether a job can be monitored and isn't yet. */
export function needsMonitor(job: AssessedJob): boolean {
  return job.state === 'unmonitored' && job.schedule !== null;
}

const READABLE_FOLDER = 0o755;
const OWN_FOLDER = 0o700;
const WRITABLE_BY_OWNER = 0o200;

interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/**
 * Creates folders for the waiting reports of users who can't write to their home folders, such as www-data. Only root can create them.
 * Returns why folders could not be created.
 */
function createStateFolders(host: Host, jobs: readonly PlannedJob[]): readonly string[] {
  if (process.geteuid?.() !== 0) return [];
  const users = new Set(jobs.flatMap(({ job: { edit, user } }) => (edit?.kind === 'line' ? [user] : [])));
  return [...users].flatMap((user) => {
    const account = user === null ? null : accountOf(host, user);
    if (account === null || account.uid === 0 || hasHome(host, account)) return [];
    try {
      createStateFolder(host, account);
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [`Reports of ${user} can't wait on disk while Overdue can't be reached. ${reason}`];
    }
  });
}

/** Reads a line of /etc/passwd. Users of a directory service are not listed there, and have home folders. */
function accountOf(host: Host, user: string): Account | null {
  const lines = host.read('/etc/passwd')?.toString().split('\n') ?? [];
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === user);
  if (fields === undefined) return null;
  const [, , uid = '', gid = '', , home = ''] = fields;
  return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? { uid: Number(uid), gid: Number(gid), home } : null;
}

function hasHome(host: Host, { uid, home }: Account): boolean {
  if (!home.startsWith('/')) return false;
  const stat = statSync(host.locate(home), { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === uid && (stat.mode & WRITABLE_BY_OWNER) !== 0;
}

function createStateFolder(host: Host, { uid, gid }: Account): void {
  const path = `${STATE_FOLDERS_OF_USERS}/${uid}`;
  if (host.exists(path)) return;
  const parent = host.locate(STATE_FOLDERS_OF_USERS);
  mkdirSync(parent, { recursive: true });
  chmodSync(parent, READABLE_FOLDER);
  mkdirSync(host.locate(path), { mode: OWN_FOLDER });
  chmodSync(host.locate(path), OWN_FOLDER);
  chownSync(host.locate(path), uid, gid);
}

interface NewMonitors {
  readonly jobs: readonly PlannedJob[];
  readonly hostName: string;
  readonly projectShortID: string | undefined;
}

interface CreatedMonitors {
  /** Number of monitors that did not exist before. */
  readonly created: number;
  /** Short IDs of the monitors by their names. */
  readonly monitors: ReadonlyMap<string, string>;
}

/** Creates the monitors of all jobs, or none. Resumes monitors that exist already. */
async function createMonitors(
  client: Client,
  { jobs, hostName, projectShortID }: NewMonitors,
): Promise<CreatedMonitors> {
  const text = JSON.stringify({ jobs: jobs.map((planned) => monitorInput(planned, hostName)) });
  const input = {
    source: 'discover' as const,
    files: [{ name: hostName, text }],
    ...(projectShortID === undefined ? {} : { projectShortID }),
  };
  const plan = await client.imports.run({ ...input, dryRun: true });
  const refused = plan.items.find(({ outcome }) => outcome === 'left_out' || outcome === 'collision');
  if (refused !== undefined)
    throw new CommandError(
      `The service refused ${refused.name}, so nothing was changed. ${refused.notes.join(' ')}`,
    );
  const result = await client.imports.run({ ...input, dryRun: false });
  const monitors = new Map(
    result.items.flatMap(({ name, monitorShortID }) =>
      monitorShortID == null ? [] : [[name, monitorShortID] as const],
    ),
  );
  const existing = result.items.filter(({ outcome }) => outcome === 'exists');
  const paused = existing.flatMap(({ monitorShortID }) => monitorShortID ?? []);
  // An earlier `--undo` may have paused these monitors.
  await changeMonitors(client, paused, 'resume');
  return { created: result.items.length - existing.length, monitors };
}

/** Maximum monitors of one request. */
const CHANGED_AT_ONCE = 1000;

/** Pauses or resumes monitors. */
export async function changeMonitors(
  client: Client,
  monitors: readonly string[],
  type: 'pause' | 'resume',
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (const some of chunks(monitors, CHANGED_AT_ONCE))
    results.push(...(await client.monitors.bulk(some, { type })));
  return results;
}

function monitorInput({ job, pingID }: PlannedJob, hostName: string) {
  const { timezone = 'UTC', graceDuration = 0, interval, cron, onCalendar } = job.schedule ?? {};
  return {
    name: job.monitorName,
    pingID,
    // Omits the command, because commands may contain passwords.
    description: `From ${job.place}.`,
    tags: proposeTags(job, hostName),
    schedule: { interval, cron, onCalendar, timezone, graceDuration },
  };
}
