import { OutboundError } from './outbound-error.ts';
import type { OutboundRequest } from './request.ts';

const BODY_BYTES_MAX = 256_000;
const HEADERS_MAX = 50;
const HEADER_BYTES_MAX = 16_000;

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
/** Valid header values: no line breaks, and one byte per character. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that a request must not set, because the HTTP connection controls them. */
const RESERVED =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect)$/i;

export interface CheckedRequest {
  readonly url: URL;
  readonly method: OutboundRequest['method'];
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
  readonly signal: AbortSignal | undefined;
}

/** Validates a request. @throws OutboundError that describes the problem without any values */
export function checkRequest({ url, method, headers = {}, body, signal }: OutboundRequest): CheckedRequest {
  const parsed = checkURL(url);
  const bytes = body === undefined ? null : Buffer.from(body);
  if (bytes !== null && bytes.byteLength > BODY_BYTES_MAX)
    throw new OutboundError(`The message is larger than ${BODY_BYTES_MAX / 1000} kB.`);
  checkHeaders(headers);
  const length = bytes === null ? {} : { 'content-length': bytes.byteLength };
  const own = { host: parsed.host, 'user-agent': 'Overdue', accept: '*/*' };
  return {
    url: parsed,
    method,
    body: bytes,
    signal,
    headers: { ...own, ...withLowerCaseNames(headers), ...length },
  };
}

function checkURL(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new OutboundError('The address is not an http or https URL.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError(
      'The address contains a user name or password. Send credentials in a header instead.',
    );
  return url;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (entries.length > HEADERS_MAX || bytes > HEADER_BYTES_MAX)
    throw new OutboundError(
      `The request has more than ${HEADERS_MAX} headers, or more than ${HEADER_BYTES_MAX / 1000} kB of headers.`,
    );
  for (const [name, value] of entries) {
    if (!TOKEN.test(name)) throw new OutboundError('A header name contains an invalid character.');
    if (RESERVED.test(name)) throw new OutboundError(`The header ${name} can't be set.`);
    if (!VALUE.test(value))
      throw new OutboundError(
        `The value of the header ${name} contains a line break or a character outside Latin-1.`,
      );
  }
}

function withLowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
