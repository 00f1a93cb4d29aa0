/** Adds a list key to each entry: its name, and its number among entries with the same name. */
export function withKeys<T extends { readonly name: string }>(
  entries: readonly T[],
): readonly (T & { readonly key: string })[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const count = (counts.get(entry.name) ?? 0) + 1;
    counts.set(entry.name, count);
    return { ...entry, key: `${count} ${entry.name}` };
  });
}
