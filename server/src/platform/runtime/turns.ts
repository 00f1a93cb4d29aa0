/** A line for costly work. */
export interface Turns {
  /** Whether so many tasks wait that a further one should be refused. */
  isFull(): boolean;
  /** Runs a task as soon as its turn comes, in order of arrival. */
  take<T>(task: () => Promise<T>): Promise<T>;
}

/** Creates a line in which at most `runningMax` tasks run at a time, and at most `waitingMax` should wait. */
export function createTurns({
  runningMax,
  waitingMax,
}: {
  readonly runningMax: number;
  readonly waitingMax: number;
}): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    isFull: () => running >= runningMax && waiting.length >= waitingMax,
    async take(task) {
      if (running < runningMax) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
