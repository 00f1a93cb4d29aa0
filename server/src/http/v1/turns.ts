/** Runs tasks of one key one after the other, in the order in which they came. */
export type InTurn = <T>(key: number | string, task: () => Promise<T>) => Promise<T>;

/** Keeps two changes of one thing, each of which reads it first, from overwriting each other. */
export function createTurns(): InTurn {
  const lasts = new Map<number | string, Promise<unknown>>();
  return async (key, task) => {
    const before = lasts.get(key);
    const mine = before === undefined ? task() : before.then(task, task);
    lasts.set(key, mine);
    try {
      return await mine;
    } finally {
      if (lasts.get(key) === mine) lasts.delete(key);
    }
  };
}
