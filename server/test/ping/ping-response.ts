import { expect } from 'vitest';
import { z } from 'zod';
import { type HTTPResponse, send } from '../connection.ts';
import type { RunningMonitor, RunningServer } from '../running-server.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Matches the ID of a run that the service has generated. */
export const GENERATED_RUN_ID = expect.stringMatching(UUID_V7);

/** Format of the response to an accepted ping. No field may be missing, added or null. */
const accepted = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    monitor: z.strictObject({
      pingID: z.string().min(8),
      status: z.enum(['up', 'late', 'failing', 'down', 'paused', 'new']),
    }),
    event: z.strictObject({
      number: z.int().min(1),
      type: z.enum(['ping', 'start', 'fail', 'end', 'log', 'ignored']),
      duration: z.number().min(0),
      runID: z.string().min(1),
      warnings: z.array(z.string()),
    }),
  }),
});

type Data = z.output<typeof accepted>['data'];

/** Checks that a ping was accepted and that the response has the format above. Returns its data. */
export function expectAccepted({
  status,
  headers,
  text,
}: Pick<HTTPResponse, 'status' | 'headers' | 'text'>): Data {
  expect({ status, text }).toMatchObject({ status: 200 });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'ping-body-limit': '100000',
  });
  return accepted.parse(JSON.parse(text)).data;
}

const refused = z.strictObject({
  success: z.literal(false),
  data: z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string().min(1) }) }),
});

/** Checks that a ping was refused. Returns the code of the error in the envelope. */
export function expectRefused({ headers, text }: HTTPResponse): string {
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'ping-body-limit': '100000',
  });
  return refused.parse(JSON.parse(text)).data.error.code;
}

/** Sends a ping that must be accepted, and returns `data`. */
export async function ping(
  server: RunningServer,
  path: string,
  { method = 'GET', ...more }: Parameters<typeof send>[3] & { readonly method?: string } = {},
): Promise<Data> {
  return expectAccepted(await send(server.port, method, path, more));
}

const event = z.looseObject({ number: z.int(), bodySize: z.int() });

/** Returns the newest events of a monitor from the API. */
export async function eventsOf(
  server: RunningServer,
  { shortID }: Pick<RunningMonitor, 'shortID'>,
  limit = 1000,
): Promise<readonly z.output<typeof event>[]> {
  const { events } = await server.api('GET', `/v1/monitors/${shortID}/events/?limit=${limit}`);
  return z.array(event).parse(events);
}

/** Returns the newest event of a monitor. */
export async function lastEventOf(
  server: RunningServer,
  monitor: Pick<RunningMonitor, 'shortID'>,
): Promise<z.output<typeof event>> {
  const [last] = await eventsOf(server, monitor, 1);
  if (last === undefined) throw new Error('The monitor has no event.');
  return last;
}

const run = z.looseObject({ runID: z.string(), state: z.string() });

/** Returns the runs of a monitor from the API, newest first. */
export async function runsOf(
  server: RunningServer,
  { shortID }: Pick<RunningMonitor, 'shortID'>,
): Promise<readonly z.output<typeof run>[]> {
  const { runs } = await server.api('GET', `/v1/monitors/${shortID}/runs/?limit=1000`);
  return z.array(run).parse(runs);
}

/** Returns the stored body of the newest event. */
export async function lastBodyOf(server: RunningServer, monitor: RunningMonitor): Promise<Buffer> {
  const { number } = await lastEventOf(server, monitor);
  const path = `/v1/monitors/${monitor.shortID}/events/${number}/body/`;
  const response = await send(server.port, 'GET', path, {
    headers: [`Authorization: Bearer ${server.token}`],
  });
  expect(response.status).toBe(200);
  return response.body;
}
