import { describe, expect, test } from 'vitest';
import { type HTTPResponse, openConnection, request } from '../connection.ts';
import { startOnFakeClock } from './fake-time.ts';
import { expectAccepted, expectRefused } from './ping-response.ts';

const FIRST = { limit: 1000 };

/** Sends requests one after another on one connection. */
async function sendAll(
  port: number,
  paths: readonly string[],
  method = 'GET',
): Promise<readonly HTTPResponse[]> {
  const connection = openConnection(port);
  const responses: HTTPResponse[] = [];
  for (const path of paths) {
    connection.write(request(method, path));
    const response = await connection.respond(method);
    if (response === null) throw new Error(`${path} was not answered.`);
    responses.push(response);
  }
  connection.socket.destroy();
  return responses;
}

function statuses(responses: readonly HTTPResponse[]): readonly number[] {
  return responses.map(({ status }) => status);
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

function expectLimited(response: HTTPResponse | undefined, seconds: number): void {
  expect(response?.status).toBe(429);
  expect(expectRefused(response!)).toBe('rate_limited');
  expect(response?.headers).toMatchObject({ 'retry-after': String(seconds) });
}

describe('Rate limits', () => {
  test('a monitor takes 10 pings a second and bursts of 100, and excess pings are not recorded', async () => {
    const { port, store, clock, makeMonitors } = await startOnFakeClock();
    const [one, other] = await makeMonitors(2);
    const responses = await sendAll(port, times(103, one!.path));
    expect(statuses(responses)).toEqual([...times(100, 200), ...times(3, 429)]);
    expectLimited(responses.at(-1), 1);
    expect(await store.listEvents(one!.id, FIRST)).toHaveLength(100);
    // The limit of one monitor doesn't affect another.
    expect(statuses(await sendAll(port, [other!.path]))).toEqual([200]);
    await clock.advance(99);
    expect(statuses(await sendAll(port, [one!.path]))).toEqual([429]);
    await clock.advance(1);
    expect(statuses(await sendAll(port, [one!.path, one!.path]))).toEqual([200, 429]);
    await clock.advance(10_000);
    expect(statuses(await sendAll(port, times(101, one!.path)))).toEqual([...times(100, 200), 429]);
    expect(await store.listEvents(one!.id, FIRST)).toHaveLength(201);
  });

  test('all endpoints and methods of a monitor share its limit', async () => {
    const { port, makeMonitors } = await startOnFakeClock({ PING_RATE: '0.5' });
    const [monitor] = await makeMonitors(1);
    const { path } = monitor!;
    const actions = ['', '/start', '/end', '/fail', '/0'].map((action) => `${path}${action}`);
    expect(statuses(await sendAll(port, actions))).toEqual(times(5, 200));
    const [limited] = await sendAll(port, [`${path}/log`], 'POST');
    expectLimited(limited, 2);
    const [head] = await sendAll(port, [path], 'HEAD');
    expect(head).toMatchObject({ status: 429, text: '', headers: { 'retry-after': '2' } });
  });

  test('unknown and malformed IDs are limited by address, without affecting pings from that address', async () => {
    const { port, clock, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    const wrong = Array.from(
      { length: 102 },
      (_, index) => `/ping/nosuchpingid${index}${['', '/start', '/7'][index % 3]}`,
    );
    const responses = await sendAll(port, wrong);
    expect(statuses(responses).toSorted()).toEqual([...times(100, 404), 429, 429]);
    expectLimited(
      responses.find(({ status }) => status === 429),
      1,
    );
    expectAccepted((await sendAll(port, [monitor!.path]))[0]!);
    await clock.advance(100);
    expect(statuses(await sendAll(port, wrong.slice(0, 2))).toSorted()).toEqual([404, 429]);
  });

  test('the address comes only from a trusted proxy', async () => {
    const { port } = await startOnFakeClock({ TRUSTED_PROXIES: '127.0.0.1', PING_RATE: '0.1' });
    const from = (address: string) => [`X-Forwarded-For: ${address}`];
    const connection = openConnection(port);
    const path = '/ping/nosuchpingidnosuchpid';
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.99, 192.0.2.2'];
    connection.write(...addresses.map((address) => request('GET', path, { headers: from(address) })));
    const found: (number | undefined)[] = [];
    for (const _ of addresses) found.push((await connection.respond())?.status);
    expect(found).toEqual([404, 429, 404, 429]);
    connection.socket.destroy();
  });

  test('a rate of 0 turns the limit off', async () => {
    const { port, makeMonitors } = await startOnFakeClock({ PING_RATE: '0' });
    const [monitor] = await makeMonitors(1);
    expect(statuses(await sendAll(port, times(500, monitor!.path)))).toEqual(times(500, 200));
    expect(statuses(await sendAll(port, times(500, '/ping/nosuchpingid')))).toEqual(times(500, 404));
  });

  test('a clock that is set back blocks no client', async () => {
    const { port, clock, makeMonitors } = await startOnFakeClock();
    const [monitor] = await makeMonitors(1);
    await sendAll(port, times(100, monitor!.path));
    clock.jump(-3_600_000);
    await clock.advance(100);
    expect(statuses(await sendAll(port, [monitor!.path]))).toEqual([200]);
  });
});
