import { createSharedPlaces } from './shared-places.ts';

/** A line for costly work. Holders, such as networks, can share the places in the line. */
export interface Turns {
  /** Whether so many tasks wait that a further one should be refused. With a holder: whether it has used up its share of the places. */
  isFull(holder?: string): boolean;
  /** Runs a task as soon as its turn comes: in order of arrival, or of the holder's tasks while holders take turns. */
  take<T>(task: () => Promise<T>, holder?: string): Promise<T>;
}

/** Holder of tasks that name none. */
const ANYONE = '';

/** Creates a line in which at most `runningMax` tasks run at a time, and at most `waitingMax` should wait. */
export function createTurns({
  runningMax,
  waitingMax,
}: {
  readonly runningMax: number;
  readonly waitingMax: number;
}): Turns {
  let running = 0;
  const waiting = createSharedPlaces<() => void>(waitingMax);

  function leave(): void {
    const next = waiting.takeNext();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    isFull: (holder) =>
      running >= runningMax && (holder === undefined ? waiting.size >= waitingMax : waiting.isUsedUp(holder)),
    async take(task, holder = ANYONE) {
      if (running < runningMax) running += 1;
      else await new Promise<void>((resolve) => waiting.add(holder, resolve));
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
