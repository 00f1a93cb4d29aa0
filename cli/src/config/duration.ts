const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Parses a duration such as 30, 30s, 5m or 1.5h; a number without a unit counts seconds. Null if the text is none. */
export function parseDuration(text: string): number | null {
  const [, number, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined) return null;
  const factor = Object.entries(UNITS_MS).find(([name]) => name === unit)?.[1] ?? 1000;
  return Math.round(Number(number) * factor);
}
