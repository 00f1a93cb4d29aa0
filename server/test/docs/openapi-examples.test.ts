import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeAPI, writeDocument } from '../../src/serve/api-docs/openapi.ts';
import { PING_ROUTES } from '../../src/serve/api-docs/ping-documentation.ts';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { type ExampleWorld, openExampleWorld, type Request, type ResourceIDs } from './openapi-world.ts';

type Schema = Readonly<Record<string, unknown>>;
const schemaOf = z.record(z.string(), z.unknown());
const contentOf = z.record(z.string(), z.object({ schema: schemaOf, example: z.unknown().optional() }));
const operationOf = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: schemaOf }))
    .optional(),
  requestBody: z.object({ content: contentOf }).optional(),
});
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operationOf)),
    components: z.object({ schemas: z.record(z.string(), schemaOf) }),
  })
  .parse(JSON.parse(writeDocument(describeAPI(new OpenAPIHono(), ENDPOINTS, 'http://localhost'))));

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);
type Operation = (typeof OPERATIONS)[number];

const ROUTES = [...ENDPOINTS.map(({ route }) => route), ...PING_ROUTES];

/** IDs in the examples, each with the parameter whose real value replaces the ID. */
const EXAMPLE_IDS: readonly (readonly [string, string])[] = [
  ['k3v9x2mq7d', 'shortID'],
  ['p7w4nc2h9t', 'projectShortID'],
  ['c5t8n2xw4q', 'channelShortID'],
  ['e3h6n9xr2v', 'escalationShortID'],
  ['r6k2v9tn4x', 'onCallShortID'],
  ['9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt', 'token'],
];
/** UUID that the examples use for any resource. */
const EXAMPLE_UUID = '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70';
const UUID_FIELDS: Readonly<Record<string, string>> = { incident: 'incidentID', members: 'memberID' };

function withRealIDs(value: unknown, resourceIDs: ResourceIDs, field = ''): unknown {
  if (typeof value === 'string') {
    if (value === EXAMPLE_UUID) return resourceIDs[UUID_FIELDS[field] ?? field] ?? value;
    return EXAMPLE_IDS.reduce((text, [id, name]) => text.replace(id, resourceIDs[name] ?? id), value).replace(
      'f8w2nc5h9t',
      resourceIDs.otherMonitor ?? '',
    );
  }
  if (Array.isArray(value)) return value.map((item) => withRealIDs(item, resourceIDs, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withRealIDs(part, resourceIDs, name)]),
  );
}

/**
 * Builds the example that tools compose from a schema; undefined if the schema contains no example. Some tools use the example of
 * an object, others only the examples of its fields.
 */
function assemble(schema: Schema, wholes: 'heeded' | 'ignored' = 'heeded'): unknown {
  if (typeof schema.$ref === 'string') {
    return assemble(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, wholes);
  }
  if ('example' in schema && !('properties' in schema && wholes === 'ignored')) return schema.example;
  const choices = z.array(schemaOf).safeParse(schema.oneOf ?? schema.anyOf);
  if (choices.success) {
    return choices.data.map((choice) => assemble(choice, wholes)).find((example) => example !== undefined);
  }
  const properties = z.record(z.string(), schemaOf).safeParse(schema.properties);
  if (properties.success) {
    // Tools omit read-only fields from requests.
    const parts = Object.entries(properties.data)
      .filter(([, part]) => part.readOnly !== true)
      .map(([name, part]) => [name, assemble(part, wholes)] as const);
    const found = parts.filter(([, example]) => example !== undefined);
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }
  if (schema.type === 'array') {
    const item = assemble(schemaOf.parse(schema.items ?? {}), wholes);
    return item === undefined ? undefined : [item];
  }
  return 'const' in schema ? schema.const : undefined;
}

/** Returns the bodies that the document shows or that tools would compose. */
function bodiesOf({
  requestBody,
}: Operation): readonly { readonly type: string; readonly example: unknown }[] {
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema, example }]) =>
    [
      ...new Set(
        [example, assemble(schema), assemble(schema, 'ignored')].map((example) => JSON.stringify(example)),
      ),
    ].flatMap((text) => (text === undefined ? [] : [{ type, example: JSON.parse(text) }])),
  );
}

/** Returns a query with only the required parameters, one with each single parameter added, and one with all parameters. */
function queriesOf({ parameters = [] }: Operation, resourceIDs: ResourceIDs): readonly string[] {
  const given = parameters.flatMap(({ name, in: place, required, schema }) => {
    const example = withRealIDs(assemble(schema), resourceIDs, name);
    return place === 'query' && example !== undefined ? [{ name, required, example: String(example) }] : [];
  });
  const write = (chosen: typeof given) => {
    const text = new URLSearchParams(chosen.map(({ name, example }) => [name, example])).toString();
    return text === '' ? '' : `?${text}`;
  };
  const required = given.filter((parameter) => parameter.required === true);
  const singleParameter = given.map((parameter) => write([...new Set([...required, parameter])]));
  return [...new Set([write(required), ...singleParameter, write(given)])];
}

/** Whether an operation needs a new resource: it deletes the resource, or its example succeeds only once. */
const isFreshNeeded = ({ method, operationId }: Operation) =>
  method === 'DELETE' || ['acceptInvitation', 'pauseMonitor', 'resumeMonitor'].includes(operationId);

function exampleOf(id: string): Readonly<Record<string, unknown>> {
  const operation = OPERATIONS.find(({ operationId }) => operationId === id);
  return schemaOf.parse(operation === undefined ? undefined : bodiesOf(operation)[0]?.example);
}

async function resourceIDsFor(world: ExampleWorld, operation: Operation): Promise<ResourceIDs> {
  const resourceIDs: Record<string, string> = { ...world.resourceIDs, otherMonitor: world.otherMonitor };
  if (!isFreshNeeded(operation)) return resourceIDs;
  const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  for (const name of named.length === 0 ? ['token'] : named) {
    const fresh = world.fresh(name);
    if (fresh !== null) resourceIDs[name] = await fresh;
  }
  // A key must be sent with the ID of its project, and an override with the ID of its schedule.
  if (named.includes('overrideShortID')) resourceIDs.onCallShortID = world.resourceIDs.onCallShortID ?? '';
  if (named.includes('keyShortID')) resourceIDs.projectShortID = world.resourceIDs.projectShortID ?? '';
  // Only the caller has tokens, so the member must be the caller.
  if (named.includes('memberTokenID')) resourceIDs.memberID = world.resourceIDs.ownMemberID ?? '';
  return resourceIDs;
}

function byOf({ security }: Operation): Request['by'] {
  if (security?.length === 0) return 'nobody';
  return security === undefined ? 'token' : 'session';
}

/** Returns the example of a path parameter that isn't an ID. */
function pathExampleOf({ parameters = [] }: Operation, wanted: string): string {
  const found = parameters.find(({ name, in: place }) => place === 'path' && name === wanted);
  return String(found === undefined ? wanted : (assemble(found.schema) ?? wanted));
}

/** Sends an example, and returns how the response differs from the description. */
async function problemOf(
  world: ExampleWorld,
  operation: Operation,
  {
    query,
    body,
    resourceIDs,
  }: { query: string; body: ReturnType<typeof bodiesOf>[number] | undefined; resourceIDs: ResourceIDs },
): Promise<readonly string[]> {
  const { method, operationId } = operation;
  const path =
    operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => resourceIDs[name] ?? pathExampleOf(operation, name),
    ) + query;
  const real = withRealIDs(body?.example, resourceIDs);
  const text = typeof real === 'string' ? real : JSON.stringify(real);
  const answer = await world.send({
    method,
    path,
    by: byOf(operation),
    body: body === undefined ? undefined : { type: body.type, text },
  });
  const what = `${operationId} ${path} ${text ?? ''}: ${answer.status} ${answer.text.slice(0, 400)}`;
  const response = ROUTES.find((route) => route.operationId === operationId)?.responses[answer.status];
  if (answer.status >= 300 || response === undefined) return [what];
  const media = 'content' in response ? response.content?.['application/json'] : undefined;
  const schema = media !== undefined && 'schema' in media ? media.schema : undefined;
  if (!(schema instanceof z.ZodType)) return [];
  const parsed = schema.safeParse(answer.json);
  return parsed.success ? [] : [`${what}\n${parsed.error.message}`];
}

// Operations that run last, in this order, because they end sessions or give the team away.
const LAST = ['revokeToken', 'transferTeam', 'revokeOtherSessions', 'revokeSession'];
const rankOf = ({ method, operationId }: Operation) =>
  LAST.includes(operationId)
    ? 10 + LAST.indexOf(operationId)
    : method === 'GET'
      ? 0
      : method === 'DELETE'
        ? 2
        : 1;

/**
 * Operations that other tests send:
 *
 * - `setUp` is the first request to the empty service.
 * - `revokeTrustedBrowser` needs a browser that has passed a second factor:
 * `server/test/accounts/trusted-browsers.test.ts`.
 * - The times of `listExpectedRuns` must be in the future, but examples have fixed dates:
 * `server/test/http/runs/expected-runs.test.ts`.
 * - Only the programs that log in know the codes of logins: `server/test/http/account/program-logins.test.ts`.
 * - The address of an account changes only by a mailed link: `server/test/accounts/email-change.test.ts`.
 * - A team can be deleted only without monitors, and an account only if its team has another owner:
 *   `server/test/accounts/account-deletion.test.ts`.
 * - A resource must be managed before it can be released: `server/test/http/configuration/configuration.test.ts`.
 */
const SENT_ELSEWHERE = [
  'setUp',
  'revokeTrustedBrowser',
  'listExpectedRuns',
  'findDeviceAuthorization',
  'approveDeviceAuthorization',
  'denyDeviceAuthorization',
  'requestEmailChange',
  'lookUpEmailChange',
  'confirmEmailChange',
  'releaseManagedResource',
  'deleteTeam',
  'deleteAccount',
];

test('a running server takes every example of the document, and answers as documented', async () => {
  const world = await openExampleWorld(exampleOf);
  const problems: string[] = [];
  let sent = 0;
  for (const operation of OPERATIONS.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (SENT_ELSEWHERE.includes(operation.operationId)) continue;
    const bodies = bodiesOf(operation);
    for (const query of queriesOf(operation, { ...world.resourceIDs, otherMonitor: world.otherMonitor })) {
      for (const body of bodies.length === 0 ? [undefined] : bodies) {
        const resourceIDs = await resourceIDsFor(world, operation);
        problems.push(...(await problemOf(world, operation, { query, body, resourceIDs })));
        sent += 1;
      }
    }
  }
  expect(problems.join('\n\n')).toBe('');
  expect(sent).toBeGreaterThan(OPERATIONS.length);
});
