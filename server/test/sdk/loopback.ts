import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  /** Path with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Loopback {
  readonly url: string;
  readonly seen: Seen[];
}

export type Respond = (response: ServerResponse, seen: Seen) => void;

/**
 * Starts an HTTP server on this machine. The first response answers the first request, the second response the second
 * request, and so on. The last response answers all further requests.
 */
export async function openLoopback(...responses: readonly Respond[]): Promise<Loopback> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8');
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body };
    seen.push(one);
    (responses[seen.length - 1] ?? responses.at(-1))?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

export function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

export function data(value: object, headers: Readonly<Record<string, string>> = {}): Respond {
  return json(200, { success: true, data: value }, headers);
}

export function failure(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Respond {
  return json(status, { success: false, data: { error: { code, message: `It is ${code}.` } } }, headers);
}

/** Closes the connection without a response. */
export const hangUp: Respond = (response) => {
  response.destroy();
};

export const PING_ID = '7Jk2mQ9xWcV4nB8sL0pZtR';

/** Returns the service's response to a ping. */
export function pingResponse(more: object = {}): Respond {
  const event = { number: 412, type: 'end', duration: 184.22, runID: 'nightly-1', warnings: [], ...more };
  return data({ monitor: { pingID: PING_ID, status: 'up' }, event });
}
