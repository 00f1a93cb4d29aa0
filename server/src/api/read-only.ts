import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { invalidInputError } from './problems.ts';

export const EDIT_DESCRIPTION =
  'Omitted fields keep their value. An object returned by GET can be sent back if its read-only fields are unchanged.';

type ReadOnly<S extends z.ZodRawShape, K extends keyof S> = {
  readonly [Name in K]: z.ZodOptional<S[Name]>;
};

/** Adds read-only fields of a response to the schema of an edit, so that the body of a GET can be sent back. */
export function readOnly<S extends z.ZodRawShape, const K extends keyof S & string>(
  shape: S,
  names: readonly K[],
): ReadOnly<S, K>;
export function readOnly(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = shape[name];
      return field === undefined ? [] : [[name, optional(field)]];
    }),
  );
}

function optional(field: z.core.$ZodType) {
  return new z.ZodOptional({ type: 'optional', innerType: field }).meta({ readOnly: true });
}

export function editedNames(schema: z.ZodType, body: unknown): readonly string[] {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.keys(Object(body)).filter((name) => {
    const field = shape[name];
    return field === undefined || z.globalRegistry.get(field)?.readOnly !== true;
  });
}

/** Throws if a request changes a read-only field in `names`, which must not include fields that change without an edit. */
export function requireUnchanged(
  requestBody: object,
  {
    current,
    names,
    within = '',
  }: {
    readonly current: Readonly<Record<string, unknown>>;
    readonly names: readonly string[];
    readonly within?: string | undefined;
  },
): void {
  const fields = new Map<string, unknown>(Object.entries(requestBody));
  const problems = names.flatMap((name): readonly FieldProblem[] =>
    !fields.has(name) || fields.get(name) === undefined || isDeepStrictEqual(fields.get(name), current[name])
      ? []
      : [{ path: `${within}${name}`, message: READ_ONLY }],
  );
  if (problems.length > 0) throw invalidInputError(problems);
}

const READ_ONLY = 'This field is read-only. Leave it out or send it back unchanged.';
