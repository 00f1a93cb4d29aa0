import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, readBody } from './body.ts';
import { type BodyRoom, createBodyRoom } from './body-room.ts';

interface Upload {
  write(text: string): void;
  end(): void;
  breakOff(): void;
  readonly body: Promise<Body>;
}

/** Uploads that a real server reads with one shared budget. */
async function openUploads(room: BodyRoom): Promise<() => Promise<Upload>> {
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
        room.open('192.0.2.1', () => incoming.destroy()),
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
  const room = createBodyRoom({ bytesMax, reservedBytes: 0, patienceMs: 1000, monotonic: () => 0 });
  let told = Promise.withResolvers<void>();
  const tell = () => {
    told.resolve();
    told = Promise.withResolvers();
  };
  const watched: BodyRoom = {
    open(network, cut) {
      const upload = room.open(network, cut);
      return {
        ...upload,
        take(bytes) {
          const taken = upload.take(bytes);
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
  return { room: watched, next: () => told.promise };
}

test('slow uploads together hold no more than their room, and each of them is still read to its end', async () => {
  const { room, next } = openRoom(10);
  const upload = await openUploads(room);
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

test('an upload that breaks off gives its room back', async () => {
  const { room, next } = openRoom(10);
  const upload = await openUploads(room);
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
