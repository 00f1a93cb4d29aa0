import type { Clock } from './clock.ts';

/** Wakes a loop early. A ring while nothing waits ends the next wait immediately. Allows one wait at a time. */
export interface Bell {
  ring(): void;
  hasRung(): boolean;
  clear(): void;
  /** Resolves after the delay or when the bell rings. An infinite delay sets no timer. */
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
