import type { APIDocument } from '../../api/schema.ts';
import {
  fieldTable,
  inline,
  isReference,
  type JSONSchema,
  paragraphs,
  referenceName,
  type TableRow,
  table,
} from '../../api/schema.ts';
import { html, type Markup } from '../../platform/http/markup.ts';

type Item = NonNullable<APIDocument['paths']>[string];
type OperationObject = NonNullable<Item['get']>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

interface Parameter extends TableRow {
  /** Location in the request: path, query or header. */
  readonly location: string;
  readonly example: string;
}

export function showOperation({ method, path, operation }: Operation, baseURL: string): Markup {
  const parameters = parametersOf(operation);
  const rows = (location: string, title: string) => {
    const atLocation = parameters.filter((parameter) => parameter.location === location);
    return atLocation.length === 0 ? html`` : html`<h4>${title}</h4>${table(atLocation)}`;
  };
  return html`<article id="${operation.operationId ?? path}">
<div>
<h3>${operation.summary ?? path} <a class="anchor" href="#${operation.operationId ?? path}" aria-label="Link to this">#</a></h3>
<p class="path"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
${paragraphs(operation.description ?? '')}
${rows('path', 'In the path')}${rows('query', 'Query')}${rows('header', 'Headers')}${showBody(operation)}
<h4>Responses</h4>${showResponses(operation)}
</div>
<div class="examples">${showRequest(method, exampleURL(path, parameters, baseURL), operation)}${showExample(operation)}</div>
</article>`;
}

function parametersOf(operation: OperationObject): readonly Parameter[] {
  return (operation.parameters ?? []).flatMap((parameter): readonly Parameter[] => {
    if (isReference(parameter)) return [];
    const { name, required = false, description, in: location, schema = {} } = parameter;
    const example = isReference(schema) ? '' : String(schema.example ?? '');
    return [{ name, schema, required, description, location, example }];
  });
}

function jsonOf(
  operation: OperationObject,
): { readonly schema?: JSONSchema; readonly example?: unknown } | undefined {
  const body = operation.requestBody;
  return body === undefined || isReference(body) ? undefined : body.content['application/json'];
}

function showBody(operation: OperationObject): Markup {
  const schema = jsonOf(operation)?.schema;
  if (schema === undefined) return html``;
  if (!isReference(schema)) return html`<h4>Body</h4>${fieldTable(schema)}`;
  const name = referenceName(schema);
  return html`<h4>Body</h4><p>JSON: <a href="#schema-${name}">${name}</a></p>`;
}

function showResponses(operation: OperationObject): Markup {
  const entries = Object.entries<{ readonly description?: string }>(operation.responses ?? {});
  return html`<ul class="responses">${entries.map(([status, response]) => {
    if (!isReference(response)) return html`<li><b>${status}</b> ${inline(response.description ?? '')}</li>`;
    const name = referenceName(response);
    return html`<li><a href="#response-${name}"><b>${status}</b> ${name}</a></li>`;
  })}</ul>`;
}

function exampleURL(path: string, parameters: readonly Parameter[], baseURL: string): string {
  const exampleOf = (name: string) =>
    parameters.find((parameter) => parameter.name === name)?.example ?? name;
  const url = baseURL + path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => exampleOf(name));
  const required = parameters.filter((parameter) => parameter.location === 'query' && parameter.required);
  if (required.length === 0) return url;
  return `'${url}?${required.map(({ name, example }) => `${name}=${encodeURI(example)}`).join('&')}'`;
}

function showRequest(method: string, url: string, operation: OperationObject): Markup {
  const example = jsonOf(operation)?.example;
  const lines = [
    method === 'get' ? `curl ${url}` : `curl -X ${method.toUpperCase()} ${url}`,
    ...credentialsOf(operation),
    ...(example === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`]),
    ...(operation.operationId?.endsWith('WithLog') === true ? ['--data-binary @run.log'] : []),
  ];
  return html`<pre><code>${lines.join(' \\\n  ')}</code></pre>`;
}

function credentialsOf({ security }: OperationObject): readonly string[] {
  if (security === undefined) return ['-H "Authorization: Bearer $OVERDUE_TOKEN"'];
  if (security.length === 0) return [];
  return ['-H "Cookie: $OVERDUE_SESSION"', '-H "Origin: $OVERDUE_URL"'];
}

function showExample(operation: OperationObject): Markup {
  const responses = Object.entries<{ readonly content?: Record<string, { readonly example?: unknown }> }>(
    operation.responses ?? {},
  );
  const [, { content = {} } = {}] = responses[0] ?? [];
  const example = Object.values(content)[0]?.example;
  if (example === undefined) return html``;
  return html`<pre><code>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</code></pre>`;
}
