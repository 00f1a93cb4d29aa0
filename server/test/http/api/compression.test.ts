import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer } from '../../running-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  for (let number = 0; number < 20; number += 1) await server.createMonitor({ name: `dump ${number}` });
});
afterAll(() => server.stop());

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** `fetch` would decompress the body. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const authorization = { Authorization: `Bearer ${server.token}` };
  const sent = request(
    `${server.baseURL}${path}`,
    { headers: { ...authorization, ...headers } },
    (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
        }),
      );
    },
  );
  sent.on('error', reject);
  sent.end();
  return promise;
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

describe('responses are compressed', () => {
  // Weights as in RFC 9110, section 12.4.2, and `*` as in section 12.5.3.
  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
  ] as const)('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
    const plain = await get('/v1/monitors/');
    const { headers, bytes } = await get('/v1/monitors/', { 'Accept-Encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Authorization, Accept-Encoding' });
    expect(headers['content-length']).toBeUndefined();
    expect(DECODERS[encoding](bytes).toString()).toBe(plain.bytes.toString());
    expect(bytes.byteLength * 5).toBeLessThan(plain.bytes.byteLength);
  });

  test.each(['', 'identity', 'deflate', 'gzip;q=0', 'br;q=0, gzip;q=0, *;q=0', ';;;,,q=gzip'])(
    'Accept-Encoding: "%s" gets the plain body',
    async (accepted) => {
      const { headers, bytes } = await get('/v1/monitors/', { 'Accept-Encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Authorization, Accept-Encoding');
      expect(headers['content-length']).toBe(String(bytes.byteLength));
      JSON.parse(bytes.toString());
    },
  );

  test('the tag of a compressed list is weak, and both tags are found again', async () => {
    const plain = await get('/v1/monitors/');
    const zipped = await get('/v1/monitors/', { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers.etag).toBe(`W/${plain.headers.etag}`);
    for (const tag of [plain.headers.etag, zipped.headers.etag]) {
      const again = await get('/v1/monitors/', { 'Accept-Encoding': 'gzip', 'If-None-Match': String(tag) });
      expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
    }
  });

  test('other lists, incidents, metrics and the APIs of other services are compressed too', async () => {
    const key = await createKey();
    for (const [path, headers] of [
      ['/v1/audit/', {}],
      ['/metrics', {}],
      ['/api/v3/checks/', { 'X-Api-Key': key }],
    ] as const) {
      const { headers: received } = await get(path, { 'Accept-Encoding': 'br', ...headers });
      expect([path, received['content-encoding'], received.vary]).toEqual([path, 'br', 'Accept-Encoding']);
    }
  });
});

describe('responses that are not compressed', () => {
  test('a small body', async () => {
    const { headers } = await get('/v1/projects/', { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('a response with one resource: its tag stays strong for If-Match, and its ping URL stays out of the compression', async () => {
    const { shortID } = await server.createMonitor({ name: 'long', description: 'x'.repeat(2000) });
    const { headers } = await get(`/v1/monitors/${shortID}/`, { 'Accept-Encoding': 'gzip, br' });
    expect(headers).toMatchObject({ etag: '"1"', 'cache-control': 'no-store, no-transform' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test.each(['cross-site', 'same-site'])(
    'a request with cookies from another site: Sec-Fetch-Site: %s',
    async (site) => {
      const headers = { 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': site };
      const withCookie = await get('/v1/monitors/', { ...headers, Cookie: 'a=b' });
      expect(withCookie.headers['content-encoding']).toBeUndefined();
      const own = await get('/v1/monitors/', { ...headers, Cookie: 'a=b', 'Sec-Fetch-Site': 'same-origin' });
      expect(own.headers['content-encoding']).toBe('gzip');
      // Browsers never add a token on their own, so a token shows that the site knows it.
      expect((await get('/v1/monitors/', headers)).headers['content-encoding']).toBe('gzip');
    },
  );
});

/** Opens a live stream, and decompresses its events as they arrive. */
async function openLive(path: string, accepted: string) {
  const headers = { Authorization: `Bearer ${server.token}`, 'Accept-Encoding': accepted };
  const sent = request(`${server.baseURL}${path}`, { headers }).end();
  onTestFinished(() => void sent.destroy());
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'));
  const encoding = response.headers['content-encoding'];
  const body = encoding === 'gzip' ? response.pipe(createGunzip()) : response;
  let text = '';
  return {
    encoding,
    /** Resolves once `expected` has arrived. Later calls read on from there. */
    async arrived(expected: string) {
      while (!text.includes(expected)) {
        const piece: unknown = body.read();
        if (piece === null) await once(body, 'readable');
        else text += String(piece);
      }
      text = text.slice(text.indexOf(expected) + expected.length);
    },
  };
}

test.each([
  ['/v1/live/', 'gzip, br', undefined],
  ['/v1/live/?view=rows', 'br', undefined],
  ['/v1/live/?view=rows', 'gzip;q=0', undefined],
  ['/v1/live/?view=rows', 'gzip, deflate, br, zstd', 'gzip'],
])('each event of %s arrives at once, with Accept-Encoding: %s', async (path, accepted, encoding) => {
  const live = await openLive(path, accepted);
  expect(live.encoding).toBe(encoding);
  await live.arrived('event: hello\n');
  const { shortID, pingID } = await server.createMonitor({ name: 'live' });
  await live.arrived(`"shortID":"${shortID}"`);
  await fetch(`${server.baseURL}/ping/${pingID}/fail`);
  await live.arrived('"status":"down"');
  await live.arrived('event: changed\ndata: {"kinds":["incidents"');
});

async function createKey(): Promise<string> {
  const { projects } = await server.api('GET', '/v1/projects/');
  const [project] = z.array(z.object({ shortID: z.string() })).parse(projects);
  const made = await server.api('POST', `/v1/projects/${project?.shortID}/keys/`, {
    kind: 'read',
    name: 'x',
  });
  return z.object({ secret: z.string() }).parse(made.key).secret;
}
