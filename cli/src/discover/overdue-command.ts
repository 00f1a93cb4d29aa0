import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { isSea } from 'node:sea';
import { CommandError, usageError } from '../command-line.ts';
import type { Host } from './host.ts';

/** Path where the package installs the command. */
const INSTALLED = '/usr/bin/overdue';
const FOR_OTHERS = 0o001;

/**
 * Returns the command, as words, that jobs of this host use to run `overdue`. Paths are absolute, because cron knows only a short
 * PATH.
 */
export function overdueCommand(
  wanted: string | undefined,
  { isImage }: Pick<Host, 'isImage'>,
): readonly string[] {
  if (wanted !== undefined) {
    if (isAbsolute(wanted)) return [wanted];
    throw usageError('--program must be an absolute path, because cron searches few folders for commands.');
  }
  if (isImage) return [INSTALLED];
  const own = isSea() ? process.execPath : realpathSync(process.argv[1] ?? '');
  if (existsSync(INSTALLED) && realpathSync(INSTALLED) === own) return [INSTALLED];
  return isSea() ? [own] : [process.execPath, own];
}

/** Throws unless every user can run the program. Otherwise jobs of other users would fail. */
export function requireUsableByAll(program: readonly string[]): void {
  const hidden = program.find((path) => isAbsolute(path) && !isOpenToAll(path));
  if (hidden === undefined && !program.some((path) => path.includes('/_npx/'))) return;
  throw new CommandError(
    `${hidden ?? program.join(' ')} can't be run by the jobs of other users. Install the Overdue package, or name the command with --program.`,
  );
}

function isOpenToAll(path: string): boolean {
  for (let each = path; each !== '/'; each = dirname(each)) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return false;
    // Node only reads the script, so the script file needn't be executable.
    const isScript = each === path && !isSea() && path !== process.execPath;
    if (!isScript && (mode & FOR_OTHERS) === 0) return false;
  }
  return true;
}
