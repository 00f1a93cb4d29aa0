import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Role, Scope } from '@overdue/domain/access/access.ts';
import type { Ping } from '@overdue/domain/ping/event.ts';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { V1Dependencies } from '../../src/api/dependencies.ts';
import { errorEnvelope, staleEnvelope } from '../../src/api/responses.ts';
import type { PingRequest } from '../../src/database/records.ts';
import { monitor } from '../../src/monitors/schema.ts';
import { createChosenPingIDs } from '../../src/platform/http/chosen-ping-ids.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createV1 } from '../../src/serve/api.ts';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import type { Store } from '../../src/store/store.ts';
import { type Caller, makeMember, makeTeam } from '../callers.ts';
import { openStoreCopy } from '../empty-store.ts';
import { createTestAccounts } from './test-accounts.ts';
import { createTestCatalog, TEST_SEALED_CHECKS, type TestCatalog } from './test-catalog.ts';
import { createTestLive } from './test-live.ts';
import { createTestPush } from './test-push.ts';

/** A Saturday morning. */
export const NOW = Date.UTC(2026, 10, 21, 8, 15, 30, 123);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BASE_URL = 'https://overdue.example.com';

export interface APIResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `data` of the envelope; empty if the response is not JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fields?: readonly Problem[] | undefined;
  } | null;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

export interface RequestFields {
  /** Sender of the request. Default: the owner of the team Acme; null for an anonymous request. */
  readonly as?: Caller | null;
  /** Body that is sent as JSON. */
  readonly json?: unknown;
  /** Body that is sent unchanged. */
  readonly body?: string | Uint8Array | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface API {
  readonly app: OpenAPIHono;
  readonly store: Store;
  /** Returns the database as bytes for {@link PreparedTeam}. */
  image(): Uint8Array;
  /** The owner of the team Acme. */
  readonly owner: Caller;
  readonly clock: { time: number };
  /** How often the watchdog was woken. */
  readonly wakes: () => number;
  /** How often the deliverer was woken. */
  readonly notifyWakes: () => number;
  readonly channels: TestCatalog;
  readonly logged: readonly LogLine[];
  send(method: string, path: string, sending?: RequestFields): Promise<APIResponse>;
  /** Creates a monitor. The request must succeed. */
  create(json?: object, as?: Caller): Promise<Monitor>;
  /** Records a ping for a monitor of the team Acme, like the ping endpoints. */
  ping(
    shortID: string,
    type: Ping['type'],
    more?: Partial<Ping> & { readonly request?: Partial<PingRequest> },
  ): Promise<void>;
  /** Signs a user in with a browser. Returns the headers of requests from this browser. */
  sessionOf(caller: Caller): Promise<Readonly<Record<string, string>>>;
  addTeam(name: string): Promise<Caller>;
  addMember(teamID: string, role: Role, scope?: Scope): Promise<Caller>;
}

export interface LogLine {
  readonly fields: Parameters<V1Dependencies['log']['error']>[0];
  readonly message: string;
}

export type Monitor = z.output<typeof monitor>;

/** A database that contains the team Acme and its owner. Copying it is faster than inserting the rows again. */
export interface PreparedTeam {
  readonly image: Uint8Array;
  readonly owner: Caller;
}

let acme: Promise<PreparedTeam> | undefined;

async function prepareAcme(): Promise<PreparedTeam> {
  const { store, image } = await openStoreCopy(null, () => systemRandom.uuid());
  const owner = await makeTeam(store, 'Acme', NOW);
  const prepared = { image: image(), owner };
  await store.close();
  return prepared;
}

/** The API over a database with the team Acme and its owner. @param prepared a team with more rows */
export async function openAPI(settings: Partial<V1Dependencies> = {}, prepared?: PreparedTeam): Promise<API> {
  acme ??= prepareAcme();
  const { image: copied, owner } = prepared ?? (await acme);
  const { store, image } = await openStoreCopy(copied, () => systemRandom.uuid());
  onTestFinished(async () => {
    // After each test, the data must meet the invariants.
    expect(await store.check(10)).toEqual([]);
    await store.close();
  });
  const clock = { time: NOW };
  const logged: LogLine[] = [];
  const log = (fields: LogLine['fields'], message: string) => void logged.push({ fields, message });
  let wakes = 0;
  let notifyWakes = 0;
  const channels = createTestCatalog(BASE_URL);
  const accounts = settings.accounts ?? createTestAccounts(store);
  const app = createV1(ENDPOINTS, {
    store,
    clock: { now: () => clock.time, monotonic: () => clock.time, after: () => () => {} },
    random: systemRandom,
    sealedChecks: TEST_SEALED_CHECKS,
    log: { warn: log, error: log },
    baseURL: BASE_URL,
    isBaseURLSet: true,
    allowance: 1000,
    teamCreation: 'anyone',
    mailPingHost: '',
    allowsPrivateAddresses: false,
    apiRate: { perSecond: 0, burst: 0 },
    wakeWatchdog() {
      wakes += 1;
    },
    catalog: channels.catalog,
    push: createTestPush(store),
    wakeNotifier() {
      notifyWakes += 1;
    },
    live: createTestLive(store),
    mailInvitation: null,
    importRequest: () => Promise.reject(new Error('No request is expected.')),
    accounts,
    version: '1.2.3',
    chosenPingIDs: createChosenPingIDs({ monotonic: () => clock.time }),
    remoteAddress: (context) => context.req.header('X-Test-Address') ?? '192.0.2.1',
    ...settings,
  });
  const addTeam = (name: string) => makeTeam(store, name, NOW);

  const send: API['send'] = async (method, path, { as = owner, json, body, headers = {} } = {}) => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(as === null ? {} : { Authorization: `Bearer ${as.token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
    return readResponse(method, path, response);
  };

  return {
    app,
    store,
    image,
    owner,
    clock,
    logged,
    wakes: () => wakes,
    notifyWakes: () => notifyWakes,
    channels,
    send,
    async create(json = {}, as = owner) {
      const response = await send('POST', '/v1/monitors/', { json: { name: 'job', ...json }, as });
      expect(response).toMatchObject({ status: 201 });
      return monitorIn(response);
    },
    async ping(shortID, type, { request, ...more } = {}) {
      const record = (await store.findMonitors(owner.teamID, { shortIDs: [shortID] }))[0] ?? null;
      const command: Ping = {
        kind: 'ping',
        type,
        at: clock.time,
        rid: null,
        durationMs: null,
        warnings: [],
        ...more,
      };
      const [applied] = await store.apply([
        { monitorID: record?.id ?? 0, command, request: { ...CURL, ...request } },
      ]);
      expect(applied).toMatchObject({ outcome: 'applied' });
    },
    async sessionOf({ teamID, memberID }) {
      const [member] = await store.listMembers({ teamID, memberID });
      const from = { address: '192.0.2.7', userAgent: 'Test' };
      const cookie = await accounts.openSession(member?.userID ?? '', from, clock.time);
      return { Origin: BASE_URL, Cookie: cookie.split(';', 1)[0] ?? '' };
    },
    addTeam,
    addMember: (teamID, role, scope) => makeMember(store, { teamID, role, scope }, NOW),
  };
}

const CURL: PingRequest = {
  method: 'GET',
  userAgent: 'curl/8.14.1',
  remoteAddress: '192.0.2.17',
  exitStatus: null,
  body: null,
};

export function monitorIn({ data }: APIResponse): Monitor {
  return monitor.parse(data.monitor);
}

export function monitorsIn({ data }: APIResponse): readonly Monitor[] {
  return z.array(monitor).parse(data.monitors);
}

/** Returns the paths of the fields that a response with status 422 names. */
export function wrongFields({ status, error }: APIResponse): readonly string[] {
  expect(status).toBe(422);
  return (error?.fields ?? []).map(({ path }) => path);
}

const envelope = z.strictObject({ success: z.boolean(), data: z.record(z.string(), z.unknown()) });

async function readResponse(method: string, path: string, response: Response): Promise<APIResponse> {
  const text = await response.text();
  const { status, headers } = response;
  const isJSON = headers.get('Content-Type') === 'application/json' && text !== '';
  if (!isJSON || path.startsWith('/v1/openapi.json')) return { status, headers, text, data: {}, error: null };
  const { success, data } = envelope.parse(JSON.parse(text));
  expect(success).toBe(status < 400);
  expectAsDocumented(method, path, status, JSON.parse(text));
  const error = success ? null : errorEnvelope.parse(JSON.parse(text)).data.error;
  return { status, headers, text, data, error };
}

const DOCUMENTED = ENDPOINTS.map(({ method, path, route }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+').replace(/\/$/, '/?')}(?:\\?|$)`),
  route,
}));

/** Checks every response of every test against the OpenAPI document. */
function expectAsDocumented(method: string, path: string, status: number, json: unknown): void {
  if (status >= 400) expect((status === 412 ? staleEnvelope : errorEnvelope).parse(json)).toEqual(json);
  const route = DOCUMENTED.find(
    (endpoint) => endpoint.method === method.toUpperCase() && endpoint.pattern.test(path),
  )?.route;
  if (route === undefined || status === 405) return;
  const response = route.responses[status];
  expect(response, `${method} ${path} answers ${status}, which is not documented`).toBeDefined();
  const content =
    response !== undefined && 'content' in response ? response.content?.['application/json'] : undefined;
  const schema = content !== undefined && 'schema' in content ? content.schema : undefined;
  if (schema instanceof z.ZodType) expect(schema.parse(json)).toEqual(json);
}
