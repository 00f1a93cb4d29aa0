import type { FieldProblem } from '@overdue/domain/error.ts';
import { invalidInputError } from './problems.ts';

/**
 * Joins repeated parameters with commas. Refuses empty and unknown parameters, because ignoring them could return the whole list.
 */
export function readQueryParameters(url: string, known: readonly string[]): Readonly<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else earlier.push(value);
  }
  const problems = [...values].flatMap(([name, texts]) => problemOf(name, texts, known));
  if (problems.length > 0) throw invalidInputError(problems);
  return Object.fromEntries([...values].map(([name, texts]) => [name, texts.join(',')]));
}

const NAME_LENGTH_MAX = 100;

function problemOf(
  name: string,
  texts: readonly string[],
  known: readonly string[],
): readonly FieldProblem[] {
  const path = name.slice(0, NAME_LENGTH_MAX);
  if (!known.includes(name)) return [{ path, message: unknownMessage(known) }];
  if (!texts.includes('')) return [];
  return [{ path, message: 'This parameter is empty. Set a value or leave it out.' }];
}

function unknownMessage(known: readonly string[]): string {
  if (known.length === 0) return 'There is no such parameter. This request accepts none.';
  return `There is no such parameter. This request accepts ${known.join(', ')}.`;
}
