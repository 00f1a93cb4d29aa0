import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { OWN, untrustedPart } from '../../config/trusted-path.ts';
import { CommandError } from '../../process/command-line.ts';
import type { Host } from '../host.ts';
import { LISTED_CRONTAB, withoutHeader } from '../schedule-file.ts';
import type { Change } from './plan-changes.ts';

type ChangedFile = Pick<Change, 'originID' | 'path' | 'crontabUser'>;

/** Name of the temporary file. cron and systemd ignore names that begin with a dot. */
const TEMPORARY = '.overdue-new';
/** Mode of new files. Drop-ins contain the ping URL, which is a credential. */
const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o755;
const MODE_BITS = 0o7777;

/**
 * Returns the current content of a file or a user's crontab; null if there is none. root reads the file of a crontab, because
 * Debian's `crontab -l` writes carriage returns as `\\r`.
 */
export function readCurrentContent(host: Host, { path, crontabUser }: ChangedFile): Buffer | null {
  if (crontabUser === null || host.isImage) return host.read(path);
  if (path !== LISTED_CRONTAB) {
    const bytes = host.read(path);
    return bytes === null ? null : withoutHeader(bytes);
  }
  const listed = host.run('crontab', ['-l']);
  return listed?.status === 0 ? withoutHeader(listed.stdout) : null;
}

/** Writes a change. Throws a CommandError and changes nothing if the current content isn't `before`. */
export function writeChange(host: Host, change: Change): void {
  if (!isSameContent(readCurrentContent(host, change), change.before))
    throw new CommandError(`${change.originID} was changed by another program. Run the command again.`);
  if (change.crontabUser !== null && !host.isImage) installCrontab(host, change, change.crontabUser);
  else {
    requireNoLink(host, change.path);
    requireTrustedFolder(dirname(host.locate(change.path)));
    writeFile(host.locate(change.path), change.after);
  }
  if (!isSameContent(readCurrentContent(host, change), change.after))
    throw new CommandError(
      `${change.originID} doesn't have the expected content after the change. Compare it with its backup.`,
    );
}

/** Throws a CommandError if a file or its folder is a symbolic link, which could redirect the content. */
function requireNoLink(host: Host, path: string): void {
  const link = [path, posix.dirname(path)].find((each) => host.linkTarget(each) !== null);
  if (link !== undefined)
    throw new CommandError(`${link} is a symbolic link, and Overdue doesn't write through links.`);
}

/** Throws a CommandError if another user could redirect the content by replacing a folder of the path. */
function requireTrustedFolder(folder: string): void {
  const part = untrustedPart(folder, OWN);
  if (part !== null)
    throw new CommandError(
      `${part.path} ${part.problem}, so Overdue doesn't write there. Run the command as the owner of the folder.`,
    );
}

export function isSameContent(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

function ofUser(host: Host, user: string): readonly string[] {
  return host.user === user ? [] : ['-u', user];
}

/** Installs the text with the program `crontab`, which checks the lines and notifies cron. */
function installCrontab(host: Host, { after, originID }: Change, user: string): void {
  const result = host.run('crontab', [...ofUser(host, user), '-'], after ?? Buffer.alloc(0));
  if (result?.status === 0) return;
  throw new CommandError(
    `crontab refused the ${originID}: ${result === null ? 'there is no such program' : result.stderr}`,
  );
}

/** Writes or removes a file. Throws a CommandError if the system refuses, for example on a file system that is read-only. */
function writeFile(path: string, content: Buffer | null): void {
  try {
    if (content === null) removeFile(path);
    else replaceFile(path, content);
  } catch (error) {
    throw new CommandError(
      `${path} can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Replaces a file atomically and preserves its owner and mode. */
function replaceFile(path: string, bytes: Buffer): void {
  const old = lstatSync(path, { throwIfNoEntry: false });
  const temporary = join(dirname(path), TEMPORARY);
  mkdirSync(dirname(path), { recursive: true, mode: NEW_FOLDER_MODE });
  // An interrupted run may have left the file. A file that somebody else has put there is never written.
  if (lstatSync(temporary, { throwIfNoEntry: false }) !== undefined) unlinkSync(temporary);
  const file = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    NEW_FILE_MODE,
  );
  try {
    if (old !== undefined) fchownSync(file, old.uid, old.gid);
    fchmodSync(file, old === undefined ? NEW_FILE_MODE : old.mode & MODE_BITS);
    writeFileSync(file, bytes);
    fsyncSync(file);
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Removes a drop-in, and its folder if nothing else is in the folder. */
function removeFile(path: string): void {
  unlinkSync(path);
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
}
