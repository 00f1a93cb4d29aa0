import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestConnections, createTestQueue } from '../../../test/http/test-connections.ts';
import { createHttpServer, type RespondToPing } from './server.ts';

const CONNECTIONS = 20;
const BODY_BYTES = 4 * 1024 * 1024;
/** Bytes by which each connection may exceed the limit once. */
const BEGINNING_BYTES = 128 * 1024;
/** The limit, and eight parts of 64 KiB that the queue begins, with some margin. Without the limit, a turn reads over 2 MiB. */
const PER_TURN_BYTES_MAX = 1024 * 1024;

/** Starts a server. Returns its side of each connection, and a function that begins to send a body to it. */
async function startServer(ping: RespondToPing) {
  const server = createHttpServer({
    ping,
    application: (_, response) => response.end(),
    connections: createTestConnections(),
    queue: createTestQueue(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const peers: Socket[] = [];
  server.on('connection', (socket) => peers.push(socket));
  return {
    peers,
    send(body: Uint8Array): Socket {
      const client = connect(port, '127.0.0.1');
      client.write(`POST /ping/abcdefgh HTTP/1.1\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
      client.write(body);
      onTestFinished(() => void client.destroy());
      return client;
    },
  };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each([
  ['reads', false],
  ['drops', true],
])(
  'in one turn of the event loop the server %s only a part of the bodies that arrive',
  async (_, isRefused) => {
    const { peers, send } = await startServer((_path, request, response) => {
      if (isRefused) response.end();
      else request.resume().on('end', () => response.end());
      return true;
    });
    const body = Buffer.alloc(BODY_BYTES);
    for (let sent = 0; sent < CONNECTIONS; sent += 1) send(body);
    const bytesRead = () => peers.reduce((sum, peer) => sum + peer.bytesRead, 0);
    let most = 0;
    let before = 0;
    while (before < CONNECTIONS * BODY_BYTES) {
      await nextTurn();
      const now = bytesRead();
      if (before > CONNECTIONS * BEGINNING_BYTES) most = Math.max(most, now - before);
      before = now;
    }
    expect(most).toBeLessThan(PER_TURN_BYTES_MAX);
  },
);

test('bodies that wait for their turn arrive complete', async () => {
  const { send } = await startServer((_path, request, response) => {
    void buffer(request).then((body) => response.end(body.subarray(-1)));
    return true;
  });
  const bodies = Array.from({ length: CONNECTIONS }, (_, index) => Buffer.alloc(BODY_BYTES, 65 + index));
  const responses = await Promise.all(
    bodies.map(async (body) => String((await once(send(body), 'data'))[0])),
  );
  expect(responses.map((response) => response.at(-1))).toEqual(
    bodies.map((body) => String.fromCharCode(body[0] ?? 0)),
  );
});

test('chunks of one byte arrive together, also on the next request of the connection', async () => {
  const bodies: { readonly text: string; readonly parts: number }[] = [];
  const { peers, send } = await startServer((_path, request, response) => {
    let parts = 0;
    let text = '';
    request.setEncoding('latin1');
    request.on('data', (part: string) => {
      parts += 1;
      text += part;
    });
    request.on('end', () => {
      bodies.push({ text, parts });
      response.end();
    });
    return true;
  });
  const chunked = (letter: string) =>
    `POST /ping/abcdefgh HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${`1\r\n${letter}\r\n`.repeat(8000)}0\r\n\r\n`;
  const client = send(Buffer.alloc(0));
  await once(client, 'data');
  client.write(chunked('a') + chunked('b'));
  while (bodies.length < 3) await nextTurn();
  expect(bodies.map(({ text }) => text)).toEqual(['', 'a'.repeat(8000), 'b'.repeat(8000)]);
  for (const { parts } of bodies) expect(parts).toBeLessThan(20);
  expect(peers).toHaveLength(1);
});
