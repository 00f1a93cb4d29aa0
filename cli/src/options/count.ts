import { usageError } from '../command-line.ts';

/** Returns a parser of an option's whole number. */
export function countBetween(option: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw usageError(`${option} must be a number from ${min} to ${max}.`);
  };
}
