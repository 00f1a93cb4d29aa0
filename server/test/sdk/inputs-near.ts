import fc from 'fast-check';
import type { InputSchema } from '../../../sdk/src/check-input.ts';

/** Values of the wrong kind for most schemas. */
const ODD = fc.constantFrom<unknown>(null, true, 0, 1.5, -1, 'odd', '', [], {}, [null], { odd: 1 });

/** Generates inputs that are nearly valid: most have one or two faults, or none. */
export function inputsNear(schema: InputSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: near(schema), weight: 12 }, { arbitrary: ODD, weight: 1 });
}

function near(schema: InputSchema): fc.Arbitrary<unknown> {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives))
    return fc.oneof(...alternatives.map((alternative) => inputsNear(alternative)));
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const [type, ...others] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return others.length > 0 ? fc.oneof(ofType(schema, type), fc.constantFrom(null)) : ofType(schema, type);
}

function ofType(schema: InputSchema, type: unknown): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schema);
    case 'object':
      return objects(schema);
    default:
      return ODD;
  }
}

/** Generates texts as forms submit them, without surrounding spaces and control characters. */
function texts({ minLength, maxLength, format, example }: InputSchema): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    return fc.constantFrom(
      '2027-11-21T08:15:30Z',
      '2027-02-28T08:15:30.123+02:00',
      '2027-02-30T08:15:30Z',
      '2027-11-21',
      '2027-11-21T08:15:30',
      '2027-11-21T24:00:00Z',
      'now',
    );
  }
  if (format === 'email')
    return fc.constantFrom('ann@example.com', 'ANN@x', 'ann', 'ann@', 'a b@example.com', 'a@b@c');
  const edges = [minLength, maxLength].flatMap((edge) =>
    typeof edge === 'number' ? [edge - 1, edge, edge + 1].filter((length) => length >= 0) : [],
  );
  const fixed = [...edges, 3].flatMap((length) => [
    'x'.repeat(length),
    '語'.repeat(length),
    '\u{1f4a5}'.repeat(length),
  ]);
  const examples = typeof example === 'string' ? [example, example, example, `${example} `.trim()] : [];
  return fc.constantFrom(...fixed, ...examples);
}

function numbers({ minimum, maximum, type, example }: InputSchema): fc.Arbitrary<unknown> {
  const edges = [minimum, maximum].flatMap((edge) =>
    typeof edge === 'number' ? [edge - 1, edge, edge + 1] : [],
  );
  const right = typeof example === 'number' ? example : typeof minimum === 'number' ? minimum : 1;
  return fc.constantFrom(
    right,
    right,
    right,
    ...edges,
    ...(String(type).includes('integer') ? [right + 0.5] : []),
  );
}

function lists({ items, minItems, maxItems }: InputSchema): fc.Arbitrary<unknown> {
  const item = isSchema(items) ? inputsNear(items) : ODD;
  const right =
    isSchema(items) && Array.isArray(items.enum)
      ? fc.constantFrom<unknown>(...items.enum)
      : fc.constant('abc');
  const sizes = [minItems, maxItems].flatMap((edge) => (typeof edge === 'number' ? [edge, edge + 1] : []));
  return fc.oneof(
    fc.array(item, { maxLength: 3 }),
    ...sizes.map((size) => fc.array(right, { minLength: size, maxLength: size })),
  );
}

function objects({ properties, required, additionalProperties }: InputSchema): fc.Arbitrary<unknown> {
  const known = isSchema(properties) ? Object.entries(properties) : [];
  const fields = Object.fromEntries(
    known.map(([name, each]) => [name, isSchema(each) ? inputsNear(each) : ODD]),
  );
  const needed = Array.isArray(required) ? required.map(String) : [];
  const whole = fc.record(fields, { requiredKeys: needed });
  const partial = fc.record(fields, { requiredKeys: [] });
  const other = isSchema(additionalProperties) ? inputsNear(additionalProperties) : ODD;
  const wider = fc.tuple(whole, other).map(([object, value]) => ({ ...object, other: value }));
  return fc.oneof(
    { arbitrary: whole, weight: 6 },
    { arbitrary: partial, weight: 1 },
    { arbitrary: wider, weight: 1 },
  );
}

function isSchema(value: unknown): value is InputSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
