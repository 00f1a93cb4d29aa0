import { usageError } from '../process/command-line.ts';

/** Returns a function that parses an option's value as a whole number from `min` to `max`. */
export function countBetween(option: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw usageError(`${option} must be a number from ${min} to ${max}.`);
  };
}
