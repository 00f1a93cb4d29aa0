import { Worker } from 'node:worker_threads';
import { monotonicOfAllThreads } from './clock.ts';

/** Interval between the signs of life of the second thread. */
const BEAT_MS = 250;
const NS_PER_MS = 1_000_000n;

/**
 * Runs as a text, because a single executable has no file for it. `cells`: time of the last sign of life, and the longest time
 * between two of them, in nanoseconds of the monotonic clock.
 */
const BEATING = `
  const cells = new BigInt64Array(require('node:worker_threads').workerData);
  setInterval(() => {
    const now = process.hrtime.bigint();
    const silence = now - Atomics.exchange(cells, 0, now);
    if (silence > Atomics.load(cells, 1)) Atomics.store(cells, 1, silence);
  }, ${BEAT_MS});
`;

/** A second thread that proves, while the event loop is busy, that the machine and the process were running. */
export interface Pulse {
  /** Returns the longest time since the last call, in milliseconds, in which the second thread gave no sign of life. */
  takeSilence(): number;
  stop(): void;
}

/** Starts the second thread. If the thread can't run, it is silent for ever. */
export function startPulse(): Pulse {
  const buffer = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const cells = new BigInt64Array(buffer);
  Atomics.store(cells, 0, monotonicOfAllThreads());
  const worker = new Worker(BEATING, {
    eval: true,
    workerData: buffer,
    // The thread needs no options of the process, such as preloaded modules.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  // Without the thread, each stall of more than 5 s is a blind window.
  worker.on('error', () => undefined);
  worker.unref();
  return {
    takeSilence() {
      const longest = Atomics.exchange(cells, 1, 0n);
      const current = monotonicOfAllThreads() - Atomics.load(cells, 0);
      return Number((longest > current ? longest : current) / NS_PER_MS);
    },
    stop: () => void worker.terminate(),
  };
}
