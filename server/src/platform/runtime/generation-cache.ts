/** A cache of at most `max` entries. Keeps an unused entry until at least `max / 2` other entries were set or used. */
export interface GenerationCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

/** Uses two generations instead of an exact order, so that reading a recently used entry needs no reordering. */
export function createGenerationCache<Key, Value>(max: number): GenerationCache<Key, Value> {
  const generationMax = Math.max(1, Math.floor(max / 2));
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    young.set(key, value);
    if (young.size < generationMax) return;
    old = young;
    young = new Map();
  }

  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young.clear();
      old.clear();
    },
  };
}
