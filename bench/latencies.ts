/** Latencies in milliseconds. Retains every value, so that percentiles are exact. */
export interface Latencies {
  add(ms: number): void;
  /** Adds all latencies of another collection. */
  addAll(others: Latencies): void;
  /** Returns all latencies in unspecified order. */
  values(): Iterable<number>;
  count(): number;
  /**
   * @param share 0.5 for the median, 1 for the maximum
   * @returns 0 if there are no latencies
   */
  percentile(share: number): number;
}

const INITIAL_CAPACITY = 65_536;

export function createLatencies(): Latencies {
  let values = new Float64Array(INITIAL_CAPACITY);
  let size = 0;
  let sorted: Float64Array | null = null;

  function add(ms: number): void {
    if (size === values.length) {
      const larger = new Float64Array(2 * size);
      larger.set(values);
      values = larger;
    }
    values[size] = ms;
    size += 1;
    sorted = null;
  }

  return {
    add,
    addAll(others) {
      for (const ms of others.values()) add(ms);
    },
    values: () => values.subarray(0, size),
    count: () => size,
    percentile(share) {
      sorted ??= values.slice(0, size).sort();
      return sorted[Math.min(size - 1, Math.max(0, Math.ceil(share * size) - 1))] ?? 0;
    },
  };
}
