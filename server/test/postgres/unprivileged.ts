import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Whom PostgreSQL runs as: it refuses root, so that it runs as nobody there. Empty for anybody else. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (entry === null)
    throw new Error('PostgreSQL refuses to run as root, and this machine has no user nobody.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** Gives a file or a folder, with all that is in it, to whom PostgreSQL runs as. */
export function giveAway(path: string): void {
  const { uid, gid } = unprivileged();
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const inside of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    chownSync(join(path, inside), uid, gid);
}

/** A temporary folder that whom PostgreSQL runs as may enter: root's own may be shut to all others. */
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
