import { closeSync, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileTarget, type OutputTarget } from './output-target.ts';

/** Files that buffer the output of a job. */
export interface DeferredOutput {
  readonly stdout: OutputTarget;
  readonly stderr: OutputTarget;
  /** Prints the files if `isShown`, and closes them. */
  readonly end: (isShown: boolean) => Promise<void>;
}

/** Buffers the output of a job in files, which are printed only if the job fails. */
export function deferOutput(): DeferredOutput {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  const files = { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr') };
  // Deletes the files right after opening them, so that none is left behind if this process is killed.
  const fds = { stdout: openSync(files.stdout, 'wx+', 0o600), stderr: openSync(files.stderr, 'wx+', 0o600) };
  rmSync(folder, { recursive: true });

  async function show(name: 'stdout' | 'stderr'): Promise<void> {
    const stream = createReadStream('', { fd: fds[name], autoClose: false, start: 0 });
    await pipeline(stream, process[name], { end: false });
  }

  return {
    stdout: fileTarget(fds.stdout),
    stderr: fileTarget(fds.stderr),
    async end(isShown) {
      if (isShown) {
        await show('stdout');
        await show('stderr');
      }
      for (const fd of Object.values(fds)) closeSync(fd);
    },
  };
}
