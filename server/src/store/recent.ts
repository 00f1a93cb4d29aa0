/** What was used last, bounded: the entry that was quiet the longest goes first. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

export function createRecent<Key, Value>(max: number): Recent<Key, Value> {
  const values = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    values.delete(key);
    values.set(key, value);
    if (values.size <= max) return;
    for (const oldest of values.keys()) {
      values.delete(oldest);
      return;
    }
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
