import { AppError, type FieldProblem } from '@overdue/domain/error.ts';
import type { z } from 'zod';

const PROBLEMS_MAX = 50;
const PATH_LENGTH_MAX = 100;

/** Throws an error that lists every invalid field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: problemMessage });
  if (result.success) return result.data;
  throw invalidInputError(result.error.issues.flatMap(fieldProblems));
}

export function invalidInputError(problems: readonly FieldProblem[]): AppError {
  const fields = problems.slice(0, PROBLEMS_MAX);
  const [first] = fields;
  const wrong =
    first?.path === ''
      ? first.message
      : `Correct ${fields
          .map(({ path }) => path)
          .slice(0, 5)
          .join(', ')}.`;
  return new AppError('invalid', `The request is invalid. ${wrong}`, { fields });
}

function fieldProblems(issue: z.core.$ZodIssue): readonly FieldProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: fieldPath(issue.path), message: issue.message }];
  return issue.keys.slice(0, PROBLEMS_MAX).map((key) => ({
    path: fieldPath([...issue.path, key]),
    message: 'There is no such field. Leave it out.',
  }));
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX);
}

/** Returns the message for an issue whose schema defines no message; undefined for the message of zod. */
export function problemMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `This must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `This must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`;
    case 'too_small':
      return `This must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}.`;
    case 'too_big':
      return `This must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}.`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'This must be an RFC 3339 time, like 2026-11-21T08:15:30Z.'
        : undefined;
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
