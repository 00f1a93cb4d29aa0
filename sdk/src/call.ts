import { parseAddress } from './address.ts';
import { type Inputs, type Responses, ROUTES } from './api.generated.ts';
import type { Clock } from './clock.ts';
import { errorOf, readData } from './envelope.ts';
import { invalidArgument, OverdueError } from './error.ts';
import { type ExchangeRequest, exchange, type Fetch, type ReceivedResponse } from './exchange.ts';
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

export interface RequestOptions {
  /**
   * Changes the resource only if it still has this `revision`; `'*'` accepts any revision. Otherwise the error has the
   * code `precondition_failed` and the current resource in `current`.
   */
  readonly ifMatch?: number | '*' | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Replaces {@link ClientOptions.timeoutMs} for this request. */
  readonly timeoutMs?: number | undefined;
}

type Operation = Exclude<keyof Inputs, 'ping'>;
type JSONOperation = Exclude<Operation, 'readEventBody' | 'followTeam' | 'exportIncident'>;

export interface Caller {
  /** Returns the `data` of the response. */
  call<K extends JSONOperation>(
    operation: K,
    input: Inputs[K],
    options?: RequestOptions,
  ): Promise<Responses[K]>;
  /** Returns the response unparsed. Rejects if the response is an error. */
  send<K extends Operation>(
    operation: K,
    input: Inputs[K],
    options?: RequestOptions,
  ): Promise<ReceivedResponse>;
  /** Returns the `data` of a sign-in step under `/auth`. For the service's own pages. */
  step(method: 'GET' | 'POST', path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the response as soon as it begins, with its body still unread. Never retries. */
  open<K extends 'followTeam' | 'importMonitors'>(
    operation: K,
    input: Inputs[K] & Pick<Input, 'headers'>,
    signal: AbortSignal,
  ): Promise<Response>;
  /** Reads the `data` of a received response. */
  read<K extends JSONOperation>(operation: K, received: ReceivedResponse): Responses[K];
}

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
const STATUSES_WORTH_RETRYING = [408, 429, 502, 503, 504];

export function createCaller(options: ClientOptions, clock: Clock): Caller {
  const base = parseAddress(options.baseURL, 'baseURL')
    .href.replace(/[?#].*/s, '')
    .replace(/(?<!\/)\/+$/, '');
  const authorization = options.credentials === 'session' ? null : `Bearer ${checkToken(options.token)}`;

  function send(operation: Operation, input: Input, more?: RequestOptions): Promise<ReceivedResponse> {
    return sendTo(ROUTES[operation], input, more);
  }

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

  function read<K extends JSONOperation>(operation: K, received: ReceivedResponse): Responses[K] {
    const data = readData(received, clock);
    if (isResponse(operation, data)) return data;
    throw new OverdueError(
      'unexpected_response',
      'The response does not match the request. Check the baseURL.',
      {
        status: received.status,
      },
    );
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
        `${base}${path}${queryString('query' in input ? (input.query ?? {}) : {})}`,
        { init, fetch: options.fetch },
        clock,
      );
    },
    read,
    call: async (operation, input, more) => read(operation, await send(operation, input, more)),
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

/** Checks only that the fields exist. The service checks their content against the schemas that generate these types. */
function isResponse<K extends JSONOperation>(operation: K, data: object): data is Responses[K] {
  return ROUTES[operation].fields.every((name) => Object.hasOwn(data, name));
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

/** Fields that the inputs of all operations share. */
interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: object;
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
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // An empty value, `.` or `..` would change the path of the request.
    if (/^\.{0,2}$/.test(value)) throw invalidArgument(`The ${name} is empty or invalid.`);
    return encodeURIComponent(value);
  });
}

function queryString(query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}
