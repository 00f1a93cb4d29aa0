import { CommandError } from '../../command-line.ts';
import type { Host } from '../host.ts';
import { readBackups } from './changeset.ts';
import { diffOf } from './diff.ts';
import { type ManifestChangeset, readManifest, writeManifest } from './manifest.ts';
import type { Change } from './plan-changes.ts';
import { reloadUnits } from './reload-units.ts';
import { isSameContent, readCurrentContent, writeChange } from './write-change.ts';

export interface UndoPlan {
  readonly changeset: ManifestChangeset;
  /** Changes that restore the files. Omits files that already have their old content. */
  readonly changes: readonly Change[];
}

/**
 * Plans to undo the last run with `--apply`; null if there was none. Throws a CommandError with the differences if a file was
 * edited after that run.
 */
export function planUndo(host: Host, folder: string): UndoPlan | null {
  const changeset = readManifest(folder).changesets.findLast(({ isUndone }) => !isUndone);
  if (changeset === undefined) return null;
  const changes: Change[] = [];
  const conflicts: string[] = [];
  for (const [index, change] of changeset.changes.entries()) {
    const { before: old, after: written } = readBackups(folder, { id: changeset.id, index, change });
    const current = readCurrentContent(host, change);
    if (isSameContent(current, old)) continue;
    if (isSameContent(current, written)) changes.push({ ...change, before: written, after: old });
    else conflicts.push(diffOf({ ...change, before: written, after: current }));
  }
  if (conflicts.length === 0) return { changeset, changes };
  throw new CommandError(
    `Nothing was undone, because these files have been changed by hand. Undo those changes, or restore the original lines yourself.\n\n${conflicts.join('\n')}`,
  );
}

/** Restores the files. Returns error messages of systemd. */
export function undo(host: Host, folder: string, { changeset, changes }: UndoPlan): readonly string[] {
  for (const change of changes) writeChange(host, change);
  const manifest = readManifest(folder);
  writeManifest(folder, {
    jobs: manifest.jobs.map((job) =>
      changeset.pingIDs.includes(job.pingID) ? { ...job, isActive: false } : job,
    ),
    changesets: manifest.changesets.map((candidate) =>
      candidate.id === changeset.id ? { ...candidate, isUndone: true } : candidate,
    ),
  });
  return reloadUnits(host, changes);
}
