import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import type { Client } from '../../../../sdk/src/client.ts';
import { CommandError } from '../../command-line.ts';
import { STATE_FOLDERS_OF_USERS } from '../../config/state-folder.ts';
import type { AssessedJob } from '../assess-jobs.ts';
import type { Host } from '../host.ts';
import { proposeTags } from '../propose-name.ts';
import { joinChanges, unfinishedOf, withCompleted, writeBackups } from './changeset.ts';
import {
  hashOf,
  type Manifest,
  type ManifestChange,
  type ManifestChangeset,
  type ManifestJob,
  readManifest,
  writeManifest,
} from './manifest.ts';
import type { Change, PlannedJob } from './plan-changes.ts';
import { reloadUnits } from './reload-units.ts';
import { writeChange } from './write-change.ts';

/** Maximum number of runs with `--apply` whose backups are kept. */
const CHANGESETS_MAX = 50;

export interface ApplyInput {
  readonly jobs: readonly PlannedJob[];
  readonly changes: readonly Change[];
  readonly projectShortID: string | undefined;
}

export interface ApplyParts {
  readonly host: Host;
  readonly client: Client;
  /** Folder of the manifest and the backups. */
  readonly folder: string;
  readonly now: number;
}

export interface ApplyResult {
  /** Number of monitors that did not exist before. */
  readonly created: number;
  /** Number of monitors that an earlier run has created. */
  readonly existing: number;
  /** Paths of changed files, and names of changed crontabs. */
  readonly changed: readonly string[];
  /** Reasons why files were not changed. */
  readonly failed: readonly string[];
}

/**
 * Creates all monitors or none, and then edits the host. Stores the ping IDs before sending them, and the changeset before the
 * first edit. After an interruption, the next run can therefore use the same monitors and continue the changeset.
 */
export async function monitorJobs(input: ApplyInput, parts: ApplyParts): Promise<ApplyResult> {
  const { jobs, changes, projectShortID } = input;
  const { folder, host, client } = parts;
  const before = readManifest(folder, host);
  writeManifest(folder, withJobs(before, manifestJobs(jobs, { isActive: false, monitors: new Map() })));
  const { created, monitors } = await createMonitors(client, { jobs, hostName: host.name, projectShortID });
  const changesets = startChangeset(before.changesets, { jobs, changes }, parts);
  const started = withJobs({ ...before, changesets }, manifestJobs(jobs, { isActive: true, monitors }));
  writeManifest(folder, started);
  const { changed, failed } = editHost(host, changes);
  const ended = withStates(started, { changed, failed });
  writeManifest(folder, failed.size === 0 ? withCompleted(ended) : ended);
  return {
    created,
    existing: jobs.length - created,
    changed: [...changed],
    failed: [...failed.values(), ...createStateFolders(host, jobs), ...reloadUnits(host, changes)],
  };
}

/**
 * Backs up the files, and returns the changesets including a new one. If a changeset was unfinished, the new changeset replaces
 * it and includes its changes.
 */
function startChangeset(
  earlier: readonly ManifestChangeset[],
  { jobs, changes }: Pick<ApplyInput, 'jobs' | 'changes'>,
  { folder, now, host }: ApplyParts,
): readonly ManifestChangeset[] {
  const unfinished = unfinishedOf(earlier);
  const joined = unfinished === null ? changes : joinChanges(unfinished, changes, { host, folder });
  const id = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  writeBackups(joined, { folder, id });
  const changeset: ManifestChangeset = {
    id,
    isUndone: false,
    isComplete: false,
    pingIDs: [...new Set([...(unfinished?.pingIDs ?? []), ...jobs.map(({ pingID }) => pingID)])],
    changes: joined.map(
      (change): ManifestChange => ({
        originID: change.originID,
        path: change.path,
        crontabUser: change.crontabUser,
        existed: change.before !== null,
        state: changes.some((each) => each.path === change.path && each.originID === change.originID)
          ? 'planned'
          : 'done',
        beforeHash: change.before === null ? null : hashOf(change.before),
        afterHash: change.after === null ? null : hashOf(change.after),
      }),
    ),
  };
  return [...earlier.filter((candidate) => candidate !== unfinished), changeset].slice(-CHANGESETS_MAX);
}

interface EditResult {
  /** Paths of changed files, and names of changed crontabs. */
  readonly changed: ReadonlySet<string>;
  /** Reasons why files were not changed, by the same names. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Makes the changes. After a failed change, continues with the next change. */
function editHost(host: Host, changes: readonly Change[]): EditResult {
  const changed = new Set<string>();
  const failed = new Map<string, string>();
  for (const change of changes) {
    try {
      writeChange(host, change);
      changed.add(nameOf(change));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failed.set(nameOf(change), error.message);
    }
  }
  return { changed, failed };
}

function nameOf({ crontabUser, path, originID }: Pick<Change, 'crontabUser' | 'path' | 'originID'>): string {
  return crontabUser === null ? path : originID;
}

/** Records which changes of the last changeset were made. A failed change must not count as a change by hand. */
function withStates(manifest: Manifest, { changed, failed }: EditResult): Manifest {
  const stateOf = (change: ManifestChange): ManifestChange['state'] =>
    failed.has(nameOf(change)) ? 'failed' : changed.has(nameOf(change)) ? 'done' : change.state;
  const last = manifest.changesets.at(-1);
  if (last === undefined) return manifest;
  const changes = last.changes.map((change) => ({ ...change, state: stateOf(change) }));
  return { ...manifest, changesets: [...manifest.changesets.slice(0, -1), { ...last, changes }] };
}

function manifestJobs(
  jobs: readonly PlannedJob[],
  { isActive, monitors }: Pick<ManifestJob, 'isActive'> & { readonly monitors: ReadonlyMap<string, string> },
): readonly ManifestJob[] {
  return jobs.map(({ job: { key, monitorName: name, place, originID }, pingID }) => ({
    key,
    name,
    place,
    originID,
    pingID,
    monitor: monitors.get(name) ?? null,
    isActive,
  }));
}

function withJobs(manifest: Manifest, jobs: readonly ManifestJob[]): Manifest {
  const changed = new Set(jobs.map(({ pingID }) => pingID));
  return { ...manifest, jobs: [...manifest.jobs.filter(({ pingID }) => !changed.has(pingID)), ...jobs] };
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
  if (paused.length > 0) await client.monitors.bulk(paused, { type: 'resume' });
  return { created: result.items.length - existing.length, monitors };
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
