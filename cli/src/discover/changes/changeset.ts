import { join } from 'node:path';
import { CommandError } from '../../command-line.ts';
import { readPrivateFile, writePrivateFile } from '../../config/private-file.ts';
import type { Host } from '../host.ts';
import {
  hashOf,
  type Manifest,
  type ManifestChange,
  type ManifestChangeset,
  requireOwn,
} from './manifest.ts';
import type { Change } from './plan-changes.ts';
import { isSameContent, readCurrentContent } from './write-change.ts';

/** Returns the last changeset if its run with `--apply` was interrupted or couldn't change every file; otherwise null. */
export function unfinishedOf(changesets: readonly ManifestChangeset[]): ManifestChangeset | null {
  const last = changesets.at(-1);
  return last === undefined || last.isComplete || last.isUndone ? null : last;
}

/** Adds changes to the changes of an unfinished changeset, so that one `--undo` reverts all of them. */
export function joinChanges(
  unfinished: ManifestChangeset,
  changes: readonly Change[],
  { host, folder }: { readonly host: Host; readonly folder: string },
): readonly Change[] {
  const stillApplied = unfinished.changes
    .map(
      (change, index): Change => ({
        ...change,
        ...readBackups(folder, { id: unfinished.id, index, change }),
      }),
    )
    .filter((change) => isSameContent(readCurrentContent(host, change), change.after));
  const firstOf = (change: Change) => stillApplied.find((applied) => isSamePlace(applied, change)) ?? change;
  return [
    ...stillApplied.filter((applied) => !changes.some((change) => isSamePlace(applied, change))),
    ...changes.map((change) => ({ ...change, before: firstOf(change).before })),
  ];
}

/** Marks the last changeset as complete, so that the next run with `--apply` can be undone on its own. */
export function withCompleted(manifest: Manifest): Manifest {
  const unfinished = unfinishedOf(manifest.changesets);
  if (unfinished === null) return manifest;
  const changesets = [...manifest.changesets.slice(0, -1), { ...unfinished, isComplete: true }];
  return { ...manifest, changesets };
}

/** Stores the content of each file before and after a changeset. */
export function writeBackups(
  changes: readonly Change[],
  { folder, id }: { readonly folder: string; readonly id: string },
): void {
  for (const [index, { before, after }] of changes.entries()) {
    if (before !== null) writePrivateFile(backupPath(folder, id, `${index}.before`), before);
    if (after !== null) writePrivateFile(backupPath(folder, id, `${index}.after`), after);
  }
}

/**
 * Returns the content of a file before and after a changeset. Throws a CommandError if a backup is missing, or isn't what the command
 * stored.
 */
export function readBackups(
  folder: string,
  { id, index, change }: { readonly id: string; readonly index: number; readonly change: ManifestChange },
): Pick<Change, 'before' | 'after'> {
  const read = (name: string, hash: string | null): Buffer | null => {
    const path = backupPath(folder, id, `${index}.${name}`);
    if (hash === null) return null;
    requireOwn(path);
    const content = readPrivateFile(path);
    if (content !== null && hashOf(content) === hash) return content;
    throw new CommandError(
      content === null
        ? `The backup of ${change.originID} in ${folder} is missing.`
        : `${path} was changed, so it isn't the backup of ${change.originID} any more.`,
    );
  };
  return { before: read('before', change.beforeHash), after: read('after', change.afterHash) };
}

function backupPath(folder: string, id: string, name: string): string {
  return join(folder, 'backups', id, name);
}

function isSamePlace(a: Change, b: Change): boolean {
  return a.originID === b.originID && a.path === b.path;
}
