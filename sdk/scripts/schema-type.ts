export type JSONObject = Readonly<Record<string, unknown>>;

/** Keywords that limit or explain a value without changing its type. */
const ANNOTATIONS = new Set(
  'description example pattern minimum maximum minLength maxLength minItems maxItems default readOnly'.split(
    ' ',
  ),
);
const REFERENCE = '#/components/schemas/';

/**
 * Converts a JSON schema to a TypeScript type, for the subset that our document uses. Anything else is an error, because a type
 * that is silently too wide would go unnoticed.
 */
export function schemaType(schema: JSONObject, where: string): string {
  const {
    $ref,
    type,
    enum: values,
    format,
    properties,
    required,
    items,
    additionalProperties,
    oneOf,
    ...rest
  } = schema;
  const unknown = Object.keys(rest).filter((keyword) => !ANNOTATIONS.has(keyword));
  if (unknown.length > 0) throw new Error(`${where}: the keyword ${unknown.join(', ')} is not supported.`);
  if (additionalProperties !== undefined && additionalProperties !== false) {
    if (Object.keys(objectAt(additionalProperties, where)).length > 0)
      throw new Error(`${where}: additionalProperties can only be false or {}.`);
    const others = 'Readonly<Record<string, unknown>>';
    if (properties === undefined)
      return Array.isArray(type) && type.includes('null') ? `${others} | null` : others;
    const { additionalProperties: _, ...named } = schema;
    return `${schemaType(named, where)} & ${others}`;
  }
  if (oneOf !== undefined)
    return listAt(oneOf, where)
      .map((alternative, index) => schemaType(objectAt(alternative, where), `${where}/${index}`))
      .join(' | ');
  if ($ref !== undefined) return referenceName($ref, where);
  if (values !== undefined)
    return listAt(values, where)
      .map((value) => JSON.stringify(value))
      .join(' | ');
  if (Array.isArray(type)) {
    return type.map((name) => schemaType({ ...schema, type: name }, where)).join(' | ');
  }
  switch (type) {
    case 'string':
      return format === 'binary' ? 'Uint8Array' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(schemaType(objectAt(items, `${where}/items`), `${where}/items`));
    case 'object':
      return fields(
        Object.entries(objectAt(properties ?? {}, where)).map(([name, property]) =>
          fieldOf(
            name,
            objectAt(property, `${where}/${name}`),
            listAt(required ?? [], where).includes(name),
            where,
          ),
        ),
      );
    // Any JSON value.
    case undefined:
      return 'unknown';
    default:
      throw new Error(`${where}: the type ${JSON.stringify(type)} is not supported.`);
  }
}

function arrayType(item: string): string {
  return /^[\w.]+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function fieldOf(name: string, schema: JSONObject, isRequired: boolean, where: string): string {
  const type = schemaType(schema, `${where}/${name}`);
  return documented(schema.description, field(name, type, isRequired));
}

/** Writes a field. An optional field may also be undefined, because neither JSON nor a query string transmits undefined. */
export function field(name: string, type: string, isRequired: boolean): string {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return isRequired ? `readonly ${key}: ${type};` : `readonly ${key}?: ${type} | undefined;`;
}

export function fields(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n}`;
}

export function documented(description: unknown, declaration: string): string {
  if (typeof description !== 'string') return declaration;
  return `/** ${description.replaceAll('*/', '*\\/')} */\n${declaration}`;
}

export function referenceName($ref: unknown, where: string): string {
  if (typeof $ref === 'string' && $ref.startsWith(REFERENCE)) return $ref.slice(REFERENCE.length);
  throw new Error(`${where}: ${JSON.stringify($ref)} does not refer to a schema.`);
}

export function objectAt(value: unknown, where: string): JSONObject {
  if (isObject(value)) return value;
  throw new Error(`${where}: this must be an object.`);
}

export function listAt(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${where}: this must be a list.`);
}

function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
