import { abortedBy } from './error.ts';

/** The only source of time and randomness, so that tests can control both. */
export interface Clock {
  /** Wall clock in epoch milliseconds. */
  now(): number;
  /** Clock that never jumps, for measuring: milliseconds from an arbitrary start. */
  monotonic(): number;
  /** Calls back once after a delay. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
  /** Resolves after a delay. Rejects if the signal is aborted first. */
  sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Returns a random number: at least 0, less than 1. */
  random(): number;
}

/** Maximum delay of a timer. Timers with longer delays would fire immediately. */
const TIMER_MS_MAX = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), TIMER_MS_MAX));
    return () => clearTimeout(timer);
  },
  sleep(delayMs, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortedBy(signal));
      const abort = () => {
        cancel();
        reject(abortedBy(signal));
      };
      const cancel = systemClock.after(delayMs, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  },
  random: () => Math.random(),
};
