import { writeSync } from 'node:fs';

/** Destination of a job's output. */
export interface OutputTarget {
  /**
   * Writes bytes. Returns null, or a promise if the target accepts no more bytes for now. If a promise is returned, the
   * caller may reuse the buffer only after the promise has resolved. Throws if the target is gone.
   */
  readonly write: (bytes: Buffer) => Promise<void> | null;
}

export type StandardOutput = NodeJS.WriteStream & { readonly fd: 1 | 2 };

/** Writes to an output of this process. Create at most one target for each stream. */
export function targetOf(stream: StandardOutput): OutputTarget {
  // An error means that the reader is gone. The next write then throws, so this handler does nothing.
  stream.on('error', () => {});
  return {
    write(bytes) {
      // While the stream still buffers earlier bytes, appends to the stream to preserve the order.
      const size = stream.writableLength === 0 ? writeAtOnce(stream.fd, bytes) : 0;
      if (size === bytes.length) return null;
      return new Promise((resolve) => stream.write(bytes.subarray(size), () => resolve()));
    },
  };
}

/** Writes without blocking, and returns the number of bytes that the pipe accepted. */
function writeAtOnce(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
