import { documented, field, fields, type JSONObject, listAt, objectAt, schemaType } from './schema-type.ts';

/** Generates the types of all schemas, queries and lists, the signature of each operation, and its route. */
export function apiTypes(document: JSONObject): string {
  const components = objectAt(document.components, 'components');
  const schemas = Object.entries(objectAt(components.schemas, 'components/schemas'));
  const all = operationsOf(document);
  const operations = all.filter(({ path }) => path.startsWith('/v1/'));
  // All ping operations have the same response, and jobs need only a URL to ping.
  const pings = all.filter(({ id }) => id === 'ping');
  const declared = [
    ...schemas.map(([name, schema]) => declaration(name, objectAt(schema, name))),
    ...operations.flatMap((operation) => [...queryType(operation), ...dataType(operation)]),
    ...pings.flatMap(dataType),
  ];
  return [
    '// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.',
    "import type { RequestOptions } from './request-options.ts';",
    ...declared,
    documented(
      'The operations of the API. Each resolves to the only field of its `data`, or to the whole `data`.',
      `export interface Operations ${fields(operations.flatMap(signature))}`,
    ),
    documented(
      'Method and path of each operation, its arguments after those in the path, and the field or fields of `data` to which it resolves.',
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

const PLACES = ['path', 'query', 'header'];

/** Returns the parameters in one place, in the order of the document. */
function parametersIn(place: string, { id, definition }: Operation): readonly JSONObject[] {
  const parameters = listAt(definition.parameters ?? [], id).map((parameter) => objectAt(parameter, id));
  const unknown = parameters.find((parameter) => !PLACES.includes(String(parameter.in)));
  if (unknown !== undefined) throw new Error(`${id}: parameters in ${unknown.in} are not supported.`);
  return parameters.filter((parameter) => parameter.in === place);
}

/** Declares the query of an operation, as `ListChannelsQuery`. */
function queryType(operation: Operation): readonly string[] {
  const parameters = parametersIn('query', operation);
  if (parameters.length === 0) return [];
  return [
    `export interface ${typeName(operation, 'Query')} ${fields(parameters.map((each) => parameterField(each, operation.id)))}`,
  ];
}

function parameterField(parameter: JSONObject, id: string): string {
  const name = String(parameter.name);
  const type = schemaType(objectAt(parameter.schema, `${id}/${name}`), `${id}/${name}`);
  return documented(parameter.description, field(name, type, isRequired(parameter)));
}

function isRequired({ required }: JSONObject): boolean {
  return required === true;
}

/** Declares the data of an operation with several fields, as `ListChannelsData`. */
function dataType(operation: Operation): readonly string[] {
  const data = dataOf(operation);
  if (data === null || onlyField(operation, data) !== null) return [];
  return [`export interface ${typeName(operation, 'Data')} ${schemaType(data, operation.id)}`];
}

function typeName({ id }: Operation, kind: 'Query' | 'Data'): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}${kind}`;
}

/** Returns the schema of `data` in a successful response; null if the response is not JSON. */
function dataOf({ id, definition }: Operation): JSONObject | null {
  const responses = objectAt(definition.responses, id);
  const success = objectAt(responses['200'] ?? responses['201'], `${id}/responses`);
  const content = objectAt(success.content, `${id}/responses`);
  if (content['application/json'] === undefined) return null;
  const { schema } = objectAt(content['application/json'], id);
  return objectAt(objectAt(objectAt(schema, id).properties, id).data, `${id}/data`);
}

/** Returns the field that a method resolves to; null for the whole data. A list without pages needs no cursor of the next page. */
function onlyField(operation: Operation, data: JSONObject): string | null {
  const hasPages = parametersIn('query', operation).some(({ name }) => name === 'cursor');
  const names = fieldNames(data, operation).filter((name) => hasPages || name !== 'nextCursor');
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? null : only;
}

function fieldNames(data: JSONObject, { id }: Operation): readonly string[] {
  return Object.keys(objectAt(data.properties, `${id}/data`));
}

/** Returns the method of an operation with a JSON response: parts of the path, then the body, the query and the options. */
function signature(operation: Operation): readonly string[] {
  const { id, about, definition } = operation;
  const data = dataOf(operation);
  if (data === null) return [];
  const query = parametersIn('query', operation);
  const parts = [
    ...parametersIn('path', operation).map((parameter) => {
      const name = String(parameter.name);
      return `${name}: ${schemaType(objectAt(parameter.schema, id), `${id}/${name}`)}`;
    }),
    ...(definition.requestBody === undefined ? [] : [`input: ${bodyType(operation)}`]),
    ...(query.length === 0
      ? []
      : [`query${query.some(isRequired) ? '' : '?'}: ${typeName(operation, 'Query')}`]),
    'options?: RequestOptions',
  ];
  const only = onlyField(operation, data);
  const resolved =
    only === null
      ? typeName(operation, 'Data')
      : schemaType(objectAt(objectAt(data.properties, id)[only], `${id}/${only}`), `${id}/${only}`);
  return [documented(about, `readonly ${id}: (${parts.join(', ')}) => Promise<${resolved}>;`)];
}

function bodyType({ id, definition }: Operation): string {
  const body = objectAt(definition.requestBody, id);
  if (!isRequired(body)) throw new Error(`${id}: a request body must be required.`);
  const [content] = Object.values(objectAt(body.content, `${id}/requestBody`));
  return schemaType(objectAt(objectAt(content, id).schema, `${id}/requestBody`), `${id}/requestBody`);
}

function route(operation: Operation): string {
  const { id, method, path, definition } = operation;
  const takes = [
    ...(definition.requestBody === undefined ? [] : ["'body'"]),
    ...(parametersIn('query', operation).length === 0 ? [] : ["'query'"]),
  ];
  const data = dataOf(operation);
  const only = data === null ? null : onlyField(operation, data);
  const names = data === null ? [] : fieldNames(data, operation).map((name) => `'${name}'`);
  const returns = only === null ? `[${names.join(', ')}]` : `'${only}'`;
  return `${id}: { method: '${method}', path: '${path}', takes: [${takes.join(', ')}], returns: ${returns} },`;
}
