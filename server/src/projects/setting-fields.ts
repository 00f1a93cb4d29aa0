import { z } from 'zod';

/** Schemas of a setting in responses and requests. */
interface SettingSchemas {
  readonly output: z.ZodType;
  readonly input: z.ZodType;
}

interface SettingField extends SettingSchemas {
  /** Value of a new monitor. */
  readonly initial: unknown;
}

type FieldSchemas = Readonly<Record<string, SettingSchemas>>;
type SettingFields = Readonly<Record<string, SettingField>>;
type Values = Readonly<Record<string, unknown>>;

/** Returns the schemas for responses. */
export function outputShape<Fields extends FieldSchemas>(
  fields: Fields,
): { readonly [Name in keyof Fields]: Fields[Name]['output'] };
export function outputShape(fields: FieldSchemas): z.ZodRawShape {
  return shapeOf(fields, ({ output }) => output);
}

/** Returns the schemas for edits, which may omit every field. */
export function editShape<Fields extends FieldSchemas>(
  fields: Fields,
): { readonly [Name in keyof Fields]: z.ZodOptional<Fields[Name]['input']> };
export function editShape(fields: FieldSchemas): z.ZodRawShape {
  return shapeOf(fields, ({ input }) => input.optional());
}

/** Returns the schemas for new monitors, which get the initial value of an omitted field. */
export function inputShape<Fields extends SettingFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: z.ZodDefault<Fields[Name]['input']> };
export function inputShape(fields: SettingFields): z.ZodRawShape {
  return shapeOf(fields, ({ input, initial }) => z._default(input, initial));
}

function shapeOf<Field>(
  fields: Readonly<Record<string, Field>>,
  schemaOf: (field: Field) => z.core.$ZodType,
): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

/** Returns the values of fields that have the same value in requests, in responses and in the domain. */
export function pickFields<
  Fields extends FieldSchemas,
  Source extends { readonly [Name in keyof Fields]: unknown },
>(fields: Fields, source: Source): Pick<Source, keyof Fields & keyof Source>;
export function pickFields(fields: FieldSchemas, source: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, source[name]]));
}

/** Returns the fields' values after an edit. Omitted fields keep their value. */
export function editFields<
  Fields extends FieldSchemas,
  Source extends { readonly [Name in keyof Fields]: unknown },
>(
  fields: Fields,
  current: Source,
  edit: { readonly [Name in keyof Fields & keyof Source]?: Source[Name] | undefined },
): Pick<Source, keyof Fields & keyof Source>;
export function editFields(fields: FieldSchemas, current: Values, edit: Values): Values {
  return Object.fromEntries(
    Object.keys(fields).map((name) => [name, edit[name] === undefined ? current[name] : edit[name]]),
  );
}
