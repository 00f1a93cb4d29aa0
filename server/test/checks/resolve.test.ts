import type { Answer } from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { createTargetResolve } from '../../src/checks/resolve.ts';
import { createFakeClock } from '../fake-clock.ts';
import { answerTo, startDNSServer } from './dns-server.ts';

const NXDOMAIN = 3;
const SERVFAIL = 2;

const hostsFile = [{ address: '127.0.0.9', family: 4 }];

async function world(records: readonly Answer[], flags = 0) {
  const server = await startDNSServer((query) => {
    const asked = query.packet.questions?.[0]?.type;
    return answerTo(query, { flags, answers: records.filter(({ type }) => type === asked) });
  });
  onTestFinished(() => server.close());
  const clock = createFakeClock(0);
  const resolve = createTargetResolve({
    clock,
    resolveBySystem: () => Promise.resolve(hostsFile),
    servers: [`127.0.0.1:${server.port}`],
  });
  return { clock, resolve: () => resolve('www.example.com'), queries: () => server.queries.length };
}

function record(type: 'A' | 'AAAA', data: string, ttl: number): Answer {
  return { type, name: 'www.example.com', ttl, data };
}

test('addresses of both families are found', async () => {
  const { resolve } = await world([record('A', '192.0.2.1', 60), record('AAAA', '2001:db8::1', 60)]);
  expect(await resolve()).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

test.each([
  [30, 30_000],
  [3600, 60_000],
  [0, 0],
])('with a lifetime of %i s, addresses are reused for %i ms', async (ttl, ms) => {
  const { clock, resolve, queries } = await world([
    record('A', '192.0.2.1', ttl),
    record('AAAA', '2001:db8::1', 3600),
  ]);
  await resolve();
  await clock.advance(Math.max(0, ms - 1));
  await resolve();
  expect(queries()).toBe(ms === 0 ? 4 : 2);
  await clock.advance(1);
  await resolve();
  expect(queries()).toBe(ms === 0 ? 6 : 4);
});

test.each([
  ['does not exist', NXDOMAIN],
  ['has no address', 0],
])('a name that %s in DNS may be in the hosts file', async (_, flags) => {
  expect(await (await world([], flags)).resolve()).toEqual(hostsFile);
});

test('a failure of the resolver is reported, and not kept', async () => {
  const { resolve, queries } = await world([], SERVFAIL);
  await expect(resolve()).rejects.toMatchObject({ code: 'ESERVFAIL' });
  const before = queries();
  await expect(resolve()).rejects.toMatchObject({ code: 'ESERVFAIL' });
  expect(queries()).toBeGreaterThan(before);
});
