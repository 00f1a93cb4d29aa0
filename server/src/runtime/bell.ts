import type { Clock } from './clock.ts';

/**
 * Wakes a loop before its time. The bell exists before the loop does, so that any part of the service can ring it without a reference
 * to the loop. A ring that ends no wait is kept, and ends the next wait at once. Only one wait at a time.
 */
export interface Bell {
  ring(): void;
  /** True if a ring is kept for the next wait. */
  hasRung(): boolean;
  /** Forgets a ring that is kept. */
  clear(): void;
  /** Resolves after the delay or when the bell rings, whichever comes first. An infinite delay sets no timer. */
  wait(delayMs: number): Promise<void>;
}

export function createBell(clock: Pick<Clock, 'after'>): Bell {
  let hasRung = false;
  let endWait: (() => void) | null = null;

  return {
    ring() {
      if (endWait === null) hasRung = true;
      else endWait();
    },
    hasRung: () => hasRung,
    clear() {
      hasRung = false;
    },
    wait(delayMs) {
      if (hasRung) {
        hasRung = false;
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = (): void => {
        endWait = null;
        cancel();
        resolve();
      };
      const cancel = delayMs === Number.POSITIVE_INFINITY ? () => {} : clock.after(delayMs, end);
      endWait = end;
      return promise;
    },
  };
}
