import { join } from 'node:path';
import { writePrivateFile } from '../../config/private-file.ts';
import type { Manifest, ManifestChangeset } from './manifest.ts';
import type { Change } from './plan-changes.ts';

/** Maximum number of runs with `--apply` that can be undone one by one. The oldest ones are undone together. */
const CHANGESETS_MAX = 50;

/**
 * Adds a run with `--apply`. If the last run was interrupted or couldn't change every file, its jobs become part of the new run, so that
 * one `--undo` takes back both.
 */
export function withChangeset(
  changesets: readonly ManifestChangeset[],
  pingIDs: readonly string[],
): readonly ManifestChangeset[] {
  const last = changesets.at(-1);
  const joined = last?.isComplete === false ? last.pingIDs : [];
  const earlier = (joined.length === 0 ? changesets : changesets.slice(0, -1)).filter(isOpen);
  const oldest = earlier.slice(0, Math.max(0, earlier.length + 2 - CHANGESETS_MAX));
  return [
    ...(oldest.length === 0 ? [] : [{ isComplete: true, pingIDs: oldest.flatMap((each) => each.pingIDs) }]),
    ...earlier.slice(oldest.length),
    { isComplete: false, pingIDs: [...new Set([...joined, ...pingIDs])] },
  ];
}

/** Whether a changeset has jobs that `--undo` has not taken back. */
export function isOpen({ pingIDs }: ManifestChangeset): boolean {
  return pingIDs.length > 0;
}

/** Marks the last changeset as complete, so that the next run with `--apply` can be undone on its own. */
export function withCompleted(manifest: Manifest): Manifest {
  const last = manifest.changesets.at(-1);
  if (last === undefined) return manifest;
  return { ...manifest, changesets: [...manifest.changesets.slice(0, -1), { ...last, isComplete: true }] };
}

/** Stores the content of each file before a run, for people. `--undo` doesn't need them. */
export function writeBackups(
  changes: readonly Change[],
  { folder, now }: { readonly folder: string; readonly now: number },
): void {
  const run = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  for (const [index, { before, originID, crontabUser, path }] of changes.entries()) {
    const name = (crontabUser === null ? path : originID)
      .replaceAll(/[^\w.@-]+/g, '_')
      .slice(-NAME_LENGTH_MAX);
    if (before !== null) writePrivateFile(join(folder, 'backups', run, `${index}-${name}`), before);
  }
}

const NAME_LENGTH_MAX = 150;
