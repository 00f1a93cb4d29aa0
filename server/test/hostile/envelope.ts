import { expect } from 'vitest';
import { z } from 'zod';
import { type HTTPResponse, openConnection } from '../connection.ts';
import type { RunningServer } from '../running-server.ts';

const failure = z.strictObject({
  success: z.literal(false),
  data: z.strictObject({
    error: z.strictObject({
      code: z.string().regex(/^[a-z_]+$/),
      message: z.string().min(10).max(1000),
      fields: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    }),
  }),
});

/** Matches internals that a response to a stranger must not reveal. */
const INSIDE =
  /node_modules|node:|\.ts\b|\/src\/|SQLITE|sqlite|\bat .+:\d+:\d+|ECONN|EPIPE|(?<!better-)stack/;

/**
 * Whether a response is the 404 of Healthchecks, without an envelope. A ping URL of Healthchecks' form with an unknown key gets
 * this response.
 */
function isUnknownKey({ status, text }: HTTPResponse): boolean {
  return status === 404 && text === 'not found';
}

/** Checks that a response shows no internals and that errors use the envelope. Returns the status. */
export function expectEnvelope(response: HTTPResponse): number {
  const { status, headers, text } = response;
  expect(status, text).toBeLessThan(500);
  if (status < 400 || text === '' || isUnknownKey(response)) return status;
  expect(headers['content-type']).toBe('application/json');
  failure.parse(JSON.parse(text));
  expect(text).not.toMatch(INSIDE);
  return status;
}

/** Sends bytes and checks every response until the server closes the connection. Returns the statuses. */
export async function statusesOf(
  { port }: RunningServer,
  ...parts: readonly (string | Uint8Array)[]
): Promise<readonly number[]> {
  const connection = openConnection(port);
  for (const part of parts) connection.socket.write(part);
  connection.socket.end();
  const statuses: number[] = [];
  for (let response = await connection.respond(); response !== null; response = await connection.respond()) {
    statuses.push(expectEnvelope(response));
  }
  connection.socket.destroy();
  return statuses;
}
