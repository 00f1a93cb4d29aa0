import type { FieldProblem } from './error.ts';

/** A JSON Schema, limited to the subset that the service's inputs and channel settings use. */
export type InputSchema = Readonly<Record<string, unknown>>;

/**
 * Checks an input against a schema. Returns problems with the service's field paths and similar messages, or an empty list.
 * The service may still refuse the input, because it checks more than a schema can express. `undefined` counts as omitted, as
 * in JSON. Unknown keywords are ignored.
 */
export function checkInput(schema: InputSchema, input: unknown): readonly FieldProblem[] {
  return check(schema, input, '');
}

type Problems = readonly FieldProblem[];
const NONE: Problems = [];

function check(schema: InputSchema, value: unknown, path: string): Problems {
  const alternatives = schemasAt(schema.oneOf ?? schema.anyOf);
  const own = checkOwn(schema, value, path);
  if (own.length > 0 || alternatives.length === 0) return own;
  return checkAlternatives(alternatives, value, path);
}

function checkOwn(schema: InputSchema, value: unknown, path: string): Problems {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return problem(path, value === undefined ? 'This field is required.' : wrongType(types));
  }
  if (value === null && types.includes('null')) return NONE;
  const allowed = valuesOf(schema);
  if (allowed.length > 0 && !allowed.includes(value)) return problem(path, oneOf(allowed, value));
  if (typeof value === 'string') return checkText(schema, value, path);
  if (typeof value === 'number') return checkNumber(schema, value, path);
  if (Array.isArray(value)) return checkList(schema, value, path);
  return isObject(value) ? checkFields(schema, value, path) : NONE;
}

/**
 * Returns no problem if an alternative matches. Otherwise describes the mismatch with the intended or the closest alternative.
 */
function checkAlternatives(alternatives: readonly InputSchema[], value: unknown, path: string): Problems {
  const tried = alternatives.map((schema) => ({
    fixed: fixedFields(schema),
    problems: check(schema, value, path),
  }));
  if (tried.some(({ problems }) => problems.length === 0)) return NONE;
  const fields = isObject(value) ? value : {};
  const intended = tried.find(
    ({ fixed }) =>
      fixed.length > 0 && fixed.every(([name, schema]) => checkOwn(schema, fields[name], '').length === 0),
  );
  if (intended !== undefined) return intended.problems;
  const [nearest] = tried.toSorted((one, other) => one.problems.length - other.problems.length);
  const [[name] = []] = nearest?.fixed ?? [];
  if (name === undefined || !isObject(value)) return nearest?.problems ?? NONE;
  const kinds = tried.flatMap(({ fixed }) =>
    fixed.filter(([each]) => each === name).flatMap(([, schema]) => valuesOf(schema)),
  );
  return problem(joinPath(path, name), oneOf(kinds, value[name]));
}

/** Returns the fields with fixed values, which distinguish the alternatives. */
function fixedFields({ properties }: InputSchema): readonly (readonly [string, InputSchema])[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) =>
    isObject(each) && valuesOf(each).length > 0 ? [[name, each] as const] : [],
  );
}

function valuesOf(schema: InputSchema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  return 'const' in schema ? [schema.const] : [];
}

function oneOf(allowed: readonly unknown[], value: unknown): string {
  if (value === undefined) return 'This field is required.';
  return `This must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}.`;
}

/** Checks a text. Lengths count characters, not UTF-16 units. */
function checkText(schema: InputSchema, value: string, path: string): Problems {
  const { minLength, maxLength, pattern, format } = schema;
  const length = [...value].length;
  if (typeof minLength === 'number' && (length < minLength || (minLength > 0 && value.trim() === ''))) {
    return problem(
      path,
      minLength > 1 ? `This must be at least ${minLength} characters.` : 'This must not be blank.',
    );
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return problem(path, `This must be at most ${maxLength} characters.`);
  }
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    const { example } = schema;
    return problem(
      path,
      typeof example === 'string'
        ? `This must have a form like ${example}`
        : 'This contains characters that are not allowed.',
    );
  }
  const wrong = typeof format === 'string' ? formatProblem(format, value) : null;
  return wrong === null ? NONE : problem(path, wrong);
}

function checkNumber(schema: InputSchema, value: number, path: string): Problems {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && value < minimum)
    return problem(path, `This must be at least ${minimum}.`);
  if (typeof maximum === 'number' && value > maximum)
    return problem(path, `This must be at most ${maximum}.`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return problem(path, `This must be more than ${exclusiveMinimum}.`);
  }
  return typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum
    ? problem(path, `This must be less than ${exclusiveMaximum}.`)
    : NONE;
}

function checkList(schema: InputSchema, value: readonly unknown[], path: string): Problems {
  const { items, minItems, maxItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems) {
    return problem(path, `This must have at least ${minItems} entries.`);
  }
  if (typeof maxItems === 'number' && value.length > maxItems) {
    return problem(path, `This must have at most ${maxItems} entries.`);
  }
  return isObject(items)
    ? value.flatMap((item, index) => check(items, item, joinPath(path, String(index))))
    : NONE;
}

function checkFields(schema: InputSchema, value: InputSchema, path: string): Problems {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.filter((name) => value[String(name)] === undefined);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return [
    ...missing.flatMap((name) => problem(joinPath(path, String(name)), 'This field is required.')),
    ...entries.flatMap(([name, each]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isObject(own) ? check(own, each, joinPath(path, name)) : checkOther(schema, [name, each], path);
    }),
  ];
}

function checkOther(
  { additionalProperties, propertyNames }: InputSchema,
  [name, value]: readonly [name: string, value: unknown],
  path: string,
): Problems {
  const inner = joinPath(path, name);
  if (additionalProperties === false) return problem(inner, 'There is no such field. Leave it out.');
  const ofName = isObject(propertyNames) ? check(propertyNames, name, inner) : NONE;
  return isObject(additionalProperties) ? [...ofName, ...check(additionalProperties, value, inner)] : ofName;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function typesOf({ type }: InputSchema): readonly unknown[] {
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
}

function wrongType(types: readonly unknown[]): string {
  const named = types.filter((type) => type !== 'null').map((type) => TYPES[String(type)] ?? String(type));
  return `This must be ${named.join(' or ')}.`;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function schemasAt(value: unknown): readonly InputSchema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is InputSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function problem(path: string, message: string): Problems {
  return [{ path, message }];
}

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Equals `z.email()` of zod, which the service uses. A test compares both sides. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const YEAR_10000 = Date.UTC(10_000, 0);

/** Checks a text against a JSON Schema format. Returns the problem; null if the text is valid or the format is unknown. */
function formatProblem(format: string, text: string): string | null {
  switch (format) {
    case 'date-time':
      return isTime(text) ? null : 'This must be an RFC 3339 time, like 2026-11-21T08:15:30Z.';
    case 'email':
      return EMAIL.test(text) ? null : 'This must be an email address, like ann@example.com.';
    case 'uri':
      return isWebAddress(text)
        ? null
        : 'Enter a URL that begins with https:// or http:// and contains no password.';
    default:
      return null;
  }
}

function isTime(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  // Date.UTC turns 30 February into 2 March.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return false;
  return Date.parse(text) < YEAR_10000;
}

function isWebAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}
