export interface StatusBoundaries {
  readonly expected: number;
  readonly deadline: number;
  readonly limit: number;
  /** Whether the drawing is to scale. False if short durations are drawn longer than their share. */
  readonly isToScale: boolean;
}

/** Positions and distances in percent of the drawing's width. */
const EXPECTED_PERCENT = 22;
const LONGEST_PERCENT = 76;
const GAP_PERCENT_MIN = 18;

export function placeStatusBoundaries(graceSeconds: number, limitSeconds: number): StatusBoundaries {
  const longest = Math.max(graceSeconds, limitSeconds, 1);
  const room = LONGEST_PERCENT - EXPECTED_PERCENT;
  const places = [graceSeconds, limitSeconds].map((seconds) => {
    const wanted = (room * seconds) / longest;
    if (seconds === 0) return 0;
    const least = Math.max(wanted, GAP_PERCENT_MIN);
    return wanted === room ? room : Math.min(least, room - GAP_PERCENT_MIN);
  });
  const [grace = 0, limit = room] = places;
  return {
    expected: EXPECTED_PERCENT,
    deadline: EXPECTED_PERCENT + grace,
    limit: EXPECTED_PERCENT + limit,
    isToScale: grace === (room * graceSeconds) / longest && limit === (room * limitSeconds) / longest,
  };
}
