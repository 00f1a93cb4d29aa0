import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The output of a job in files, which are shown only if the job fails. */
export function deferOutput() {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  const files = { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr') };
  // Deleted at once, so that nothing stays behind if this process is killed.
  const fds = { stdout: openSync(files.stdout, 'wx+', 0o600), stderr: openSync(files.stderr, 'wx+', 0o600) };
  rmSync(folder, { recursive: true });
  const stdout = createWriteStream('', { fd: fds.stdout, autoClose: false, start: 0 });
  const stderr = createWriteStream('', { fd: fds.stderr, autoClose: false, start: 0 });

  async function show(name: 'stdout' | 'stderr'): Promise<void> {
    const stream = createReadStream('', { fd: fds[name], autoClose: false, start: 0 });
    await pipeline(stream, process[name], { end: false });
  }

  return {
    stdout,
    stderr,
    /** Closes the files, and prints them first if `isShown`. */
    async end(isShown: boolean): Promise<void> {
      for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.end(resolve));
      if (isShown) {
        await show('stdout');
        await show('stderr');
      }
      for (const fd of Object.values(fds)) closeSync(fd);
    },
  };
}
