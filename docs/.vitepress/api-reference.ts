import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIDocument } from '../../server/src/api/schema.ts';
import { isReference, type JSONSchema, referenceName } from '../../server/src/api/schema.ts';
import { anchorOf } from './links.ts';

type Path = NonNullable<APIDocument['paths']>[string];
type Operation = NonNullable<Path['get']>;

/** The page that {@link withAPIReference} completes. */
export const API_REFERENCE = 'docs/api-reference.md';
const METHODS = ['get', 'post', 'patch', 'delete'] as const;

/** Appends the reference, written from api/openapi.json, to the page. */
export function withAPIReference(root: string, page: string): string {
  const document: APIDocument = JSON.parse(readFileSync(join(root, 'api/openapi.json'), 'utf8'));
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const chapters = (document.tags ?? []).map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    // The chapter has an explicit anchor, because an operation can have the same name.
    return [
      `## ${name} {#chapter-${anchorOf(name)}}`,
      ...own.map((endpoint) => writeOperation(endpoint.method, endpoint.path, endpoint.operation)),
    ];
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) =>
    [`### ${name} {#schema-${name}}`, writeFields(fieldsOf(schema, ''))].join('\n\n'),
  );
  return [page, ...chapters.flat(), '## Schemas', ...schemas].join('\n\n');
}

function writeOperation(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    isReference(parameter)
      ? []
      : [{ ...parameter, required: parameter.required ?? false, schema: parameter.schema ?? {} }],
  );
  const body = operation.requestBody;
  const json = body === undefined || isReference(body) ? undefined : body.content['application/json'];
  return [
    `### ${operation.summary ?? path} {#${operation.operationId ?? path}}`,
    `\`${method.toUpperCase()} ${path}\``,
    textOf(operation.description),
    parameters.length === 0 ? '' : `**Parameters**\n\n${writeFields(parameters)}`,
    json?.schema === undefined ? '' : `**Body**\n\n${writeBody(json.schema)}`,
    json?.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(json.example, null, 2)}\n\`\`\``,
    `**Responses**\n\n${writeResponses(operation)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

interface Field {
  readonly name: string;
  readonly schema: JSONSchema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

/** Returns the fields of an object. The fields of a nested object follow the field that contains it. */
function fieldsOf(schema: JSONSchema, path: string): readonly Field[] {
  if (isReference(schema)) return [];
  if (schema.items !== undefined) return fieldsOf(schema.items, `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    return [{ name, schema: field, required }, ...fieldsOf(field, name)];
  });
}

function writeFields(fields: readonly Field[]): string {
  const rows = fields.map(({ name, schema, required, description }) => {
    const text = description ?? (isReference(schema) ? '' : schema.description);
    return `| \`${name}\` | ${typeOf(schema)} | ${required ? 'required' : 'optional'} | ${textOf(text)} |`;
  });
  return rows.length === 0 ? '' : ['| Name | Type | | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function writeBody(schema: JSONSchema): string {
  return isReference(schema) ? typeOf(schema) : writeFields(fieldsOf(schema, ''));
}

function writeResponses(operation: Operation): string {
  return Object.entries<object>(operation.responses ?? {})
    .map(([status, response]) => {
      const text = 'description' in response ? String(response.description) : '';
      return `- \`${status}\` ${isReference(response) ? referenceName(response) : textOf(text)}`;
    })
    .join('\n');
}

function typeOf(schema: JSONSchema): string {
  if (isReference(schema)) {
    const name = referenceName(schema);
    return `[${name}](#schema-${name})`;
  }
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? []].flat().join(' or ');
}

/** Puts a description on one line of a table. Vue would treat a "<" outside code as a tag. */
function textOf(text = ''): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(`[^`]*`)|([|<])/g, (_whole, code?: string, char = '') =>
      code === undefined ? `&#${char.charCodeAt(0)};` : code.replaceAll('|', '\\|'),
    );
}
