/** 366 days: the longest interval, grace, limit of a run, and run that is reported. */
export const DURATION_SECONDS_MAX = 31_622_400;

/** To whole milliseconds, in which durations are kept and compared; outside they are seconds with a fraction. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
