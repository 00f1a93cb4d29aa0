import { parseAddress } from './address.ts';
import { type Operations, ROUTES } from './api.generated.ts';
import type { Clock } from './clock.ts';
import { errorOf, readData } from './envelope.ts';
import { invalidArgument, OverdueError } from './error.ts';
import { type ExchangeRequest, exchange, type Fetch, type ReceivedResponse } from './exchange.ts';
import type { RequestOptions } from './request-options.ts';
import { withRetries } from './retry.ts';
import { userAgent } from './user-agent.ts';

export interface ClientOptions {
  /** Address of the service, such as `https://overdue.example.com`. */
  readonly baseURL: string;
  /** A personal API token, `ovd_…`. */
  readonly token?: string | undefined;
  /** Default: `token`. With `session`, for the service's own pages, the browser's cookies replace the token. */
  readonly credentials?: 'token' | 'session' | undefined;
  readonly fetch?: Fetch | undefined;
  /**
   * Maximum time in milliseconds until the response to an attempt begins, and between two pieces of its body. Default: 30 000. An
   * attempt ends after 20 times this time in any case.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum retries of a read-only request while the service is temporarily unavailable. Default: 2. */
  readonly retries?: number | undefined;
}

export interface Caller {
  readonly call: Operations;
  /** Returns the response unparsed. Rejects if the response is an error. */
  send(operation: keyof typeof ROUTES, input: Input, options?: RequestOptions): Promise<ReceivedResponse>;
  /** Returns the `data` of a sign-in step under `/auth`. For the service's own pages. */
  step(method: 'GET' | 'POST', path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the response as soon as it begins, with its body still unread. Never retries. */
  open(operation: 'followTeam' | 'importMonitors', input: Input, signal: AbortSignal): Promise<Response>;
  /** Reads a received response. Returns what the operation resolves to. */
  read<K extends keyof Operations>(operation: K, received: ReceivedResponse): Resolved<K>;
}

type Resolved<K extends keyof Operations> = Awaited<ReturnType<Operations[K]>>;

const TIMEOUT_MS = 30_000;
/** Maximum time of an attempt as a multiple of its timeout, so that a slow link can load a long list, but no body lasts forever. */
const TIMEOUTS_PER_ATTEMPT = 20;
const RETRIES = 2;
/**
 * Maximum time from the first attempt to the start of the last retry. If the service demands a longer wait, the request is not
 * retried, and the error has the wait in `retryAfter`.
 */
const RETRY_TOTAL_MS = 60_000;
const NOT_MODIFIED = 304;
/** A parameter in the path of a route. */
const PARAMETER = /\{(\w+)\}/g;
const STATUSES_WORTH_RETRYING = [408, 429, 502, 503, 504];

export function createCaller(options: ClientOptions, clock: Clock): Caller {
  const base = parseAddress(options.baseURL, 'baseURL')
    .href.replace(/[?#].*/s, '')
    .replace(/(?<!\/)\/+$/, '');
  const authorization = options.credentials === 'session' ? null : `Bearer ${checkToken(options.token)}`;

  const send: Caller['send'] = (operation, input, more) => sendTo(ROUTES[operation], input, more);

  function sendTo(
    { method, path }: { readonly method: string; readonly path: string },
    input: Input,
    { signal, timeoutMs, ifMatch }: RequestOptions = {},
  ): Promise<ReceivedResponse> {
    const url = `${base}${fillPath(path, input.params ?? {})}${queryString(input.query ?? {})}`;
    const init = requestInitOf(method, authorization, withIfMatch(input, ifMatch));
    const silenceMs = timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
    const limits = { silenceMs, totalMs: TIMEOUTS_PER_ATTEMPT * silenceMs };
    const request = { url, init, signal, fetch: options.fetch, limits };
    return withRetries(
      async () => {
        const received = await exchange(request, clock);
        const { status } = received;
        if ((status >= 200 && status < 300) || status === NOT_MODIFIED) return received;
        throw errorOf(received, clock);
      },
      {
        // Retries only reads, because the service may have made a change even if no response arrived.
        attempts: method === 'GET' ? 1 + (options.retries ?? RETRIES) : 1,
        totalMs: RETRY_TOTAL_MS,
        isWorthRetrying: ({ code, status }) => code === 'network' || STATUSES_WORTH_RETRYING.includes(status),
        signal,
      },
      clock,
    );
  }

  function read<K extends keyof Operations>(operation: K, received: ReceivedResponse): Resolved<K>;
  function read(operation: keyof Operations, received: ReceivedResponse): unknown {
    return resolvedIn(received, ROUTES[operation], clock);
  }

  return {
    send,
    async step(method, path, body) {
      const received = await sendTo({ method, path: `/auth${path}` }, body === undefined ? {} : { body });
      return readData(received, clock);
    },
    open(operation, input, signal) {
      const { method, path } = ROUTES[operation];
      const init = { ...requestInitOf(method, authorization, input), signal };
      return openResponse(
        `${base}${path}${queryString(input.query ?? {})}`,
        { init, fetch: options.fetch },
        clock,
      );
    },
    read,
    call: operationsBy(async (route, input, more) =>
      resolvedIn(await sendTo(route, input, more), route, clock),
    ),
  };
}

/** Returns the response as soon as it begins. Rejects if the response is an error. */
async function openResponse(
  url: string,
  { init, fetch }: Pick<ExchangeRequest, 'init' | 'fetch'>,
  clock: Clock,
): Promise<Response> {
  // Looks up `fetch` at each request, so that a later replacement takes effect.
  const response = await (fetch ?? globalThis.fetch)(url, init);
  if (response.ok) return response;
  const { status, headers } = response;
  throw errorOf({ status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }, clock);
}

interface Route {
  readonly method: string;
  readonly path: string;
  /** Arguments after those in the path. */
  readonly takes: readonly ('body' | 'query')[];
  /** The field of `data` to which the operation resolves, or the fields of the whole `data`. */
  readonly returns: string | readonly string[];
}

type Argument = string | number | (object & RequestOptions) | undefined;
type Call = (route: Route, input: Input, options: RequestOptions | undefined) => Promise<unknown>;

/** Returns the operations as functions, whose arguments are in the order of {@link Operations}. */
function operationsBy(call: Call): Operations;
function operationsBy(call: Call): object {
  return Object.fromEntries(
    Object.entries<Route>(ROUTES).map(([operation, route]) => {
      const names = [...route.path.matchAll(PARAMETER)].map(([, name = '']) => name);
      const method = (...given: readonly Argument[]) => {
        const params = Object.fromEntries(names.map((name, index) => [name, String(given[index] ?? '')]));
        const rest = given.slice(names.length).map((each) => (typeof each === 'object' ? each : undefined));
        const parts = Object.fromEntries(route.takes.map((part, index) => [part, rest[index]]));
        return call(route, { params, ...parts }, rest[route.takes.length]);
      };
      return [operation, method];
    }),
  );
}

/** Checks only that the fields exist. The service checks their content against the schemas that generate the types. */
function resolvedIn(received: ReceivedResponse, { returns }: Route, clock: Clock): unknown {
  const data = readData(received, clock);
  const fields = typeof returns === 'string' ? [returns] : returns;
  if (fields.every((name) => Object.hasOwn(data, name)))
    return typeof returns === 'string' ? data[returns] : data;
  throw new OverdueError(
    'unexpected_response',
    'The response does not match the request. Check the baseURL.',
    { status: received.status },
  );
}

/** Checks the token here, because `fetch` would include an invalid token in its error. */
function checkToken(token: string | undefined): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw invalidArgument('The token is empty or contains invalid characters. Use an API token, ovd_…');
}

function withIfMatch(input: Input, ifMatch: RequestOptions['ifMatch']): Input {
  if (ifMatch === undefined) return input;
  return { ...input, headers: { ...input.headers, 'If-Match': ifMatch === '*' ? '*' : `"${ifMatch}"` } };
}

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: object | undefined;
}

function requestInitOf(
  method: string,
  authorization: string | null,
  { headers = {}, body }: Input,
): RequestInit {
  const headerEntries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    method,
    // Following a redirect would turn a POST into a GET.
    redirect: 'manual',
    // Set only for sessions, because some runtimes don't support cookies and reject the option.
    ...(authorization === null ? { credentials: 'same-origin' as const } : {}),
    headers: {
      ...userAgent(),
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(headerEntries),
    },
    ...(body === undefined ? {} : { body: jsonOf(body) }),
  };
}

function jsonOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new OverdueError('invalid_argument', "The input can't be converted to JSON.", { cause });
  }
}

function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(PARAMETER, (_, name: string) => {
    const value = String(params[name] ?? '');
    // An empty value, `.` or `..` would change the path of the request.
    if (/^\.{0,2}$/.test(value)) throw invalidArgument(`The ${name} is empty or invalid.`);
    return encodeURIComponent(value);
  });
}

function queryString(query: object): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}
