import type { Client } from '../../../../sdk/src/client.ts';
import { CommandError } from '../../command-line.ts';
import type { AssessedJob } from '../assess-jobs.ts';
import type { Host } from '../host.ts';
import { completeChangeset, joinChanges, unfinishedOf, writeBackups } from './changeset.ts';
import { createMonitors } from './create-monitors.ts';
import {
  type Manifest,
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
  const before = readManifest(folder);
  writeManifest(folder, withJobs(before, manifestJobs(jobs, { isActive: false })));
  const { created, monitors } = await createMonitors(client, { jobs, hostName: host.name, projectShortID });
  const changesets = startChangeset(before.changesets, { jobs, changes, monitors }, parts);
  writeManifest(folder, withJobs({ ...before, changesets }, manifestJobs(jobs, { isActive: true })));
  const { changed, failed } = editHost(host, changes);
  if (failed.length === 0) completeChangeset(folder);
  return {
    created,
    existing: jobs.length - created,
    changed,
    failed: [...failed, ...reloadUnits(host, changes)],
  };
}

/**
 * Backs up the files, and returns the changesets including a new one. If a changeset was unfinished, the new changeset replaces
 * it and includes its changes.
 */
function startChangeset(
  earlier: readonly ManifestChangeset[],
  { jobs, changes, monitors }: Pick<ApplyInput, 'jobs' | 'changes'> & Pick<ManifestChangeset, 'monitors'>,
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
    monitors: [...new Set([...(unfinished?.monitors ?? []), ...monitors])],
    pingIDs: [...new Set([...(unfinished?.pingIDs ?? []), ...jobs.map(({ pingID }) => pingID)])],
    changes: joined.map(({ originID, path, crontabUser, before }) => ({
      originID,
      path,
      crontabUser,
      existed: before !== null,
    })),
  };
  return [...earlier.filter((candidate) => candidate !== unfinished), changeset].slice(-CHANGESETS_MAX);
}

/** Makes the changes. After a failed change, continues with the next change. */
function editHost(host: Host, changes: readonly Change[]): Pick<ApplyResult, 'changed' | 'failed'> {
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
  jobs: readonly PlannedJob[],
  { isActive }: Pick<ManifestJob, 'isActive'>,
): readonly ManifestJob[] {
  return jobs.map(({ job: { key, monitorName: name, place, originID }, pingID }) => ({
    key,
    name,
    place,
    originID,
    pingID,
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
