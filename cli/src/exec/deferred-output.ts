import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type OutputTarget, type StandardOutput, targetOf } from './output-target.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A file that buffers an output of a job. */
export interface DeferredOutput extends OutputTarget {
  /** Prints the buffered output if `isShown`, and closes the file. */
  readonly end: (isShown: boolean) => Promise<void>;
}

/**
 * Buffers an output of a job in a file, which is printed only if the job fails. If the file can't take more, for example because the disk is
 * full, prints the output at once, and calls `onFull`. Throws if the file can't be created.
 */
export function deferOutput(stream: StandardOutput, onFull: (reason: string) => void): DeferredOutput {
  const folder = makeTemporaryFolder();
  const fd = openSync(join(folder, 'output'), 'wx+', 0o600);
  // Deletes the file right after opening it, so that none is left behind if this process is killed.
  rmSync(folder, { recursive: true });
  let size = 0;
  let printing: Promise<OutputTarget> | null = null;

  async function print(): Promise<OutputTarget> {
    if (size > 0) {
      const file = createReadStream('', { fd, autoClose: false, start: 0, end: size - 1 });
      await pipeline(file, stream, { end: false });
    }
    return targetOf(stream);
  }

  return {
    write(bytes) {
      let written = 0;
      try {
        while (printing === null && written < bytes.length) {
          const count = writeSync(fd, bytes, written, bytes.length - written, size);
          written += count;
          size += count;
        }
      } catch (error) {
        onFull(error instanceof Error ? error.message : String(error));
        printing = print();
      }
      const rest = bytes.subarray(written);
      if (printing === null || rest.length === 0) return null;
      return printing.then((target) => target.write(rest) ?? undefined);
    },
    async end(isShown) {
      if (printing === null && isShown) printing = print();
      await printing;
      closeSync(fd);
    },
  };
}
