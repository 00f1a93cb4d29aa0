import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';
import type { SourceFile } from '../compat/source/item.ts';
import type { CommandLine } from './command-line.ts';

const FILE_BYTES_MAX = 100_000_000;
const SQLITE = 'SQLite format 3\0';
/** Names that cron reads in `/etc/cron.d`. */
const CRON_NAME = /^[A-Za-z0-9_-]+$/;

/** Reads exported files, the files of folders, and databases of Uptime Kuma. */
export async function readSourceFiles(
  cli: Pick<CommandLine, 'readInput'>,
  paths: readonly string[],
): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) {
    if (path === '-') files.push({ name: 'standard input', text: await cli.readInput() });
    else files.push(...(await readPath(path)));
  }
  return files;
}

/** Reads a key from a file, so that the key doesn't appear in the process list. */
export async function readSecret(cli: Pick<CommandLine, 'readInput'>, file: string): Promise<string> {
  return (file === '-' ? await cli.readInput() : await readFile(file, 'utf8')).trim();
}

async function readPath(path: string): Promise<readonly SourceFile[]> {
  const fileStat = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', `${path} can't be read.`, { cause });
  });
  if (fileStat.isDirectory()) return readFolder(path);
  if (fileStat.size > FILE_BYTES_MAX && !(await isDatabase(path)))
    throw new AppError('too_large', `${path} is larger than ${FILE_BYTES_MAX / 1_000_000} MB.`);
  return [await readOne(path)];
}

/** Reads a folder like `/etc/cron.d`. Skips files that cron ignores by their names, such as backups of editors. */
async function readFolder(path: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && CRON_NAME.test(entry.name))
    .map(({ name }) => name);
  const folder = basename(resolve(path));
  return Promise.all(
    names.sort().map(async (name) => ({
      name: `${folder}/${name}`,
      text: await readFile(join(path, name), 'utf8'),
      isSystem: true,
    })),
  );
}

async function readOne(path: string): Promise<SourceFile> {
  const name = basename(path);
  if (await isDatabase(path)) {
    const { readKumaDatabase } = await import('../compat/uptime-kuma/kuma-database.ts');
    try {
      return { name, text: JSON.stringify(readKumaDatabase(path)) };
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new AppError('invalid', `${path} can't be read as a database of Uptime Kuma: ${why}.`, { cause });
    }
  }
  const isSystem = /^\/etc\/(?:crontab$|cron\.d\/)/.test(resolve(path));
  return { name, text: await readFile(path, 'utf8'), ...(isSystem ? { isSystem } : {}) };
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    return bytesRead === SQLITE.length && buffer.toString('latin1') === SQLITE;
  } finally {
    await file.close();
  }
}
