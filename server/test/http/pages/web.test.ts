import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressFolder } from '../../../../web/scripts/compress.ts';
import { readBuiltWeb } from '../../../src/pages/built-web.ts';
import { createWeb } from '../../../src/pages/web.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createRequestListener } from '../../../src/serve/request-listener.ts';

const INDEX =
  '<!doctype html><title>Overdue</title><script type="module" src="/assets/app-Dk3f.js"></script>';
const SCRIPT = `export const words = ${JSON.stringify('all is well, '.repeat(200))};`;
const SECRET = 'outside of the application';
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Writes the output of a build into a folder. Beside the folder is a file that must not be served. */
async function build(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret.txt'), SECRET);
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'dist', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  await compressFolder(join(folder, 'dist'));
  return readBuiltWeb(join(folder, 'dist'));
}

async function openWeb(baseURL = 'https://overdue.example.com') {
  const web = await build({
    'index.html': INDEX,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-Dk3f.js': SCRIPT,
    'assets/dot.bin': '.',
    '.built': 'a hash',
  });
  const app = createWeb({ web, baseURL, limit: () => {} });
  app.notFound(() => new Response('passed on', { status: 404 }));
  return app;
}

test('every path that a browser opens is the application, except the paths of other routes', async () => {
  const app = await openWeb();
  for (const path of [
    '/',
    '/monitors',
    '/monitors/k3v9x2mq7d?tab=runs',
    '/account/api',
    '/v1x',
    '/index.html',
  ]) {
    const response = await app.request(path, { headers: BROWSER });
    expect([path, response.status, await response.text()]).toEqual([path, 200, INDEX]);
  }
  const others = [
    '/v1/nothing',
    '/v1',
    '/ping/x',
    '/auth/x',
    '/healthz',
    '/metrics',
    '/status/x',
    '/badge/x.svg',
  ];
  for (const path of [...others, '/calendar/x.ics', '/assets/gone.js', '/unsubscribe/a/b', '/act/a']) {
    expect([path, await (await app.request(path, { headers: BROWSER })).text()]).toEqual([path, 'passed on']);
  }
});

test('a program gets the application only at /', async () => {
  const app = await openWeb();
  expect(await (await app.request('/')).text()).toBe(INDEX);
  expect(await (await app.request('/monitors', { headers: { Accept: '*/*' } })).text()).toBe('passed on');
  expect((await app.request('/', { method: 'POST' })).status).toBe(404);
});

test('the page is requested again each time, but its files are not', async () => {
  const app = await openWeb();
  const page = await app.request('/', { headers: BROWSER });
  expect(page.headers.get('Cache-Control')).toBe('no-cache');
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const script = await app.request('/assets/app-Dk3f.js');
  expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  const icon = await app.request('/favicon.svg');
  expect([icon.headers.get('Cache-Control'), icon.headers.get('Content-Type')]).toEqual([
    'no-cache',
    'image/svg+xml',
  ]);
});

test('an unchanged page is not sent again', async () => {
  const app = await openWeb();
  const etag = (await app.request('/')).headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.request('/', { headers: { 'If-None-Match': tag } });
    expect([tag, again.status, again.headers.get('ETag'), await again.text()]).toEqual([tag, 304, etag, '']);
  }
  expect((await app.request('/', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
});

test('each client gets the smallest form that it accepts', async () => {
  const app = await openWeb();
  const ask = async (encodings: string) => {
    const headers = { 'Accept-Encoding': encodings };
    const response = await app.request('/assets/app-Dk3f.js', { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength));
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    return { encoding: response.headers.get('Content-Encoding'), etag: response.headers.get('ETag'), bytes };
  };
  const brotli = await ask('gzip, deflate, br, zstd');
  expect([brotli.encoding, String(brotliDecompressSync(brotli.bytes))]).toEqual(['br', SCRIPT]);
  const gzip = await ask('gzip');
  expect([gzip.encoding, String(gunzipSync(gzip.bytes))]).toEqual(['gzip', SCRIPT]);
  const plain = await ask('identity');
  expect([plain.encoding, Buffer.from(plain.bytes).toString()]).toEqual([null, SCRIPT]);
  expect(new Set([brotli.etag, gzip.etag, plain.etag]).size).toBe(3);
  expect((await ask('br;q=0, gzip;q=0.5')).encoding).toBe('gzip');
  expect((await ask('gzip, br;q=0.1')).encoding).toBe('gzip');
  expect((await ask('*')).encoding).toBe('br');
  expect((await ask('br;q=0, *;q=0')).encoding).toBe(null);
  expect((await ask('br;q=nonsense')).encoding).toBe(null);
});

test("the page loads nothing from elsewhere, runs nothing inline, and can't be framed", async () => {
  const { headers } = await (await openWeb()).request('/');
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
      "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  const plain = await (await openWeb('http://localhost:8080')).request('/');
  expect(plain.headers.get('Strict-Transport-Security')).toBeNull();
});

test('a service without a built application says how to build it', async () => {
  const app = createWeb({
    web: await build({ 'readme.txt': '' }),
    baseURL: 'http://localhost:8080',
    limit: () => {},
  });
  const response = await app.request('/monitors', { headers: BROWSER });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store']);
  const text = await response.text();
  expect(text).toContain('npm run build');
  expect(text).toContain('/v1/docs');
});

/** Sends a request without normalizing the path. */
function ask(port: number, path: string, method = 'GET') {
  return new Promise<{ status: number; length: string | undefined; text: string }>((resolve, reject) => {
    get({ port, path, method, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, length: response.headers['content-length'], text }),
      );
    }).on('error', reject);
  });
}

test('no path over a socket leads out of the application, and HEAD has the length of the response', async () => {
  const app = await openWeb();
  const log = { error() {} };
  const server = createServer(
    createRequestListener(app.fetch, { log, random: systemRandom, baseURL: 'http://localhost' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const inside = await ask(port, '/assets/app-Dk3f.js');
  expect([inside.status, inside.text]).toEqual([200, SCRIPT]);
  const outside = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
  ];
  const odd = ['/%2e%2e/secret.txt', '//secret.txt', '/assets/', '/assets/%00', '/.built', '/assets/%ff'];
  for (const path of [...outside, ...odd]) {
    const { status, text } = await ask(port, path);
    expect([path, status, text]).toEqual([path, 404, 'passed on']);
  }
  const head = await ask(port, '/', 'HEAD');
  expect(head).toEqual({ status: 200, length: String(INDEX.length), text: '' });
});
