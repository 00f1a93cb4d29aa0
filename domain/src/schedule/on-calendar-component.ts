/** Values that a component of a date or time accepts, as systemd.time(7) writes them. */
export interface ComponentRule {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly takes: string;
}

export const YEAR: ComponentRule = {
  name: 'year',
  low: 1970,
  high: 2199,
  takes: '1970 to 2199, like *, 2027 or 2026..2030',
};
export const MONTH: ComponentRule = {
  name: 'month',
  low: 1,
  high: 12,
  takes: '1 to 12, like *, 6, 1/3 or 01,07',
};
export const DAY: ComponentRule = {
  name: 'day of month',
  low: 1,
  high: 31,
  takes: '1 to 31, like *, 1 or 1..7; after ~ it counts from the end of the month',
};
/** Days counted from the end of the month. The maximum is 28, because every month has 28 days. */
export const LAST_DAY: ComponentRule = {
  name: 'day before the end of the month',
  low: 1,
  high: 28,
  takes: '1 (the last day) to 28, like 1 or 1..3',
};
export const HOUR: ComponentRule = {
  name: 'hour',
  low: 0,
  high: 23,
  takes: '0 to 23, like *, 2, 0/6 or 9..17',
};
export const MINUTE: ComponentRule = {
  name: 'minute',
  low: 0,
  high: 59,
  takes: '0 to 59, like *, 5, 0/10 or 0,30',
};
export const SECOND: ComponentRule = { ...MINUTE, name: 'second' };

const MICROSECONDS = 1_000_000;
const ITEM = /^(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?(?:\/(\d+(?:\.\d+)?))?$/;

/**
 * Parses a component into ascending values, or returns an error message. Accepts everything that systemd's calendarspec.c
 * accepts. Like Healthchecks, also accepts a step that is so large that only the first value matches. Fractions of a second are
 * rounded down.
 */
export function parseComponent(rule: ComponentRule, text: string): readonly number[] | string {
  const values = new Set<number>();
  for (const item of text === '*' ? [`${rule.low}/1`] : text.split(',')) {
    const progression = readItem(rule, item);
    if (typeof progression === 'string') {
      return `In the ${rule.name}, "${item}" ${progression}. Allowed: ${rule.takes}.`;
    }
    for (const value of wholeValues(rule, progression)) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

/** Values from `start` to `stop` in steps. For the seconds component, the unit is a microsecond. */
interface Progression {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
}

/** Reads a value, a range, or either with a step. Returns an error message if the item is invalid. */
function readItem(rule: ComponentRule, item: string): Progression | string {
  const [, first, last, every] = ITEM.exec(item) ?? [];
  const isSecond = rule === SECOND;
  if (first === undefined || (!isSecond && /\d\.\d/.test(item))) return explainSpelling(item);
  const unit = isSecond ? MICROSECONDS : 1;
  const low = rule.low * unit;
  const high = (rule.high + 1) * unit - 1;
  const start = readYear(rule, toUnits(first, unit));
  const end = last === undefined ? null : readYear(rule, toUnits(last, unit));
  const step = every === undefined ? unit : toUnits(every, unit);
  if (step === 0) return 'has a step of 0';
  if (end !== null && end < start) return 'runs backwards';
  const stop = end === null ? start : end - ((end - start) % step);
  if (start < low || stop > high) return 'is out of range';
  if (isSecond && end !== null && every === undefined && stop === start) {
    return 'is a range of less than a second';
  }
  if (end !== null || every === undefined) return { start, stop, step };
  // Days counted from the end of the month decrease in calendar order. Steps therefore go down from the start to the last day.
  return rule === LAST_DAY
    ? { start: low + ((start - low) % step), stop: start, step }
    : { start, stop: high, step };
}

function explainSpelling(item: string): string {
  if (item === '') return 'is empty';
  if (item.startsWith('*/'))
    return `is not understood: write the first value instead of *, like 0${item.slice(1)}`;
  if (item.includes('-'))
    return `is not understood: write a range with two dots, like ${item.replace('-', '..')}`;
  return 'is not understood';
}

/** Reads a number in units of the component, rounded as systemd does. */
function toUnits(text: string, unit: number): number {
  const [whole, fraction = ''] = text.split('.');
  const digits = fraction.padEnd(7, '0');
  return (
    Number(whole) * unit + (unit === 1 ? 0 : Number(digits.slice(0, 6)) + (Number(digits[6]) >= 5 ? 1 : 0))
  );
}

/** Completes a year of two digits: 26 is 2026, and 89 is 1989. */
function readYear(rule: ComponentRule, value: number): number {
  if (rule !== YEAR || value >= 100) return value;
  return value < 70 ? 2000 + value : 1900 + value;
}

function* wholeValues(rule: ComponentRule, { start, stop, step }: Progression): Generator<number> {
  const unit = rule === SECOND ? MICROSECONDS : 1;
  for (let value = Math.floor(start / unit); value * unit <= stop; value += 1) {
    const next = start + Math.ceil(Math.max(0, value * unit - start) / step) * step;
    if (next <= stop && next < (value + 1) * unit) yield value;
  }
}
