export interface Point {
  readonly at: number;
  readonly value: number;
}

export interface Part {
  readonly at: number;
  readonly median: number | null;
  readonly p95: number | null;
}

export interface ChartPoints {
  readonly times: readonly number[];
  readonly dots: readonly (number | null)[];
  readonly medians: readonly (number | null)[];
  readonly p95: readonly (number | null)[];
}

/** Merges runs and buckets on one time axis. Places the values of a bucket at its middle. */
export function chartPoints(points: readonly Point[], parts: readonly Part[]): ChartPoints {
  const half = parts.length < 2 ? 0 : ((parts[1]?.at ?? 0) - (parts[0]?.at ?? 0)) / 2;
  const rows = [
    ...points.map(({ at, value }) => ({ at, dot: value, median: null, p95: null })),
    ...parts.map(({ at, median, p95 }) => ({ at: at + half, dot: null, median, p95 })),
  ].toSorted((a, b) => a.at - b.at);
  return {
    times: rows.map(({ at }) => at),
    dots: rows.map(({ dot }) => dot),
    medians: rows.map(({ median }) => median),
    p95: rows.map(({ p95 }) => p95),
  };
}
