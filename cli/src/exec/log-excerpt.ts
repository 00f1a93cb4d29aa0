/** How many bytes of a job's output the log contains: the first 20,000 and the last 60,000. */
export const HEAD_BYTES_MAX = 20_000;
export const TAIL_BYTES_MAX = 60_000;

/** The beginning and the end of an output of any length. */
export interface LogExcerpt {
  readonly add: (chunk: Uint8Array) => void;
  /** Returns the log, with a line in place of the omitted bytes. */
  readonly read: () => Buffer;
}

export function createLogExcerpt(headMax = HEAD_BYTES_MAX, tailMax = TAIL_BYTES_MAX): LogExcerpt {
  const head = Buffer.alloc(headMax);
  /** Ring buffer of the newest bytes. `tailEnd` counts all bytes ever written to it. */
  const tail = Buffer.alloc(tailMax);
  let headSize = 0;
  let tailEnd = 0;

  function addToTail(chunk: Uint8Array): void {
    const kept = chunk.subarray(Math.max(0, chunk.length - tailMax));
    tailEnd += chunk.length - kept.length;
    const at = tailEnd % tailMax;
    const first = kept.subarray(0, tailMax - at);
    tail.set(first, at);
    tail.set(kept.subarray(first.length), 0);
    tailEnd += kept.length;
  }

  return {
    add(chunk) {
      const first = chunk.subarray(0, headMax - headSize);
      head.set(first, headSize);
      headSize += first.length;
      if (first.length < chunk.length) addToTail(chunk.subarray(first.length));
    },
    read() {
      const start = Buffer.from(head.subarray(0, headSize));
      if (tailEnd <= tailMax) return Buffer.concat([start, tail.subarray(0, tailEnd)]);
      const at = tailEnd % tailMax;
      const gap = Buffer.from(`\n[overdue: ${tailEnd - tailMax} bytes left out]\n`);
      return Buffer.concat([start, gap, tail.subarray(at), tail.subarray(0, at)]);
    },
  };
}
