import { Option } from 'commander';
import { usageError } from '../process/command-line.ts';

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Parses the duration of an option, such as 30, 30s, 5m or 1.5h, in milliseconds. A number without a unit counts seconds. Throws a
 * CommandError if the text is not a duration.
 */
export function parseDuration(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)?$/.exec(text) ?? [];
  if (number === undefined) throw usageError(`Invalid duration: ${text}. Use 500ms, 30s, 10m, 2h or 1d.`);
  const factor = Object.entries(UNITS_MS).find(([name]) => name === unit)?.[1] ?? 1000;
  return Math.round(Number(number) * factor);
}

/** Returns the option `--patience`, whose help ends with the default. */
export function patienceOption(description: string, defaultMs: number): Option {
  const text = `${description} (default: ${writeDuration(defaultMs)})`;
  return new Option('--patience <duration>', text).argParser(parseDuration);
}

/** Formats a duration so that {@link parseDuration} can read it, such as 5s. */
function writeDuration(ms: number): string {
  const [unit, factor] = Object.entries(UNITS_MS).findLast(([, size]) => ms % size === 0) ?? ['ms', 1];
  return `${ms / factor}${unit}`;
}
