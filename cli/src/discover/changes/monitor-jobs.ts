import type { Client } from '../../../../sdk/src/client.ts';
import { CommandError } from '../../command-line.ts';
import type { AssessedJob } from '../assess-jobs.ts';
import type { Host } from '../host.ts';
import { joinChanges, unfinishedOf, withCompleted, writeBackups } from './changeset.ts';
import { createMonitors } from './create-monitors.ts';
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
import { createStateFolders } from './state-folders.ts';
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
