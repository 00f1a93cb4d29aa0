/** Maximum interval, grace, run limit and reported duration: 366 days. */
export const DURATION_SECONDS_MAX = 31_622_400;

/** Rounds to whole milliseconds, the internal unit of durations. The API uses seconds with fractions. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
