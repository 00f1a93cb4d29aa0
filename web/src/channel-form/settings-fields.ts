/** A field of a channel's JSON Schema. */
export interface SettingsField {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly example: string;
  readonly kind: 'text' | 'long' | 'choice' | 'switch' | 'number' | 'pairs' | 'member';
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly initial: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

const LONG = 1000;
/** Format of fields whose value is a member of the team. */
const MEMBER = 'member';
/** Minimum number of optional fields for which the form has a separate group. */
const OPTIONAL_TO_GROUP = 4;
/** Fields with a multi-line input. URLs are long too, but need one line. */
const LONG_NAMES = ['template'];

/** Returns the fields in schema order. Omits fields that a form can't show. */
export function fieldsOf(schema: Schema): readonly SettingsField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectAt(schema.properties)).flatMap(([name, property]) => {
    const field = objectAt(property);
    const kind = kindOf(name, field);
    if (kind === null) return [];
    return [
      {
        name,
        kind,
        title: typeof field.title === 'string' ? field.title : name,
        hint: typeof field.description === 'string' ? field.description.replaceAll('`', '') : '',
        example: typeof field.example === 'string' ? field.example : '',
        choices: Array.isArray(field.enum) ? field.enum.map(String) : [],
        isRequired: required.includes(name),
        isSecret: field.writeOnly === true,
        initial: field.default,
      },
    ];
  });
}

/** Separates the optional fields from the required fields if the type has many optional fields. */
export function groupFields(fields: readonly SettingsField[]): {
  readonly shown: readonly SettingsField[];
  readonly more: readonly SettingsField[];
} {
  const optionalFields = fields.filter(({ isRequired }) => !isRequired);
  if (optionalFields.length < OPTIONAL_TO_GROUP || optionalFields.length === fields.length)
    return { shown: fields, more: [] };
  return { shown: fields.filter(({ isRequired }) => isRequired), more: optionalFields };
}

/** Omits empty fields. In an edit, a field that was emptied becomes null, which removes the setting. */
export function settingsOf(
  fields: readonly SettingsField[],
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = kind === 'number' ? numberOf(values[name]) : values[name];
      if (!isEmpty(value)) return [[name, value]];
      return isEmpty(before[name]) ? [] : [[name, null]];
    }),
  );
}

/** Returns the required fields without a value. */
export function missingFields(
  fields: readonly SettingsField[],
  values: Readonly<Record<string, unknown>>,
): readonly SettingsField[] {
  return fields.filter(({ name, isRequired }) => isRequired && isEmpty(values[name]));
}

/** Keeps invalid text as typed, so that the service can report it. */
function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function kindOf(name: string, field: Schema): SettingsField['kind'] | null {
  if (Array.isArray(field.enum)) return 'choice';
  switch (field.type) {
    case 'string':
      if (field.format === MEMBER) return 'member';
      return LONG_NAMES.includes(name) && Number(field.maxLength) > LONG ? 'long' : 'text';
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
    case 'object':
      return 'pairs';
    default:
      return null;
  }
}

function objectAt(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
