import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Returns the user that runs PostgreSQL. PostgreSQL refuses to run as root, so root runs it as `nobody`. Empty for
 * other users.
 */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (entry === null)
    throw new Error('PostgreSQL refuses to run as root, and this machine has no user nobody.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** Gives a file or a folder and its contents to the user that runs PostgreSQL. */
export function giveAway(path: string): void {
  const { uid, gid } = unprivileged();
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const inside of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    chownSync(join(path, inside), uid, gid);
}

/**
 * Creates a temporary folder that the user running PostgreSQL may enter. Other users may be unable to enter root's own
 * temporary folder.
 */
export function temporaryFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  const open = [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll);
  if (open === undefined)
    throw new Error('PostgreSQL refuses to run as root, and nobody else may enter a temporary folder.');
  return open;
}

const ENTER_BY_OTHERS = 0o001;

function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & ENTER_BY_OTHERS;
  return isOpen !== 0 && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}
