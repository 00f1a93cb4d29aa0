export interface ZonePlaces {
  readonly expected: number;
  readonly deadline: number;
  readonly limit: number;
  /** Whether the drawing is to scale. False if short durations are drawn longer than they are. */
  readonly isToScale: boolean;
}

const EXPECTED = 22;
const LONGEST = 76;
const APART_MIN = 18;

export function placeZones(graceSeconds: number, limitSeconds: number): ZonePlaces {
  const longest = Math.max(graceSeconds, limitSeconds, 1);
  const room = LONGEST - EXPECTED;
  const places = [graceSeconds, limitSeconds].map((seconds) => {
    const wanted = (room * seconds) / longest;
    if (seconds === 0) return 0;
    const least = Math.max(wanted, APART_MIN);
    return wanted === room ? room : Math.min(least, room - APART_MIN);
  });
  const [grace = 0, limit = room] = places;
  return {
    expected: EXPECTED,
    deadline: EXPECTED + grace,
    limit: EXPECTED + limit,
    isToScale: grace === (room * graceSeconds) / longest && limit === (room * limitSeconds) / longest,
  };
}
