import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file of the repository. `path` is relative to the root and contains forward slashes. `text` is empty if the file
 * isn't text, such as a picture.
 */
export interface RepoFile {
  readonly path: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '..');
const BYTES_MAX = 2_000_000;

/** Returns all files that git tracks, and new files that git doesn't ignore. */
export function readRepoFiles(): readonly RepoFile[] {
  return listPaths().flatMap((path) => {
    const full = join(ROOT, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > BYTES_MAX) return [];
    const text = readFileSync(full, 'utf8');
    return [{ path, text: text.includes('\0') ? '' : text }];
  });
}

function listPaths(): readonly string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(output.split('\0'))].filter((path) => path !== '').sort();
  } catch {
    // Git is missing, or this is an unpacked archive.
    const exclude = ['**/node_modules', '.git', '**/dist', '**/coverage', '**/data'];
    return globSync(['**/*', '**/.*', '.ci/*'], { cwd: ROOT, exclude }).sort();
  }
}
