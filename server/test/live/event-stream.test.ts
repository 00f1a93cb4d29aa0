import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import {
  createEventStream,
  dropConnection,
  dropWhenClientEnds,
  WAITING_BYTES_MAX,
} from '../../src/api/event-stream.ts';

const MEGABYTE = new Uint8Array(1024 * 1024);

/** Opens a stream to a client that is connected but doesn't read. Returns the writer of the stream. */
async function openDeafClient() {
  const opened = Promise.withResolvers<ReturnType<typeof createEventStream>>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('*', (context) => {
    const made = createEventStream(() => dropConnection(context));
    dropWhenClientEnds(context);
    opened.resolve(made);
    return new Response(made.stream);
  });
  const server = createServer(getRequestListener(app.fetch));
  // Allows half-open connections, like the service.
  Object.assign(server, { httpAllowHalfOpen: true }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect(Number(Object(server.address()).port));
  onTestFinished(() => void socket.destroy());
  socket.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { listener, whenCancelled } = await opened.promise;
  const left = new Promise<void>((resolve) => whenCancelled(resolve));
  return { listener, left, socket };
}

test('data queued for a client that does not read is freed with its stream', async () => {
  const { listener, left } = await openDeafClient();
  for (let sent = 0; listener.send(MEGABYTE); sent += 1) {
    expect(sent).toBeLessThan(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  listener.end();
  await left;
});

test('data queued for a client without access is freed with its stream', async () => {
  const { listener, left } = await openDeafClient();
  for (let sent = 0; sent < WAITING_BYTES_MAX / MEGABYTE.byteLength; sent += 1) listener.send(MEGABYTE);
  listener.end();
  await left;
});

test('a client that closes its side leaves immediately, without a write', async () => {
  const { left, socket } = await openDeafClient();
  socket.end();
  await left;
});

test('a client that has read everything is disconnected cleanly', async () => {
  let drops = 0;
  const { stream, listener } = createEventStream(() => {
    drops += 1;
  });
  const reader = stream.getReader();
  listener.send(MEGABYTE);
  expect((await reader.read()).value).toBe(MEGABYTE);
  listener.end();
  expect(await reader.read()).toMatchObject({ done: true });
  expect([listener.send(MEGABYTE), drops]).toEqual([false, 0]);
});
