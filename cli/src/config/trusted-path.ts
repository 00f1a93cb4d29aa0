import { existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_OTHERS = 0o002;
const STICKY = 0o1000;

/** Conditions under which a path is trusted. */
export interface Trust {
  /** First folder to check. Folders above it are trusted. */
  readonly from: string;
  /** Whether the owner of a file or folder is trusted. */
  readonly isOwner: (uid: number) => boolean;
}

export interface UntrustedPart {
  readonly path: string;
  /** How another user can change the part, such as `belongs to the user 1000`. */
  readonly problem: string;
}

/** Trusts root and the user who runs the command. On systems without user IDs, everybody is trusted. */
export const OWN: Trust = {
  from: '/',
  isOwner: (uid) => uid === 0 || process.geteuid === undefined || uid === process.geteuid(),
};

/**
 * Returns the first folder, link or file of a path that another user could replace or write; null if there is none. The path must be
 * below `from`. Parts that don't exist aren't checked, because only the folder above them matters.
 */
export function untrustedPart(path: string, { from, isOwner }: Trust): UntrustedPart | null {
  let at = from;
  for (const name of ['', ...relative(from, path).split(sep)]) {
    at = join(at, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    const problem = isProtected(stat) && isOwner(stat.uid) ? null : problemOf(stat, isOwner);
    if (problem !== null) return { path: at, problem };
    // `existsSync` is false for links that form a circle.
    if (!stat.isSymbolicLink() || !existsSync(at)) continue;
    const part = untrustedPart(resolve(dirname(at), readlinkSync(at)), { from: '/', isOwner });
    if (part !== null) return part;
  }
  return null;
}

/** The sticky bit keeps others from replacing what is in a folder, such as /tmp, and the mode of a link has no effect. */
function isProtected(stat: Stats): boolean {
  return stat.isSymbolicLink() || (stat.isDirectory() && (stat.mode & STICKY) !== 0);
}

/**
 * Says how another user can change a file or the list of a folder; null if no other user can. Many distributions give each user a group of
 * their own, and make the user's folders writable by this group, so only root distrusts groups.
 */
export function problemOf({ uid, gid, mode }: Stats, isOwner: Trust['isOwner']): string | null {
  if (process.geteuid === undefined) return null;
  if (!isOwner(uid)) return `belongs to the user ${uid}`;
  const isGroupDistrusted = process.geteuid() === 0 && gid !== 0;
  const distrusted = isGroupDistrusted ? WRITABLE_BY_GROUP | WRITABLE_BY_OTHERS : WRITABLE_BY_OTHERS;
  return (mode & distrusted) === 0 ? null : 'can be changed by other users';
}
