import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import { AppError } from '@overdue/domain/error.ts';
import { parseJSON } from '@overdue/domain/json.ts';
import { networkOf } from '@overdue/domain/network.ts';
import { truncate } from '../../platform/outbound/text.ts';
import { parseJSONPath, valueAt } from '../json-path.ts';
import { type CheckSettings, type JSONAssertion, parseStatusRange } from '../settings.ts';
import { bareHost, type TargetOf } from '../target.ts';
import {
  type Attempt,
  CheckFailure,
  type CheckNote,
  excerptOf,
  type ProbeTools,
  runAttempt,
} from './attempt.ts';
import { codeOf, connect, inBrackets } from './connect.ts';
import { expiryNote, secure, tlsFailure } from './secure.ts';

/** Maximum bytes of a body, as received and after decoding. */
const BODY_BYTES_MAX = 1_000_000;
/** Maximum bytes of all headers of a response. */
const HEADERS_BYTES_MAX = 16_384;
/** Maximum factor by which a body may grow when it is decoded, and the size up to which the factor doesn't matter. */
const RATIO_MAX = 100;
const FREE_BYTES = 65_536;
/** Maximum interim responses, such as 103 Early Hints. */
const INTERIM_MAX = 20;
/** Commas, colons and brackets in JSON that is searched. */
const MARKS_MAX = 100_000;
const VALUE_LENGTH_MAX = 100;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers of users that another origin gets as well. */
const HARMLESS = new Set(['accept', 'accept-language', 'user-agent']);
const OWN_HEADERS = { 'user-agent': 'Overdue', accept: '*/*' };

type Settings = CheckSettings<'http'>;

/** One request of a chain of redirects. */
interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Without the client certificate on another origin. */
  readonly tls: Settings['tls'];
}

interface Response {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Whether the body is longer than what was read. */
  readonly isCut: boolean;
}

/** Requests a URL, follows redirects, and compares the response with the settings. */
export function probeHTTP(
  { url }: TargetOf<'http'>,
  settings: Settings,
  tools: ProbeTools,
): Promise<CheckAttempt> {
  return runAttempt(tools, settings, async (attempt) => {
    let hop = firstHop(url, settings);
    for (let followed = 0; ; followed += 1) {
      const response = await exchange(attempt, hop, settings);
      if (!isRedirect(response) || settings.redirects === 0)
        return judge(attempt, { response, settings, followed });
      if (followed === settings.redirects)
        throw new CheckFailure('redirect_limit', `There are more than ${settings.redirects} redirects.`);
      hop = nextHop(hop, response, url.origin);
    }
  });
}

function firstHop(url: URL, { method, headers, auth, body, tls }: Settings): Hop {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const credentials = auth === null ? {} : { authorization: authorization(auth) };
  return {
    url,
    method,
    headers: { host: url.host, ...OWN_HEADERS, ...named, ...credentials },
    body,
    tls,
  };
}

function authorization(auth: NonNullable<Settings['auth']>): string {
  return auth.type === 'bearer'
    ? `Bearer ${auth.token}`
    : `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`;
}

function isRedirect({ status, headers }: Response): boolean {
  return REDIRECTS.has(status) && headers.location !== undefined;
}

/** Returns the request that follows a redirect. Only the first origin gets secrets, and only until another one was asked. */
function nextHop(hop: Hop, { status, headers }: Response, origin: string): Hop {
  const url = URL.parse(headers.location ?? '', hop.url);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new CheckFailure('redirect_refused', 'The redirect leads to an address that is not http or https.');
  if (url.username !== '' || url.password !== '')
    throw new CheckFailure('redirect_refused', 'The redirect leads to an address with a user name.');
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw new CheckFailure('redirect_refused', `The redirect leads from https to http, at ${url.host}.`);
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST');
  const keepsOrigin = hop.url.origin === origin && url.origin === origin;
  const body = becomesGet ? null : hop.body;
  if (body !== null && !keepsOrigin)
    throw new CheckFailure(
      'redirect_refused',
      `The redirect would send the body to another origin, ${url.host}.`,
    );
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (keepsOrigin || HARMLESS.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: { ...(keepsOrigin ? {} : { host: url.host }), ...Object.fromEntries(kept) },
    body,
    tls: keepsOrigin ? hop.tls : { ...hop.tls, servername: null, cert: null, key: null },
  };
}

async function exchange(
  attempt: Attempt,
  hop: Hop,
  { redirects, family }: Pick<Settings, 'redirects' | 'family'>,
): Promise<Response> {
  const host = bareHost(hop.url);
  const isSecure = hop.url.protocol === 'https:';
  const port = hop.url.port === '' ? (isSecure ? 443 : 80) : Number(hop.url.port);
  const plain = await connect(attempt, { host, port, family });
  const socket = isSecure
    ? await secure(attempt, plain, { host, settings: hop.tls, protocol: 'http/1.1' })
    : plain;
  const { incoming, body } = await attempt.step('firstByte', () => send(hop, socket));
  attempt.report.status = incoming.statusCode ?? null;
  const head = { status: incoming.statusCode ?? 0, headers: incoming.headers };
  const withoutBody = { ...head, body: Buffer.alloc(0), isCut: false };
  if (redirects > 0 && isRedirect(withoutBody)) {
    socket.destroy();
    return withoutBody;
  }
  const read = await attempt.step('response', () => body);
  socket.destroy();
  return { ...head, ...read };
}

type Body = Pick<Response, 'body' | 'isCut'>;

interface Sent {
  readonly incoming: IncomingMessage;
  readonly body: Promise<Body>;
}

/** Sends a request over an open connection, and resolves once the headers of the response have arrived. */
function send({ url, method, headers, body }: Hop, socket: Socket): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      setHost: false,
      maxHeaderSize: HEADERS_BYTES_MAX,
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > INTERIM_MAX) reject(malformed('It has too many interim responses.'));
    });
    request.once('upgrade', () => reject(malformed('It switches to another protocol.')));
    request.once('response', (incoming) => {
      // Reads at once, because an error may follow the headers in the same packet.
      const body = readBody(request, incoming);
      body.catch(() => {});
      resolve({ incoming, body });
    });
    // Stays for the life of the request: an error without a listener would end the process.
    request.on('error', (error) => reject(responseFailure(codeOf(error))));
    request.end(body ?? undefined);
  });
}

function readBody(request: ClientRequest, incoming: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean) =>
      resolve({ body: Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX), isCut });
    const fail = (error: unknown) => {
      // Bytes after the end of the body don't belong to the response.
      if (incoming.complete) finish(false);
      else reject(responseFailure(codeOf(error)));
    };
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size <= BODY_BYTES_MAX) return;
      finish(true);
      incoming.destroy();
    });
    incoming.once('end', () => finish(false));
    request.once('error', fail);
    incoming.on('error', fail);
  });
}

function responseFailure(code: string): CheckFailure {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CheckFailure(
      'response_headers_too_large',
      `The headers of the response are larger than ${HEADERS_BYTES_MAX / 1024} kB.`,
    );
  if (code.startsWith('HPE_')) return malformed(`Its syntax is wrong (${code}).`);
  if (code.startsWith('ERR_SSL_')) return tlsFailure(code);
  return new CheckFailure(
    'response_closed',
    `The connection was closed before the response was complete${code === 'ECONNRESET' ? '' : inBrackets(code)}.`,
  );
}

function malformed(reason: string): CheckFailure {
  return new CheckFailure('response_malformed', `The response is not valid HTTP. ${reason}`);
}

interface Judged {
  readonly response: Response;
  readonly settings: Settings;
  /** Redirects before the response. */
  readonly followed: number;
}

/** Returns a note for a response as expected. Throws a CheckFailure for any other. */
async function judge(attempt: Attempt, { response, settings, followed }: Judged): Promise<CheckNote | null> {
  const { status, contains, notContains, json } = settings;
  const isExpected = status.some((range) => isWithin(response.status, range));
  const isRead = contains.length + notContains.length + json.length > 0;
  const decoded =
    isRead || !isExpected || attempt.tools.keepsExcerpt ? await decode(attempt, response) : null;
  if (decoded !== null) attempt.report.excerpt = excerptOf(decoded.text, secretsOf(settings));
  if (!isExpected)
    throw new CheckFailure(
      'status',
      `The status is ${response.status}${redirectsText(followed)}, not ${status.join(' or ')}.`,
    );
  if (isRead && decoded !== null) {
    if (decoded.problem !== null) throw decoded.problem;
    judgeText(decoded.text, settings);
  }
  return expiryNote(attempt, settings.certificateWarnDays);
}

function redirectsText(followed: number): string {
  if (followed === 0) return '';
  return followed === 1 ? ' after 1 redirect' : ` after ${followed} redirects`;
}

function isWithin(status: number, range: string): boolean {
  const parsed = parseStatusRange(range);
  return parsed !== null && status >= parsed.from && status <= parsed.to;
}

/** Returns secrets that a server could send back. */
function secretsOf({ headers, auth, body }: Settings): readonly string[] {
  const credentials =
    auth === null
      ? []
      : auth.type === 'bearer'
        ? [auth.token]
        : [authorization(auth).slice('Basic '.length), auth.password];
  return [...credentials, ...Object.values(headers), ...(body === null ? [] : [body])];
}

interface DecodedText {
  readonly text: string;
  /** Why the text is not the whole body; null if it is. */
  readonly problem: CheckFailure | null;
}

async function decode({ tools, report }: Attempt, { headers, body, isCut }: Response): Promise<DecodedText> {
  const encoding = headers['content-encoding'] ?? '';
  const limit = Math.min(BODY_BYTES_MAX, Math.max(FREE_BYTES, RATIO_MAX * body.byteLength));
  const network = networkOf(report.address ?? '');
  const decoded = await tools.decode({ bytes: body, isCut, encoding, network }, limit);
  if (decoded === 'busy')
    throw new CheckFailure('overloaded', 'Overdue had too many responses to decompress.', 'unknown');
  if (decoded === 'undecodable')
    return {
      text: '',
      problem: new CheckFailure('response_compression', 'The body could not be decompressed.'),
    };
  const text = textOf(decoded.bytes, headers['content-type'] ?? '');
  if (!decoded.isCut) return { text, problem: null };
  const isBomb = !isCut && limit < BODY_BYTES_MAX;
  return {
    text,
    problem: isBomb
      ? new CheckFailure('response_compression', `Decompressed, the body is over ${RATIO_MAX} times larger.`)
      : new CheckFailure('response_too_large', `The body is larger than ${BODY_BYTES_MAX / 1e6} MB.`),
  };
}

function textOf(bytes: Uint8Array, contentType: string): string {
  const label = /;\s*charset="?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  return decoderOf(label).decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Messages repeat the texts and paths of the settings, which are no secrets. */
function judgeText(text: string, { contains, notContains, json }: Settings): void {
  const missing = contains.find((wanted) => !text.includes(wanted));
  if (missing !== undefined)
    throw new CheckFailure('text_missing', `The body does not contain ${quote(missing)}.`);
  const forbidden = notContains.find((unwanted) => text.includes(unwanted));
  if (forbidden !== undefined)
    throw new CheckFailure('text_forbidden', `The body contains ${quote(forbidden)}.`);
  if (json.length === 0) return;
  const document = readJSON(text);
  for (const assertion of json) judgeValue(document, assertion);
}

function readJSON(text: string): unknown {
  try {
    return parseJSON(text, MARKS_MAX);
  } catch (error) {
    const reason = error instanceof AppError ? 'has too many values' : 'is not JSON';
    throw new CheckFailure('json', `The body ${reason}.`);
  }
}

function judgeValue(document: unknown, { path, op, value: expected }: JSONAssertion): void {
  const steps = parseJSONPath(path);
  const value = steps === null ? undefined : valueAt(document, steps);
  const where = path === '' ? 'The JSON' : `The JSON at ${path}`;
  if (value === undefined) throw new CheckFailure('json', `The JSON has nothing at ${path}.`);
  if (!isMet(value, op, expected))
    throw new CheckFailure('json', `${where} is ${quote(value)}, which is not ${op} ${quote(expected)}.`);
}

/** Values of different types are never equal, and only numbers have an order. */
function isMet(value: unknown, op: JSONAssertion['op'], expected: JSONAssertion['value']): boolean {
  const isOrdered = typeof value === 'number' && typeof expected === 'number';
  switch (op) {
    case 'exists':
      return true;
    case '==':
      return value === expected;
    case '!=':
      return value !== expected;
    case '<':
      return isOrdered && value < expected;
    case '>':
      return isOrdered && value > expected;
  }
}

function quote(value: unknown): string {
  return truncate(JSON.stringify(value), VALUE_LENGTH_MAX);
}
