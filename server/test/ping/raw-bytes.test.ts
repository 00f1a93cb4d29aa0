import { describe, expect, test } from 'vitest';
import { openConnection } from '../connection.ts';
import { startOnFakeClock } from './fake-time.ts';

const LIMIT = { limit: 100 };

/** Sends bytes on one connection, and returns the statuses of `count` responses. */
async function statusesOf(port: number, bytes: Uint8Array, methods: readonly string[]) {
  const connection = openConnection(port);
  connection.write(bytes);
  const statuses: (number | undefined)[] = [];
  for (const method of methods) statuses.push((await connection.respond(method))?.status);
  connection.socket.destroy();
  return statuses;
}

function raw(encoding: 'utf8' | 'latin1', ...lines: readonly string[]): Buffer {
  return Buffer.from([...lines, '', ''].join('\r\n'), encoding);
}

describe('bytes outside ASCII in the URL of a ping, as curl sends them', () => {
  test.each(['utf8', 'latin1'] as const)('count in %s, with every method', async (encoding) => {
    const { port, store, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
      const request = raw(
        encoding,
        `${method} ${monitor!.path}?status=down&msg=Größe HTTP/1.1`,
        'Host: a',
        'Content-Length: 0',
      );
      expect(await statusesOf(port, request, [method])).toEqual([200]);
    }
    const events = await store.listEvents(monitor!.id, LIMIT);
    expect(events.map(({ type }) => type)).toEqual(['fail', 'fail', 'fail', 'fail']);
    const bodies = await Promise.all(events.map(({ number }) => store.findEventBody(monitor!.id, number)));
    for (const body of bodies) expect(Buffer.from(body!).toString()).toBe('Größe');
  });

  test('count on a connection that stays open, between other requests, and behind a body', async () => {
    const { port, store, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    const { path } = monitor!;
    const pipelined = Buffer.concat([
      raw('utf8', `GET ${path}/start HTTP/1.1`, 'Host: a'),
      raw('utf8', `POST ${path}/log?msg=ä HTTP/1.1`, 'Host: a', 'Content-Length: 5'),
      raw('utf8', `HELLOGET ${path}/fail?msg=ö HTTP/1.1`, 'Host: a'),
      raw('utf8', `GET ${path}/end HTTP/1.1`, 'Host: a'),
      raw('utf8', `GET ${path}/fail?msg=夜 HTTP/1.1`, 'Host: a'),
    ]);
    expect(await statusesOf(port, pipelined, ['GET', 'POST', 'GET', 'GET', 'GET'])).toEqual([
      200, 200, 200, 200, 200,
    ]);
    const events = await store.listEvents(monitor!.id, LIMIT);
    // The ping with a body is recorded once its body has been read.
    expect(events.map(({ type }) => type).filter((type) => type !== 'log')).toEqual([
      'fail',
      'end',
      'fail',
      'start',
    ]);
    expect(events).toHaveLength(5);
  });

  test.each(['utf8', 'latin1'] as const)(
    'count in %s when the request arrives in pieces',
    async (encoding) => {
      const { port, store, makeMonitors } = await startOnFakeClock();
      const [monitor] = await makeMonitors(1);
      const request = Buffer.concat([
        raw(encoding, `GET ${monitor!.path}/start HTTP/1.1`, 'Host: a'),
        raw(encoding, `POST ${monitor!.path}/fail?msg=Größe-ü HTTP/1.1`, 'Host: a', 'Content-Length: 2'),
        raw(encoding, `OKGET ${monitor!.path}/end?msg=Größe-ü HTTP/1.1`, 'Host: a'),
      ]);
      for (const size of [1, 2, 3, 7, 40, 64, 100]) {
        const connection = openConnection(port);
        for (let start = 0; start < request.length; start += size) {
          connection.write(request.subarray(start, start + size));
          // Lets the server read the piece before the next one is sent.
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const method of ['GET', 'POST', 'GET'])
          expect((await connection.respond(method))?.status).toBe(200);
        connection.socket.destroy();
      }
      const events = await store.listEvents(monitor!.id, LIMIT);
      expect(events).toHaveLength(21);
      for (const { number } of events.filter(({ type }) => type === 'end'))
        expect(Buffer.from((await store.findEventBody(monitor!.id, number))!).toString()).toBe('Größe-ü');
    },
  );

  test('are refused in a line that is too long or malformed, in pieces', async () => {
    const { port, store, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    for (const rest of ['ä'.repeat(20_000), 'ä b HTTP/1.1\r\n\r\n', 'ä HTTP/3.0\r\n\r\n']) {
      const connection = openConnection(port);
      connection.write(`GET ${monitor!.path}?m`);
      await new Promise((resolve) => setImmediate(resolve));
      connection.write('sg=ä');
      await new Promise((resolve) => setImmediate(resolve));
      connection.write(rest);
      expect((await connection.respond())?.status).toBe(400);
      connection.socket.destroy();
    }
    expect(await store.listEvents(monitor!.id, LIMIT)).toEqual([]);
  });

  test('never change where a request ends', async () => {
    const { port, store, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    const { path } = monitor!;
    for (const request of [
      raw('utf8', `GET ${path}?msg=ä b HTTP/1.1`, 'Host: a'),
      raw('utf8', `GET ${path}?msg=ä\rX HTTP/1.1`, 'Host: a'),
      raw('utf8', `GET ${path}?msg=ä\0 HTTP/1.1`, 'Host: a'),
      raw('utf8', `GET ${path}?msg=ä HTTP/2.0`, 'Host: a'),
      raw('utf8', `GET ${path}?msg=ä HTTP/1.1`, 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      raw('utf8', `FETCH ${path}?msg=ä HTTP/1.1`, 'Host: a'),
    ])
      expect(await statusesOf(port, request, ['GET'])).toEqual([400]);
    expect(await store.listEvents(monitor!.id, LIMIT)).toEqual([]);
  });
});
