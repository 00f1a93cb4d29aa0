import { OutboundError } from './outbound-error.ts';
import type { OutboundRequest } from './request.ts';

const BODY_BYTES_MAX = 256_000;
const HEADERS_MAX = 50;
const HEADER_BYTES_MAX = 16_000;

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
/** What a header may hold: no line break, and one byte for each character. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What frames the request or speaks to the next hop: for the connection alone to say. */
const RESERVED =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect)$/i;

/** A request that can be sent as it is. */
export interface CheckedRequest {
  readonly url: URL;
  readonly method: OutboundRequest['method'];
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | null;
}

/** @throws OutboundError that says what is wrong with the request, without its values */
export function checkRequest({ url, method, headers = {}, body }: OutboundRequest): CheckedRequest {
  const parsed = checkURL(url);
  const bytes = body === undefined ? null : Buffer.from(body);
  if (bytes !== null && bytes.byteLength > BODY_BYTES_MAX)
    throw new OutboundError(`The message is larger than ${BODY_BYTES_MAX / 1000} kB.`);
  checkHeaders(headers);
  const length = bytes === null ? {} : { 'content-length': bytes.byteLength };
  const own = { host: parsed.host, 'user-agent': 'Overdue', accept: '*/*' };
  return { url: parsed, method, body: bytes, headers: { ...own, ...lowerCased(headers), ...length } };
}

function checkURL(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new OutboundError('The address is no http or https URL.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('The address has a user name or a password in it. Send them in a header.');
  return url;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (entries.length > HEADERS_MAX || bytes > HEADER_BYTES_MAX)
    throw new OutboundError(
      `There are more than ${HEADERS_MAX} headers, or more than ${HEADER_BYTES_MAX / 1000} kB of them.`,
    );
  for (const [name, value] of entries) {
    if (!TOKEN.test(name))
      throw new OutboundError('The name of a header has a character that no header may have.');
    if (RESERVED.test(name)) throw new OutboundError(`The header ${name} can't be set.`);
    if (!VALUE.test(value))
      throw new OutboundError(
        `The value of the header ${name} has a line break or a character outside of Latin-1.`,
      );
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
