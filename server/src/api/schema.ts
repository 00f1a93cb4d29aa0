import type { OpenAPIHono } from '@hono/zod-openapi';
import { html, type Markup } from '../platform/http/markup.ts';

export type APIDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

type Schemas = NonNullable<NonNullable<APIDocument['components']>['schemas']>;
export type JSONSchema = Schemas[string];
type Plain = Exclude<JSONSchema, { $ref: string }>;

export interface TableRow {
  readonly name: string;
  readonly schema: JSONSchema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

export function isReference(schema: object): schema is { readonly $ref: string } {
  return '$ref' in schema;
}

/** Returns `Monitor` for `#/components/schemas/Monitor`. */
export function referenceName({ $ref }: { readonly $ref: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

export function fieldTable(schema: JSONSchema): Markup {
  const rows = fieldsOf(schema, '');
  return rows.length === 0 ? html`` : table(rows);
}

function fieldsOf(schema: JSONSchema, path: string): readonly TableRow[] {
  if (isReference(schema)) return [];
  if (schema.items !== undefined) return fieldsOf(schema.items, `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [
      { name, schema: field, required: schema.required?.includes(key) ?? false },
      ...fieldsOf(field, name),
    ];
  });
}

export function table(rows: readonly TableRow[]): Markup {
  return html`<div class="scroll"><table><tbody>${rows.map(
    ({ name, schema, required, description }) => html`<tr>
<th scope="row"><code>${name}</code>${required ? html`` : html` <small>optional</small>`}</th>
<td class="type">${typeName(schema)}</td>
<td>${inline(description ?? describe(schema))}${limits(schema)}</td></tr>`,
  )}</tbody></table></div>`;
}

function describe(schema: JSONSchema): string {
  return isReference(schema) ? '' : (schema.description ?? '');
}

function typeName(schema: JSONSchema): Markup {
  if (isReference(schema)) {
    const name = referenceName(schema);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.items !== undefined) return html`list of ${typeName(schema.items)}`;
  const types = [schema.type ?? []].flat().join(' or ');
  return html`${schema.format === 'date-time' ? types.replace('string', 'time') : types}`;
}

function limits(schema: JSONSchema): Markup {
  if (isReference(schema)) return html``;
  const facts = [range(schema), length(schema), values(schema), defaultValue(schema)].filter(
    (fact) => fact !== '',
  );
  return facts.length === 0 ? html`` : html` <small>${facts.join(' · ')}</small>`;
}

function range({ minimum, maximum }: Plain): string {
  if (minimum === undefined) return maximum === undefined ? '' : `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
}

function length({ minLength = 0, maxLength }: Plain): string {
  return maxLength === undefined ? '' : `${minLength} to ${maxLength} characters`;
}

function values({ enum: words }: Plain): string {
  return words === undefined ? '' : words.map((word) => JSON.stringify(word)).join(', ');
}

function defaultValue(schema: Plain): string {
  return schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
}

/** Formats one line with `code` in backticks. */
export function inline(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Formats paragraphs separated by blank lines, and lists of lines that start with a dash. */
export function paragraphs(text: string): Markup {
  return html`${text.split(/\n\s*\n/).map((paragraph) => {
    if (!paragraph.startsWith('- ')) return html`<p>${inline(paragraph)}</p>`;
    const items = paragraph
      .slice(2)
      .split(/\n- /)
      .map((item) => html`<li>${inline(item)}</li>`);
    return html`<ul>${items}</ul>`;
  })}`;
}
