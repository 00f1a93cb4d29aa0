import { join } from 'node:path';
import { CommandError, type Environment } from '../../command-line.ts';
import { readPrivateFile, writePrivateFile } from '../../config/private-file.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { fieldOf, listField, textField } from '../json-fields.ts';

/** A job for which the command has created a monitor. */
export interface ManifestJob {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly originID: string;
  readonly pingID: string;
  /** False after `--undo`. */
  readonly isActive: boolean;
}

/** A file or a user's crontab that was changed. The backups contain its content before and after the change. */
export interface ManifestChange {
  readonly originID: string;
  readonly path: string;
  readonly crontabUser: string | null;
  /** Whether the file existed before. */
  readonly existed: boolean;
}

/** Changes of one run with `--apply`. */
export interface ManifestChangeset {
  readonly id: string;
  readonly isUndone: boolean;
  /** False until every file is changed. The next run with `--apply` continues an incomplete changeset. */
  readonly isComplete: boolean;
  readonly changes: readonly ManifestChange[];
  /** Short IDs of the monitors that belong to the edited jobs. */
  readonly monitors: readonly string[];
  readonly pingIDs: readonly string[];
}

/**
 * Lists the command's changes on this host. With the list, a second run changes nothing, and `--undo` can restore
 * everything.
 */
export interface Manifest {
  readonly jobs: readonly ManifestJob[];
  readonly changesets: readonly ManifestChangeset[];
}

const EMPTY: Manifest = { jobs: [], changesets: [] };

/** Returns the folder of the manifest and the backups. */
export function discoverFolder(env: Environment): string {
  return join(stateFolder(env), 'discover');
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json');
  const bytes = readPrivateFile(path);
  if (bytes === null) return EMPTY;
  try {
    const manifest = parseManifest(JSON.parse(bytes.toString()));
    if (manifest !== null) return manifest;
  } catch {
    // The file is not valid JSON, so the error below is thrown.
  }
  throw new CommandError(
    `${path} is damaged, so Overdue can't tell which jobs already report. Restore the file from a backup, or move it away.`,
  );
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writePrivateFile(
    join(folder, 'manifest.json'),
    Buffer.from(`${JSON.stringify({ version: 1, ...manifest }, null, 1)}\n`),
  );
}

function parseManifest(value: unknown): Manifest | null {
  const jobs = parseList(value, 'jobs', parseJob);
  const changesets = parseList(value, 'changesets', parseChangeset);
  return jobs === null || changesets === null ? null : { jobs, changesets };
}

function parseJob(value: unknown): ManifestJob | null {
  const [key, name, place, originID, pingID] = ['key', 'name', 'place', 'originID', 'pingID'].map((field) =>
    textField(value, field),
  );
  const isActive = fieldOf(value, 'isActive');
  if (key == null || name == null || place == null || originID == null || pingID == null) return null;
  return typeof isActive === 'boolean' ? { key, name, place, originID, pingID, isActive } : null;
}

function parseChangeset(value: unknown): ManifestChangeset | null {
  const id = textField(value, 'id');
  const isUndone = fieldOf(value, 'isUndone');
  const isComplete = fieldOf(value, 'isComplete') !== false;
  const changes = parseList(value, 'changes', parseChange);
  const [monitors, pingIDs] = ['monitors', 'pingIDs'].map((field) => parseList(value, field, parseText));
  if (id === null || typeof isUndone !== 'boolean' || changes === null || monitors == null || pingIDs == null)
    return null;
  return /^[\w-]+$/.test(id) ? { id, isUndone, isComplete, changes, monitors, pingIDs } : null;
}

function parseChange(value: unknown): ManifestChange | null {
  const [originID, path] = ['originID', 'path'].map((field) => textField(value, field));
  const crontabUser = fieldOf(value, 'crontabUser');
  const existed = fieldOf(value, 'existed');
  if (originID == null || path == null || typeof existed !== 'boolean') return null;
  return crontabUser === null || typeof crontabUser === 'string'
    ? { originID, path, crontabUser, existed }
    : null;
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns the items of a field; null if the field is not a list, or if an item can't be parsed. */
function parseList<T>(value: unknown, key: string, parse: (item: unknown) => T | null): readonly T[] | null {
  const items = listField(value, key)?.map(parse) ?? null;
  return items?.every((item) => item !== null) === true ? items : null;
}
