const UNITS: Readonly<Record<string, number>> = {
  us: 1e-6,
  usec: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  msec: 1e-3,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  week: 604_800,
  weeks: 604_800,
  M: 2_629_800,
  month: 2_629_800,
  months: 2_629_800,
  y: 31_557_600,
  year: 31_557_600,
  years: 31_557_600,
};

/** Reads a time span as systemd.time(7) defines it, such as `1h 30min`, in seconds; null if unknown. */
export function readTimeSpan(text: string): number | null {
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d{1,6})?)\s*([a-zµ]*)/gi)];
  if (parts.length === 0 || text.replaceAll(/\d{1,12}(?:\.\d{1,6})?\s*[a-zµ]*/gi, '').trim() !== '')
    return null;
  let seconds = 0;
  for (const [, count = '', unit = ''] of parts) {
    const factor = unit === '' ? 1 : UNITS[unit];
    if (factor === undefined) return null;
    seconds += Number(count) * factor;
  }
  return seconds;
}
