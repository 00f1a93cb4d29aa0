import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, readBody } from './body.ts';
import { type BodyMemory, createBodyMemory } from './body-memory.ts';

interface Upload {
  write(text: string): void;
  end(): void;
  breakOff(): void;
  readonly body: Promise<Body>;
}

/** Uploads that a real server reads with one shared budget. */
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
        memory.open('192.0.2.1', () => incoming.destroy()),
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
  const memory = createBodyMemory({ bytesMax, reservedBytes: 0, patienceMs: 1000, monotonic: () => 0 });
  let changed = Promise.withResolvers<void>();
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const watched: BodyMemory = {
    open(network, cut) {
      const upload = memory.open(network, cut);
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

test('slow uploads together hold no more than their memory, and each of them is still read to its end', async () => {
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

test('an upload that breaks off gives its memory back', async () => {
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
