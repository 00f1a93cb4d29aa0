import { existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

/** Conditions under which a path is trusted. */
export interface Trust {
  /** First folder to check. Folders above it are trusted. */
  readonly from: string;
  /** Whether the owner of a file or folder is trusted. */
  readonly isOwner: (uid: number) => boolean;
}

/**
 * Returns the first folder, link or file of a path that another user could replace or write; null if there is none. The path must be
 * below `from`. Parts that don't exist aren't checked, because only the folder above them matters.
 */
export function untrustedPart(path: string, { from, isOwner }: Trust): string | null {
  let at = from;
  for (const name of ['', ...relative(from, path).split(sep)]) {
    at = join(at, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!isOwner(stat.uid) || isWritableByOthers(stat)) return at;
    // `existsSync` is false for links that form a circle.
    if (!stat.isSymbolicLink() || !existsSync(at)) continue;
    const part = untrustedPart(resolve(dirname(at), readlinkSync(at)), { from: '/', isOwner });
    if (part !== null) return part;
  }
  return null;
}

/** The sticky bit keeps others from replacing what is in a folder, and the mode of a link has no effect. */
function isWritableByOthers(stat: Stats): boolean {
  if (stat.isSymbolicLink() || (stat.isDirectory() && (stat.mode & STICKY) !== 0)) return false;
  const isOwnGroup = stat.gid === 0 || stat.gid === process.getegid?.();
  return (stat.mode & WRITABLE_BY_ALL) !== 0 || (!isOwnGroup && (stat.mode & WRITABLE_BY_GROUP) !== 0);
}
