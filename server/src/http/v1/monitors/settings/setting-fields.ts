import { z } from 'zod';

/** A setting whose value is the same in requests, in responses and in the domain. */
interface SettingField {
  readonly output: z.ZodType;
  readonly input: z.ZodType;
  /** Value of a new monitor. */
  readonly initial: unknown;
}

type SettingFields = Readonly<Record<string, SettingField>>;
type Values = Readonly<Record<string, unknown>>;

/** Returns the schemas for responses. */
export function outputShape<Fields extends SettingFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: Fields[Name]['output'] };
export function outputShape(fields: SettingFields): z.ZodRawShape {
  return shapeOf(fields, ({ output }) => output);
}

/** Returns the schemas for edits, which may omit every field. */
export function editShape<Fields extends SettingFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: z.ZodOptional<Fields[Name]['input']> };
export function editShape(fields: SettingFields): z.ZodRawShape {
  return shapeOf(fields, ({ input }) => input.optional());
}

/** Returns the schemas for new monitors, which get the initial value of an omitted field. */
export function inputShape<Fields extends SettingFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: z.ZodDefault<Fields[Name]['input']> };
export function inputShape(fields: SettingFields): z.ZodRawShape {
  return shapeOf(fields, ({ input, initial }) => z._default(input, initial));
}

function shapeOf(fields: SettingFields, schemaOf: (field: SettingField) => z.core.$ZodType): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
}

/** Returns the fields' values from an object with more properties. */
export function pickFields<
  Fields extends SettingFields,
  Source extends { readonly [Name in keyof Fields]: unknown },
>(fields: Fields, source: Source): Pick<Source, keyof Fields & keyof Source>;
export function pickFields(fields: SettingFields, source: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, source[name]]));
}

/** Returns the fields' values after an edit. Omitted fields keep their value. */
export function editFields<
  Fields extends SettingFields,
  Source extends { readonly [Name in keyof Fields]: unknown },
>(
  fields: Fields,
  current: Source,
  edit: { readonly [Name in keyof Fields & keyof Source]?: Source[Name] | undefined },
): Pick<Source, keyof Fields & keyof Source>;
export function editFields(fields: SettingFields, current: Values, edit: Values): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, edit[name] ?? current[name]]));
}
