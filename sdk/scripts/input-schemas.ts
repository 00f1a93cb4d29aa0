import { type JSONObject, listAt, objectAt, referenceName } from './schema-type.ts';

/**
 * Keywords to omit, because only people read them and the types already contain them. Examples of texts stay, because error
 * messages show them.
 */
const LEFT_OUT = new Set(['description', 'default', 'readOnly']);

/** Generates the schemas of all inputs by name, with their references resolved. */
export function inputSchemas(document: JSONObject): string {
  const schemas = objectAt(objectAt(document.components, 'components').schemas, 'components/schemas');
  const inputs = Object.keys(schemas).filter((name) => /(?:Input|Edit)$/.test(name));
  return [
    '// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.',
    "import type { InputSchema } from './check-input.ts';",
    ...inputs.map(
      (name) =>
        `/** Schema of \`${name}\` for {@link checkInput}. */\nexport const ${constantName(name)}: InputSchema = ${JSON.stringify(
          resolved(schemas[name], schemas, name),
          null,
          2,
        )};`,
    ),
  ].join('\n\n');
}

export function constantName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

function resolved(schema: unknown, schemas: JSONObject, where: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolved(item, schemas, where));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = objectAt(schema, where);
  // The service compares a read-only field with the current state, so only the service can check its text.
  if (own.readOnly === true) {
    const { readOnly: _, ...rest } = objectAt(schema, where);
    return withoutFormats(resolved(rest, schemas, where));
  }
  if ($ref !== undefined) {
    const name = referenceName($ref, where);
    return resolved(schemas[name], schemas, name);
  }
  return Object.fromEntries(
    Object.entries(own)
      .filter(
        ([keyword, value]) => !LEFT_OUT.has(keyword) && (keyword !== 'example' || typeof value === 'string'),
      )
      .map(([keyword, value]) => [keyword, keywordValue(keyword, value, schemas, where)]),
  );
}

function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== 'format' || typeof value !== 'string')
      .map(([keyword, value]) => [keyword, withoutFormats(value)]),
  );
}

/** Resolves the value of a keyword. Handles fields named like keywords, and examples, which are not schemas. */
function keywordValue(keyword: string, value: unknown, schemas: JSONObject, where: string): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(objectAt(value, where)).map(([name, each]) => [
          name,
          resolved(each, schemas, `${where}/${name}`),
        ]),
      );
    case 'anyOf':
    case 'oneOf':
      return listAt(value, where).map((item) => resolved(item, schemas, where));
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
      return resolved(value, schemas, `${where}/${keyword}`);
    default:
      return value;
  }
}
