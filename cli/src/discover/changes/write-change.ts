import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../command-line.ts';
import type { Host } from '../host.ts';
import type { Change } from './plan-changes.ts';

type ChangedFile = Pick<Change, 'originID' | 'path' | 'crontabUser'>;

/** Name of the temporary file. cron and systemd ignore names that begin with a dot. */
const TEMPORARY = '.overdue-new';
const NEW_FILE_MODE = 0o644;
const MODE_BITS = 0o7777;

/** Returns the current content of a file or a user's crontab; null if there is none. */
export function readCurrentContent(host: Host, { path, crontabUser }: ChangedFile): Buffer | null {
  if (crontabUser === null || host.isImage) return host.read(path);
  const listed = host.run('crontab', [...ofUser(host, crontabUser), '-l']);
  return listed?.status === 0 ? listed.stdout : null;
}

/** Writes a change. Throws a CommandError and changes nothing if the current content isn't `before`. */
export function writeChange(host: Host, change: Change): void {
  if (!isSameContent(readCurrentContent(host, change), change.before))
    throw new CommandError(`${change.originID} was changed by another program. Run the command again.`);
  if (change.crontabUser !== null && !host.isImage) installCrontab(host, change, change.crontabUser);
  else if (change.after === null) removeFile(host.locate(change.path));
  else replaceFile(host.locate(change.path), change.after);
  if (!isSameContent(readCurrentContent(host, change), change.after))
    throw new CommandError(
      `${change.originID} doesn't have the expected content after the change. Compare it with its backup.`,
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

/** Replaces a file atomically and preserves its owner and mode. */
function replaceFile(path: string, bytes: Buffer): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const old = statSync(target, { throwIfNoEntry: false });
  mkdirSync(dirname(target), { recursive: true });
  const temporary = join(dirname(target), TEMPORARY);
  try {
    const file = openSync(temporary, 'w', NEW_FILE_MODE);
    writeFileSync(file, bytes);
    fsyncSync(file);
    closeSync(file);
    if (old !== undefined) {
      chownSync(temporary, old.uid, old.gid);
      chmodSync(temporary, old.mode & MODE_BITS);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (existsSync(temporary)) unlinkSync(temporary);
    throw new CommandError(
      `${path} can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Removes a drop-in, and its folder if nothing else is in the folder. */
function removeFile(path: string): void {
  unlinkSync(path);
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
}
