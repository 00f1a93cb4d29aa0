import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Network } from '../network/network.ts';

/** Maximum bytes of a response to read. The beginning is enough to tell whether a report was accepted. */
export const RESPONSE_BYTES_MAX = 64 * 1024;
/** Maximum redirects of one request, as with `fetch`. */
export const REDIRECTS_MAX = 20;

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Posted {
  readonly status: number;
  /** Beginning of the response's body. */
  readonly text: string;
  /** Whether the response has the header that Overdue adds to all responses to pings. */
  readonly hasPingHeader: boolean;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly network: Pick<Network, 'agentFor' | 'withTrust'>;
}

type Message = Pick<PostRequest, 'url' | 'headers'> & {
  readonly method: 'POST' | 'GET';
  readonly body: Uint8Array;
};

/**
 * Sends a request and follows redirects. Uses `node:http`, because loading `fetch` would cost every job 40 ms and 18
 * MB.
 */
export async function post({ url, headers, body }: PostRequest, options: PostOptions): Promise<Posted> {
  let message: Message = { method: 'POST', url, headers, body };
  for (let redirects = 0; ; redirects += 1) {
    const current = message;
    const response = await options.network.withTrust(current.url, () => send(current, options));
    const status = response.statusCode ?? 0;
    const next = redirectedMessage(message, { status, location: response.headers.location });
    if (next === null) {
      const hasPingHeader = response.headers['ping-body-limit'] !== undefined;
      return { status, text: await beginningOf(response), hasPingHeader };
    }
    // Discards the body, because an unread response would keep its connection open.
    response.resume();
    if (redirects === REDIRECTS_MAX) throw new Error('there were too many redirects.');
    message = next;
  }
}

function send(
  { method, url, headers, body }: Message,
  { network, signal }: PostOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method,
      headers: { ...headers, Accept: '*/*' },
      signal,
      agent: network.agentFor(url),
    };
    const sending = requestFor(url)(url, options, resolve);
    sending.on('error', reject);
    sending.end(body);
  });
}

function requestFor(url: string): typeof request {
  // Loads TLS only for HTTPS, because TLS takes 6 MB.
  if (url.startsWith('https:')) return process.getBuiltinModule('node:https').request;
  if (url.startsWith('http:')) return request;
  throw new Error('a redirect leads to an address that begins with neither https:// nor http://.');
}

/** Returns the request that follows a redirect, by the rules of `fetch`; null if the response is not a redirect. */
function redirectedMessage(
  message: Message,
  { status, location }: { readonly status: number; readonly location: string | undefined },
): Message | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  const { href, protocol } = new URL(location, message.url);
  if (protocol === 'http:' && message.url.startsWith('https:'))
    throw new Error('a redirect leads from https:// to http://, where others could read the report.');
  if (status >= 307) return { ...message, url: href };
  return { method: 'GET', url: href, headers: message.headers, body: new Uint8Array() };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Breaking out of the loop closes the connection.
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= RESPONSE_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).toString();
}
