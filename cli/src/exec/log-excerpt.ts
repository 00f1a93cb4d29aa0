/** How many bytes of a job's output the log contains: the first 20,000 and the last 60,000. */
export const HEAD_BYTES_MAX = 20_000;
export const TAIL_BYTES_MAX = 60_000;

export interface ExcerptParts {
  readonly head: Buffer;
  /** How many bytes are left out between the parts. */
  readonly omittedBytes: number;
  readonly tail: Buffer;
}

/** The beginning and the end of an output of any length. */
export interface LogExcerpt {
  readonly add: (chunk: Uint8Array) => void;
  readonly read: () => ExcerptParts;
}

/** Joins the parts of a log, with a line in place of the omitted bytes. */
export function joinExcerpt({ head, omittedBytes, tail }: ExcerptParts): Buffer {
  const gap = omittedBytes === 0 ? '' : `\n[overdue: ${omittedBytes} bytes left out]\n`;
  return Buffer.concat([head, Buffer.from(gap), tail]);
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
      if (tailEnd <= tailMax)
        return { head: start, omittedBytes: 0, tail: Buffer.from(tail.subarray(0, tailEnd)) };
      const at = tailEnd % tailMax;
      const end = Buffer.concat([tail.subarray(at), tail.subarray(0, at)]);
      return { head: start, omittedBytes: tailEnd - tailMax, tail: end };
    },
  };
}
