import { words } from './words.ts';

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { unitNames, units } = words;
const SIZES: ReadonlyMap<string, number> = new Map(
  (
    [
      [unitNames.second, SECOND],
      [unitNames.minute, MINUTE],
      [unitNames.hour, HOUR],
      [unitNames.day, DAY],
      [unitNames.week, 7 * DAY],
    ] as const
  ).flatMap(([names, size]) => names.map((name) => [name, size] as const)),
);
const WRITTEN = [
  [DAY, units.day],
  [HOUR, units.hour],
  [MINUTE, units.minute],
  [SECOND, units.second],
] as const;
const PART = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?[\s,]*/uy;

/** Accepts `1h 30m`, `90 min`, `1.5 hours`, `2 days`, and a plain 0. Returns seconds; null if invalid. */
export function parseSeconds(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  if (/^0+$/.test(trimmed)) return 0;
  let seconds = 0;
  let index = 0;
  while (index < trimmed.length) {
    PART.lastIndex = index;
    const [part, count, unit] = PART.exec(trimmed) ?? [];
    const size = SIZES.get(unit ?? '');
    if (part === undefined || count === undefined || size === undefined) return null;
    seconds += Number(count.replace(',', '.')) * size;
    index += part.length;
  }
  return index === 0 ? null : Math.round(seconds * 1000) / 1000;
}

/** Formats a duration such that {@link parseSeconds} can parse the result: `1 d 1 h 1 min 1.5 s`. */
export function formatSecondsExact(seconds: number): string {
  if (seconds === 0) return '0';
  let rest = Math.round(seconds * 1000);
  const parts: string[] = [];
  for (const [size, unit] of WRITTEN) {
    const count = size === SECOND ? rest / 1000 : Math.floor(rest / (size * 1000));
    rest -= Math.round(count * size * 1000);
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ');
}
