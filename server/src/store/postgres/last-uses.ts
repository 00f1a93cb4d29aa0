/** Records one last use at a time per token or session. If a commit hangs, only one request waits for it. */
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
