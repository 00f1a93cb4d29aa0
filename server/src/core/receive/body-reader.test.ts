import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyReader } from './body-reader.ts';

/** Two bodies are decompressed at a time, and 900 of one address wait. */
const QUEUE_MAX = 902;
const LOG = { isLog: true, teamID: null };
const TOO_BUSY = { status: 'rejected', reason: { code: 'unavailable', retryAfterSeconds: 1 } };

/** Returns requests with the same compressed body, one more than may be decompressed or wait at a time. */
async function receiveTooMany(contentType: string, text: string): Promise<readonly IncomingMessage[]> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const socket = connect(address.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const body = gzipSync(text);
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${contentType}\r\nContent-Encoding: gzip\r\nContent-Length: ${body.byteLength}\r\n\r\n`;
  const received: IncomingMessage[] = [];
  const all = new Promise<void>((resolve) => {
    server.on('request', (request) => {
      received.push(request);
      if (received.length > QUEUE_MAX) resolve();
    });
  });
  for (let sent = 0; sent <= QUEUE_MAX; sent += 1) socket.write(Buffer.concat([Buffer.from(head), body]));
  await all;
  return received;
}

function openReader() {
  return createBodyReader({
    clock: { monotonic: () => 0 },
    remoteAddress: () => '192.0.2.1',
    bodyLimit: 10_000,
  });
}

test.each([
  ['check-ins', 'application/x-sentry-envelope', 'readWhole'],
  ['the beginning of check-ins', 'application/x-sentry-envelope', 'readBeginning'],
  ['a form', 'application/x-www-form-urlencoded', 'readForm'],
] as const)(
  'a request is refused for a moment if too many bodies wait to be decompressed: %s',
  async (_, type, how) => {
    const requests = await receiveTooMany(type, 'state=fail');
    const reader = openReader();
    const read = (request: IncomingMessage) =>
      how === 'readForm' ? reader.readContent(request, LOG) : reader[how](request, null);
    const results = await Promise.allSettled(requests.map(read));
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([TOO_BUSY]);
  },
);

test('a log is kept as received if too many bodies wait to be decompressed', async () => {
  const requests = await receiveTooMany('text/plain', 'a log');
  const reader = openReader();
  const read = await Promise.all(requests.map((request) => reader.readContent(request, LOG)));
  expect(read.filter(({ warning }) => warning !== null)).toMatchObject([
    { log: gzipSync('a log'), warning: expect.stringContaining('kept as received') },
  ]);
});
