import { expect, test } from 'vitest';
import { openLoopback, type Respond } from '../../../server/test/sdk/loopback.ts';
import { openNetwork } from '../network/network.ts';
import { post, REDIRECTS_MAX, RESPONSE_BYTES_MAX } from './post.ts';

const BODY = Buffer.from('log');

async function postTo(url: string) {
  const headers = { 'User-Agent': 'test', 'Content-Type': 'text/plain' };
  const options = { signal: AbortSignal.timeout(10_000), network: openNetwork({}) };
  return post({ url, headers, body: BODY }, options);
}

const redirect =
  (status: number, to: string): Respond =>
  (response) =>
    response.writeHead(status, { Location: to }).end('moved');
const ok: Respond = (response) => response.end('OK');

test.each([
  [301, 'GET', ''],
  [302, 'GET', ''],
  [303, 'GET', ''],
  [307, 'POST', 'log'],
  [308, 'POST', 'log'],
])('a redirect with %i is followed with %s, as by fetch', async (status, method, body) => {
  const service = await openLoopback(redirect(status, '/new?a=1'), ok);
  expect(await postTo(`${service.url}/old`)).toEqual({ status: 200, text: 'OK', hasPingHeader: false });
  const viaFetch = await openLoopback(redirect(status, '/new?a=1'), ok);
  await fetch(`${viaFetch.url}/old`, { method: 'POST', body: BODY });
  for (const { seen } of [service, viaFetch])
    expect(seen.at(-1)).toMatchObject({ method, url: '/new?a=1', body });
});

test('a loop of redirects ends', async () => {
  const { url, seen } = await openLoopback(redirect(307, '/'));
  await expect(postTo(url)).rejects.toThrow('too many redirects');
  expect(seen).toHaveLength(REDIRECTS_MAX + 1);
});

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd'])('a redirect to %s is refused', async (to) => {
  const { url } = await openLoopback(redirect(302, to));
  await expect(postTo(url)).rejects.toThrow('neither https:// nor http://');
});

test('only the beginning of an endless response is read', async () => {
  const { url } = await openLoopback((response) => {
    const writeMore = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', writeMore);
    };
    writeMore();
  });
  const { text } = await postTo(url);
  expect(text.length).toBeGreaterThanOrEqual(RESPONSE_BYTES_MAX);
  expect(text.length).toBeLessThan(2 * RESPONSE_BYTES_MAX);
});

test('an abort ends a response that stops halfway', async () => {
  const aborting = new AbortController();
  const { url } = await openLoopback((response) => {
    response.write('half');
    setImmediate(() => aborting.abort());
  });
  await expect(
    post({ url, headers: {}, body: BODY }, { signal: aborting.signal, network: openNetwork({}) }),
  ).rejects.toMatchObject({
    name: 'AbortError',
  });
});
