import { posix } from 'node:path';

/** A folder such as `/etc/cron.daily`. One line of a crontab runs all its scripts. */
export interface PartsFolder {
  readonly path: string;
  readonly name: string;
  readonly scripts: readonly string[];
  readonly notes: readonly string[];
  readonly description: string;
}

/** Executable files in a folder. */
export interface FolderScripts {
  readonly run: readonly string[];
  /** Files that `run-parts` leaves out because of their names. */
  readonly ignored: readonly string[];
}

const RUN_PARTS = /(?:^|[\s;&|{(/])run-parts(?:\s+--?\S+){0,20}\s+(\/[^\s;&|})'"]+)/;
/** Maximum number of script names in the description. */
const NAMED_MAX = 5;

/** Returns the folder whose scripts a command runs; null if the command doesn't call `run-parts`. */
export function readPartsFolder(
  command: string,
  list: (folder: string) => FolderScripts,
): PartsFolder | null {
  const path = RUN_PARTS.exec(command)?.[1]?.replace(/(?<=^\/|[^/])\/+$/, '');
  if (path === undefined) return null;
  const { run: scripts, ignored } = list(path);
  const named = scripts.slice(0, NAMED_MAX).join(', ');
  const rest = scripts.length > NAMED_MAX ? ` and ${scripts.length - NAMED_MAX} more` : '';
  return {
    path,
    name: posix.basename(path),
    scripts,
    notes:
      ignored.length === 0
        ? []
        : [`run-parts leaves out ${ignored.slice(0, NAMED_MAX).join(', ')}, because of the name.`],
    description: `${path}: ${named === '' ? 'no scripts' : named}${rest}`,
  };
}
