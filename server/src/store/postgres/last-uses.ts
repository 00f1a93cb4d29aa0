/**
 * Notes last uses one at a time for each token or session. While commits hang, only the request that began to note a use waits for
 * its commit, and the others go on.
 */
export function oneAtATime<Rest extends readonly unknown[]>(
  note: (id: string, ...rest: Rest) => Promise<void>,
): (id: string, ...rest: Rest) => Promise<void> {
  const underWay = new Set<string>();
  return async (id, ...rest) => {
    if (underWay.has(id)) return;
    underWay.add(id);
    try {
      await note(id, ...rest);
    } finally {
      underWay.delete(id);
    }
  };
}
