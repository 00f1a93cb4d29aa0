import { documented, field, fields, type JSONObject, listAt, objectAt, schemaType } from './schema-type.ts';

/**
 * Returns true for the operations of the API and for one ping operation. All ping operations have the same response, and jobs
 * need only a URL to ping.
 */
const isWanted = ({ path, id }: Operation) => path.startsWith('/v1/') || id === 'ping';

/** Generates the types of all schemas, and the input, response and route of each operation. */
export function apiTypes(document: JSONObject): string {
  const components = objectAt(document.components, 'components');
  const schemas = Object.entries(objectAt(components.schemas, 'components/schemas'));
  const operations = operationsOf(document).filter(isWanted);
  const take = operations.map((operation) =>
    documented(operation.about, field(operation.id, inputType(operation), true)),
  );
  const response = operations.map((operation) => field(operation.id, responseOf(operation).type, true));
  return [
    '// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.',
    ...schemas.map(([name, schema]) => declaration(name, objectAt(schema, name))),
    documented('Input of each operation.', `export interface Inputs ${fields(take)}`),
    documented("`data` of each operation's response.", `export interface Responses ${fields(response)}`),
    documented(
      'Method and path of each operation, and the fields of its `data`. Responses other than JSON have no fields.',
      `export const ROUTES = ${fields(operations.map(route))} as const;`,
    ),
  ].join('\n\n');
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly about: string;
  readonly definition: JSONObject;
}

function operationsOf(document: JSONObject): readonly Operation[] {
  return Object.entries(objectAt(document.paths, 'paths')).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods, path)).map(([method, value]) => {
      const definition = objectAt(value, `${method} ${path}`);
      const { operationId, summary, description } = definition;
      if (typeof operationId !== 'string') throw new Error(`${method} ${path}: the operationId is missing.`);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        about: `${summary}. ${description}`,
        definition,
      };
    }),
  );
}

function declaration(name: string, schema: JSONObject): string {
  const type = schemaType(schema, name);
  const isObject = type.startsWith('{') && schema.oneOf === undefined;
  const code = isObject ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  return documented(schema.description, code);
}

const PLACES = { path: 'params', query: 'query', header: 'headers' } as const;

function inputType({ id, definition }: Operation): string {
  const parameters = listAt(definition.parameters ?? [], id).map((parameter) => objectAt(parameter, id));
  const unknown = parameters.find(({ in: place }) => !Object.keys(PLACES).includes(String(place)));
  if (unknown !== undefined) throw new Error(`${id}: parameters in ${unknown.in} are not supported.`);
  const parts = Object.entries(PLACES).flatMap(([place, name]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    return [field(name, fields(own.map((parameter) => parameterField(parameter, id))), own.some(isRequired))];
  });
  return fields([...parts, ...bodyField(definition, id)]);
}

function parameterField(parameter: JSONObject, id: string): string {
  const name = String(parameter.name);
  const type = schemaType(objectAt(parameter.schema, `${id}/${name}`), `${id}/${name}`);
  return documented(parameter.description, field(name, type, isRequired(parameter)));
}

function isRequired({ required }: JSONObject): boolean {
  return required === true;
}

function bodyField({ requestBody }: JSONObject, id: string): readonly string[] {
  if (requestBody === undefined) return [];
  const body = objectAt(requestBody, id);
  const [type] = contentTypes(body, `${id}/requestBody`);
  return [field('body', type?.type ?? 'undefined', isRequired(body))];
}

/** Returns the type of a successful response without the envelope. */
function responseOf({ id, definition }: Operation): {
  readonly type: string;
  readonly fields: readonly string[];
} {
  const responses = objectAt(definition.responses, id);
  const success = objectAt(responses['200'] ?? responses['201'], `${id}/responses`);
  const [first, ...others] = contentTypes(success, `${id}/responses`);
  if (first === undefined) throw new Error(`${id}: a successful response must have content.`);
  if (first.mediaType !== 'application/json') {
    return { type: [...new Set([first, ...others].map(({ type }) => type))].join(' | '), fields: [] };
  }
  const data = objectAt(objectAt(first.schema.properties, id).data, `${id}/data`);
  return { type: schemaType(data, `${id}/data`), fields: Object.keys(objectAt(data.properties, id)) };
}

function contentTypes({ content }: JSONObject, where: string) {
  return Object.entries(objectAt(content, where)).map(([mediaType, value]) => {
    const schema = objectAt(objectAt(value, where).schema, `${where}/${mediaType}`);
    return { mediaType, schema, type: schemaType(schema, `${where}/${mediaType}`) };
  });
}

function route(operation: Operation): string {
  const names = responseOf(operation).fields.map((name) => `'${name}'`);
  return `${operation.id}: { method: '${operation.method}', path: '${operation.path}', fields: [${names.join(', ')}] },`;
}
