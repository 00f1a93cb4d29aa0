import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Body, peekBody, readBody, takeArrived } from './body.ts';
import { type BodyMemory, createBodyMemory } from './body-memory.ts';

interface Upload {
  write(text: string): void;
  end(): void;
  breakOff(): void;
  readonly body: Promise<Body>;
}

/** Starts a server that reads uploads with one shared budget. Returns a function that begins an upload. */
async function openUploads(memory: BodyMemory): Promise<() => Promise<Upload>> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const { port } = address;
  return async () => {
    const client = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    client.on('error', () => {});
    client.flushHeaders();
    const [incoming]: IncomingMessage[] = await once(server, 'request');
    if (incoming === undefined) throw new Error('No request came.');
    const body = Promise.resolve(
      readBody(
        incoming,
        100,
        memory.open(['192.0.2.1'], () => incoming.destroy()),
      ),
    );
    body.catch(() => {});
    return {
      write: (text) => void client.write(text),
      end: () => void client.end(),
      breakOff: () => void client.destroy(),
      body,
    };
  };
}

/** A budget that reports each change. */
function openRoom(bytesMax: number) {
  const memory = createBodyMemory({ bytesMax, reservedBytes: 0, dropAfterMs: 1000, monotonic: () => 0 });
  let changed = Promise.withResolvers<void>();
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const watched: BodyMemory = {
    open(owners, cut) {
      const upload = memory.open(owners, cut);
      return {
        ...upload,
        reserve(bytes) {
          const taken = upload.reserve(bytes);
          tell();
          return taken;
        },
        end() {
          upload.end();
          tell();
        },
      };
    },
  };
  return { memory: watched, next: () => changed.promise };
}

test('slow uploads together stay within the memory limit, and each of them is still read to its end', async () => {
  const { memory, next } = openRoom(10);
  const upload = await openUploads(memory);
  const slow = await upload();
  const taken = next();
  slow.write('12345678');
  await taken;
  const late = await upload();
  late.write('abcdef');
  late.end();
  expect(await late.body).toEqual({ bytes: null, isCut: true });
  slow.end();
  expect(String((await slow.body).bytes)).toBe('12345678');
});

test('an interrupted upload frees its memory', async () => {
  const { memory, next } = openRoom(10);
  const upload = await openUploads(memory);
  const slow = await upload();
  const taken = next();
  slow.write('12345678');
  await taken;
  const given = next();
  slow.breakOff();
  await given;
  const another = await upload();
  another.write('abcdefghij');
  another.end();
  expect(String((await another.body).bytes)).toBe('abcdefghij');
});

/**
 * Returns the bodies that a server reads when a client sends one body in parts. The client sends each part after the server has
 * received the previous part.
 */
async function readParts(parts: readonly string[], memory: BodyMemory): Promise<readonly Body[]> {
  const bodies: Body[] = [];
  const arrived = Promise.withResolvers<void>();
  const server = createServer(async (incoming, response) => {
    arrived.resolve();
    await null;
    const upload = memory.open(['192.0.2.1'], () => incoming.destroy());
    bodies.push(await readBody(incoming, 10, upload));
    upload.end();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const client = connect(address.port, '127.0.0.1');
  const [first = '', ...others] = parts;
  client.write(first);
  await arrived.promise;
  for (const part of others) client.write(part);
  client.resume();
  await once(client, 'close');
  return bodies;
}

const post = (body: string, more = '') =>
  `POST / HTTP/1.1\r\nHost: test\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const LAST = 'Connection: close\r\n';

test.each([
  ['with its headers', [post('abcde', LAST)], ['abcde']],
  ['after its headers', [post('abcde', LAST).slice(0, -5), 'abcde'], ['abcde']],
  ['in part with its headers', [post('abcde', LAST).slice(0, -2), 'de'], ['abcde']],
  ['before another one', [post('abcde') + post('12345', LAST)], ['abcde', '12345']],
  [
    'in parts before another one',
    [post('abcde').slice(0, -2), `de${post('12345', LAST)}`],
    ['abcde', '12345'],
  ],
  ['at its maximum length', [post('0123456789', LAST)], ['0123456789']],
  ['that is too long', [post('0123456789a', LAST)], ['0123456789…']],
  ['that is empty', [post('') + post('abcde', LAST)], ['', 'abcde']],
] as const)('a body that arrives %s is read, and so is the next request', async (_, parts, bodies) => {
  const read = await readParts(parts, openRoom(100).memory);
  expect(read.map(({ bytes, isCut }) => `${Buffer.from(bytes ?? [])}${isCut ? '…' : ''}`)).toEqual(bodies);
});

test('a body that arrives with its headers counts against the memory too', async () => {
  const parts = [post('abcdefgh') + post('abc', LAST)];
  const { memory } = openRoom(5);
  expect(await readParts(parts, memory)).toEqual([
    { bytes: null, isCut: true },
    { bytes: Buffer.from('abc'), isCut: false },
  ]);
});

/** Sends a body of two parts, and returns its request once both have arrived, and none has been read. */
async function requestInTwoParts(parts: readonly [string, string]): Promise<IncomingMessage> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const client = request({
    port: address.port,
    method: 'POST',
    headers: { 'Content-Length': parts.join('').length },
  });
  client.on('error', () => {});
  client.write(parts[0]);
  const [incoming]: IncomingMessage[] = await once(server, 'request');
  if (incoming === undefined) throw new Error('No request came.');
  await vi.waitUntil(() => incoming.readableLength === parts[0].length);
  client.end(parts[1]);
  await vi.waitUntil(() => incoming.complete);
  return incoming;
}

test('a body that arrived in parts before it is read is kept whole', async () => {
  const memory = createBodyMemory({ bytesMax: 100, reservedBytes: 0, dropAfterMs: 1000, monotonic: () => 0 });
  const incoming = await requestInTwoParts(['first ', 'second']);
  const upload = memory.open(['192.0.2.1'], () => {});
  expect(await readBody(incoming, 100, upload)).toEqual({ bytes: Buffer.from('first second'), isCut: false });
});

test('the beginning of a body stays in its request', async () => {
  const incoming = await requestInTwoParts(['first ', 'second']);
  expect(await peekBody(incoming, 8)).toEqual({ bytes: Buffer.from('first se'), isCut: true });
  expect(await peekBody(incoming, 100)).toEqual({ bytes: Buffer.from('first second'), isCut: false });
  expect(takeArrived(incoming)).toEqual(Buffer.from('first second'));
});
