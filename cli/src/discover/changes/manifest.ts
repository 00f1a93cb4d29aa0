import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../../config/private-file.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { CommandError, type Environment } from '../../process/command-line.ts';
import type { WrittenLine } from '../edit/edit-lines.ts';
import type { Host } from '../host.ts';
import { fieldOf, listField, textField } from '../json-fields.ts';

/** A job for which the command has created a monitor. */
export interface ManifestJob {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly originID: string;
  readonly pingID: string;
  /** Short ID of the monitor; null until it is created. */
  readonly monitor: string | null;
  /** Whether the monitor expects runs. False until the monitor exists, and after `--undo` has paused it. */
  readonly isActive: boolean;
  /** Texts that the command wrote for the job, the newest last. `--undo` takes nothing else back. */
  readonly written: readonly Written[];
}

/** A text that the command wrote, and the text before. Latin-1, which keeps every byte. */
export type Written =
  | ({ readonly kind: 'line' } & WrittenLine)
  | {
      readonly kind: 'drop-in';
      readonly path: string;
      /** Null if there was no such file. */
      readonly from: string | null;
      readonly to: string;
    };

/** Jobs of one run with `--apply`. */
export interface ManifestChangeset {
  /** False until every file is changed. The next run with `--apply` continues an incomplete changeset. */
  readonly isComplete: boolean;
  /** Ping IDs of the jobs that `--undo` has not taken back. The changeset is undone if there are none. */
  readonly pingIDs: readonly string[];
}

/** The host or image to which a manifest belongs. */
export type Machine = Pick<Host, 'name' | 'root' | 'machineID'>;

/**
 * Lists the command's changes on one host or image. With the list, a second run changes nothing, and `--undo` can restore
 * everything.
 */
export interface Manifest {
  readonly machine: Machine;
  readonly jobs: readonly ManifestJob[];
  readonly changesets: readonly ManifestChangeset[];
}

const FILE = 'manifest.json';
const WRITABLE_BY_OTHERS = 0o022;

/** Folder with a folder for each host or image. */
function discoverFolder(env: Environment): string {
  return join(stateFolder(env), 'discover');
}

/** Returns the folder of the manifest and the backups of a host or image. */
export function machineFolder(env: Environment, { name, root, machineID }: Machine): string {
  return join(discoverFolder(env), hashOf([name, root, machineID].join('\n')).slice(0, 16));
}

/** Returns the hash of a content. */
export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Reads the manifest in a folder. Throws a CommandError if another user could have written it, because `--undo` writes what it lists. */
export function readManifest(folder: string, machine: Machine): Manifest {
  return readExisting(folder) ?? { machine: pickMachine(machine), jobs: [], changesets: [] };
}

/** Reads the manifests of other hosts and images. A copy of a host has the manifest of the original. */
export function readOtherManifests(
  env: Environment,
  machine: Machine,
): readonly { readonly folder: string; readonly manifest: Manifest }[] {
  const parent = discoverFolder(env);
  const own = machineFolder(env, machine);
  return namesIn(parent).flatMap((name) => {
    const folder = join(parent, name);
    const manifest = folder === own ? null : readExisting(folder);
    return manifest === null ? [] : [{ folder, manifest }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function pickMachine({ name, root, machineID }: Machine): Machine {
  return { name, root, machineID };
}

function readExisting(folder: string): Manifest | null {
  const path = join(folder, FILE);
  for (const each of [join(folder, '..'), folder, path]) requireOwn(each);
  const bytes = readPrivateFile(path);
  if (bytes === null) return null;
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

/** Throws a CommandError if a path is a link, belongs to another user, or may be written by others. */
export function requireOwn(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  const isOwn = process.geteuid === undefined || stat.uid === process.geteuid();
  if (isOwn && !stat.isSymbolicLink() && (stat.mode & WRITABLE_BY_OTHERS) === 0) return;
  throw new CommandError(
    `${path} is not used, because another user could have written it. It must belong to the user who runs the command, and nobody else may write it.`,
  );
}

export function writeManifest(folder: string, manifest: Manifest): void {
  for (const each of [join(folder, '..'), folder, join(folder, FILE)]) requireOwn(each);
  writePrivateFile(
    join(folder, FILE),
    Buffer.from(`${JSON.stringify({ version: 1, ...manifest }, null, 1)}\n`),
  );
}

function parseManifest(value: unknown): Manifest | null {
  const jobs = parseList(value, 'jobs', parseJob);
  const changesets = parseList(value, 'changesets', parseChangeset);
  const machine = parseMachine(fieldOf(value, 'machine'));
  return jobs === null || changesets === null || machine === null ? null : { machine, jobs, changesets };
}

function parseMachine(value: unknown): Machine | null {
  const [name, root, machineID] = ['name', 'root', 'machineID'].map((field) => textField(value, field));
  return name == null || root == null || machineID == null ? null : { name, root, machineID };
}

function parseJob(value: unknown): ManifestJob | null {
  const [key, name, place, originID, pingID] = ['key', 'name', 'place', 'originID', 'pingID'].map((field) =>
    textField(value, field),
  );
  const isActive = fieldOf(value, 'isActive');
  const written = parseList(value, 'written', parseWritten);
  if (key == null || name == null || place == null || originID == null || pingID == null) return null;
  const monitor = textField(value, 'monitor');
  return typeof isActive === 'boolean' && written !== null
    ? { key, name, place, originID, pingID, monitor, isActive, written }
    : null;
}

function parseWritten(value: unknown): Written | null {
  const kind = textField(value, 'kind');
  const text = (field: string) => textField(value, field);
  const [before, command, wrapped, after] = ['before', 'command', 'wrapped', 'after'].map(text);
  if (kind === 'line' && before != null && command != null && wrapped != null && after != null)
    return { kind, before, command, wrapped, after };
  const [path, from = null, to] = ['path', 'from', 'to'].map(text);
  return kind === 'drop-in' && path != null && to != null ? { kind, path, from, to } : null;
}

function parseChangeset(value: unknown): ManifestChangeset | null {
  const isComplete = fieldOf(value, 'isComplete');
  const pingIDs = parseList(value, 'pingIDs', parseText);
  return typeof isComplete === 'boolean' && pingIDs !== null ? { isComplete, pingIDs } : null;
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns the items of a field; null if the field is not a list, or if an item can't be parsed. */
function parseList<T>(value: unknown, key: string, parse: (item: unknown) => T | null): readonly T[] | null {
  const items = listField(value, key)?.map(parse) ?? null;
  return items?.every((item) => item !== null) === true ? items : null;
}
