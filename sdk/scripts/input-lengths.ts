import { constantName } from './input-schemas.ts';
import { type JSONObject, listAt, objectAt, referenceName } from './schema-type.ts';

/** Generates the maximum lengths of texts in requests. Forms need these lengths without the complete schemas. */
export function inputLengths(document: JSONObject): string {
  const schemas = objectAt(objectAt(document.components, 'components').schemas, 'components/schemas');
  const operations = Object.values(objectAt(document.paths, 'paths'))
    .flatMap((path) => Object.values(objectAt(path, 'paths')))
    .filter((operation): operation is JSONObject => typeof operation === 'object' && operation !== null)
    .filter(({ operationId }) => typeof operationId === 'string');
  const lengths = new Map<string, Readonly<Record<string, number>>>();
  for (const operation of operations) {
    const name = bodyName(operation);
    if (name !== null) lengths.set(name, lengthsIn(objectAt(schemas[name], name).properties, name));
    const id = String(operation.operationId);
    lengths.set(`${id}Query`, queryLengths(operation, id));
  }
  return [
    '// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.',
    ...[...lengths]
      .filter(([, each]) => Object.keys(each).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, each]) =>
          `/** Maximum characters of the texts in \`${name}\`. */\nexport const ${constantName(name)}_LENGTHS = ${JSON.stringify(each)} as const;`,
      ),
  ].join('\n\n');
}

function bodyName({ requestBody }: JSONObject): string | null {
  if (requestBody === undefined) return null;
  const content = objectAt(objectAt(requestBody, 'requestBody').content, 'content');
  const schema = objectAt(Object.values(content)[0], 'content').schema;
  const { $ref } = objectAt(schema, 'schema');
  return $ref === undefined ? null : referenceName($ref, 'requestBody');
}

function lengthsIn(properties: unknown, where: string): Readonly<Record<string, number>> {
  const named = Object.entries(properties === undefined ? {} : objectAt(properties, where)).flatMap(
    ([name, schema]) => {
      const length = lengthOf(objectAt(schema, `${where}/${name}`), where);
      return length === null ? [] : [[name, length] as const];
    },
  );
  return Object.fromEntries(named);
}

/** Returns the maximum length of a text or of a text that may be null. */
function lengthOf({ maxLength, anyOf }: JSONObject, where: string): number | null {
  if (typeof maxLength === 'number') return maxLength;
  if (anyOf === undefined) return null;
  const lengths = listAt(anyOf, where).map((alternative) => objectAt(alternative, where).maxLength);
  return lengths.find((length) => typeof length === 'number') ?? null;
}

function queryLengths({ parameters }: JSONObject, id: string): Readonly<Record<string, number>> {
  const inQuery = listAt(parameters ?? [], id)
    .map((parameter) => objectAt(parameter, id))
    .filter((parameter) => parameter.in === 'query');
  return lengthsIn(Object.fromEntries(inQuery.map(({ name, schema }) => [String(name), schema])), id);
}
