import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../connection.ts';
import { eventsOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { findBySlug, makeKey } from './client-world.ts';

/** Ping key in the captured requests. Each test replaces it with another key of the same length. */
const CAPTURED_KEY = '7Jk2mQ9xWcV4nB8sL0pZtR';

/**
 * Requests that real programs sent to a recording server. Only the host and names of folders were changed. `body` is
 * text, and `base64` is any other body; both are stored as sent, including compression and chunks. `type` is the type
 * of the event that the request must create.
 */
const captured = z.array(
  z.strictObject({
    client: z.string(),
    pingID: z.string().optional(),
    slug: z.string().optional(),
    requests: z.array(
      z.strictObject({
        head: z.array(z.string()),
        body: z.string().optional(),
        base64: z.string().optional(),
        type: z.string(),
      }),
    ),
  }),
);

const CLIENTS = captured.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'captured-requests.json'), 'utf8')),
);
type Captured = (typeof CLIENTS)[number]['requests'][number];

function bytesOf({ head, body = '', base64 }: Captured, secret: string): readonly Uint8Array[] {
  const fill = (text: string) => text.replaceAll(CAPTURED_KEY, secret);
  const lines = Buffer.from(`${fill(head.join('\r\n'))}\r\n\r\n`, 'latin1');
  return [lines, base64 === undefined ? Buffer.from(fill(body)) : Buffer.from(base64, 'base64')];
}

/**
 * Returns the event that the client intends. The URL contains the ID of the run, and in Healthchecks' dialect also the
 * exit status.
 */
function expectedEvent({ head: [line = ''], type }: Captured): object {
  const rid = /[?&](?:rid|series)=([^& ]+)/.exec(line)?.[1];
  const exitStatus = /\/(\d{1,3})[? ]/.exec(line)?.[1];
  return {
    type,
    ...(rid === undefined ? {} : { runID: rid }),
    ...(exitStatus === undefined || line.includes('/api/') ? {} : { exitStatus: Number(exitStatus) }),
    warnings: [],
  };
}

/**
 * Returns the response status that the client expects: 202 for Sentry's check-ins by URL, 201 for a Healthchecks ping that
 * creates the check, otherwise 200.
 */
function expectedStatus({ head: [line = ''] }: Captured, isFirst: boolean): number {
  if (line.includes('/cron/')) return 202;
  return isFirst && line.includes('create=1') ? 201 : 200;
}

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

describe.each(CLIENTS)('$client', ({ pingID, slug, requests }) => {
  test('the client gets the expected response, and its intended events are recorded', async () => {
    const { secret } = await makeKey(server, 'ping');
    const made = pingID === undefined ? null : await server.createMonitor({ pingID });
    // Only Sentry's check-in needs an existing monitor. Pings to the other slugs create their monitors.
    if (slug === 'sentry-backup') await server.createMonitor({ name: slug, slug });
    for (const [index, sent] of requests.entries()) {
      const connection = openConnection(server.port);
      connection.write(...bytesOf(sent, secret));
      const response = await connection.respond(sent.head[0]?.split(' ')[0]);
      expect(response, sent.head[0]).toMatchObject({ status: expectedStatus(sent, index === 0) });
      // The library healthchecks-io treats a response with these words as an error.
      expect(response?.text).not.toMatch(/not found|rate limited/i);
      connection.socket.destroy();
    }
    const monitor = made ?? (await findBySlug(server, slug ?? ''));
    expect((await eventsOf(server, monitor)).toReversed()).toMatchObject(requests.map(expectedEvent));
  });
});
