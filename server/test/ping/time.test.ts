import { once } from 'node:events';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { describe, expect, test } from 'vitest';
import { openConnection, request, send } from '../connection.ts';
import { MINUTE, NOON } from '../store/suite/fixtures.ts';
import { startOnFakeClock } from './fake-time.ts';
import { expectAccepted } from './ping-response.ts';

const FIRST = { limit: 1000 };

/** Starts the service with one monitor. Returns a function that pings it. */
async function startWithMonitor(rules: Partial<MonitorRules> = {}) {
  const service = await startOnFakeClock();
  const [monitor] = await service.makeMonitors(1, rules);
  if (monitor === undefined) throw new Error('There is no monitor.');
  const ping = async (action: string) => {
    const { monitor: seen, event } = expectAccepted(
      await send(service.port, 'GET', `${monitor.path}${action}`),
    );
    return { ...event, status: seen.status };
  };
  return { ...service, monitor, ping };
}

describe('event.duration', () => {
  test('the duration is the closing arrival minus the start arrival, to the millisecond', async () => {
    const { clock, ping } = await startWithMonitor();
    expect((await ping('/start')).duration).toBe(0);
    await clock.advance(184_221);
    expect((await ping('/end')).duration).toBe(184.221);
  });

  test('the duration that the job sent takes precedence', async () => {
    const { clock, ping } = await startWithMonitor();
    await ping('/start?rid=a');
    await clock.advance(5000);
    expect((await ping('/fail?rid=a&duration=4.25')).duration).toBe(4.25);
  });

  test('an implausible duration does not replace the measured one', async () => {
    const { clock, ping } = await startWithMonitor();
    await ping('/start?rid=a');
    await clock.advance(5000);
    expect(await ping('/end?rid=a&duration=soon')).toMatchObject({
      runID: 'a',
      duration: 5,
      warnings: [expect.stringContaining('duration was ignored')],
    });
  });

  test('overlapping runs are measured correctly with a rid, and incorrectly without', async () => {
    const { clock, ping } = await startWithMonitor();
    for (const rid of ['a', 'b']) {
      await ping(`/start?rid=${rid}`);
      await clock.advance(1000);
    }
    expect((await ping('/end?rid=a')).duration).toBe(2);
    expect((await ping('/end?rid=b')).duration).toBe(1);
    await ping('/start');
    await clock.advance(1000);
    await ping('/start');
    await clock.advance(1000);
    expect((await ping('/end')).duration).toBe(1);
    expect((await ping('/end')).duration).toBe(0);
  });

  test('the duration is never negative, even if the clock is set back during the run', async () => {
    const { clock, ping } = await startWithMonitor();
    await ping('/start');
    clock.jump(-MINUTE);
    expect((await ping('/end')).duration).toBe(0);
  });
});

test('a ping after the deadline recovers the monitor and takes over the missed run', async () => {
  const schedule = { type: 'interval', intervalMs: MINUTE, timezone: 'UTC', graceMs: 10_000 } as const;
  const { clock, store, monitor, ping } = await startWithMonitor({ schedule });
  expect((await ping('')).status).toBe('up');
  // Waits longer than the minute and the grace period.
  await clock.advance(1.5 * MINUTE);
  await expect.poll(() => store.listTransitions(monitor.id, FIRST)).toHaveLength(2);
  expect(await ping('/log')).toMatchObject({ number: 2, status: 'down' });
  expect(await ping('')).toMatchObject({ number: 3, status: 'up' });
  expect((await store.listRuns(monitor.id, FIRST)).map(({ state }) => state)).not.toContain('missed');
});

test('a report about the past heals the missed run, and dates the event', async () => {
  const schedule = { type: 'interval', intervalMs: MINUTE, timezone: 'UTC', graceMs: 10_000 } as const;
  const { clock, store, monitor, ping } = await startWithMonitor({ schedule });
  await ping('/end?rid=first');
  await clock.advance(1.5 * MINUTE);
  await expect.poll(() => store.listTransitions(monitor.id, FIRST)).toHaveLength(2);
  const happenedAt = clock.now() - MINUTE / 2;
  const at = new Date(happenedAt).toISOString().replace('Z', '+00:00');
  expect(await ping(`/end?rid=second&at=${at}`)).toMatchObject({ status: 'up', warnings: [] });
  expect(
    (await store.listRuns(monitor.id, FIRST)).map(({ runID, state, late }) => [runID, state, late]),
  ).toEqual([
    ['second', 'succeeded', false],
    ['first', 'succeeded', false],
  ]);
  expect((await store.listEvents(monitor.id, FIRST))[0]).toMatchObject({ at: clock.now(), happenedAt });
});

test('a repeated report gets the first response, even by a clock that runs ahead', async () => {
  const { clock, store, monitor, ping } = await startWithMonitor();
  const at = clock.now() / 1000;
  const start = `/start?rid=a&at=${at + 20}`;
  expect(await ping(start)).toMatchObject({ number: 1, type: 'start' });
  expect(await ping(start)).toMatchObject({ number: 1 });
  await clock.advance(MINUTE);
  expect(await ping(start)).toMatchObject({ number: 1 });
  const end = `/3?rid=a&at=${at + 25}`;
  const first = await ping(end);
  expect(first).toMatchObject({ number: 2, type: 'fail', status: 'down', duration: 25, runID: 'a' });
  await clock.advance(MINUTE);
  expect(await ping(end)).toEqual(first);
  expect(await store.listEvents(monitor.id, FIRST)).toHaveLength(2);
  expect((await ping('/4?rid=a')).number).toBe(3);
});

test.each(['yesterday', '2026-11-22', '0', '9999999999'])(
  'the time %s is ignored with a warning, and the ping counts as usual',
  async (at) => {
    const { clock, store, monitor, ping } = await startWithMonitor();
    const event = await ping(`/end?at=${at}`);
    expect(event).toMatchObject({ status: 'up', warnings: [expect.stringContaining('at was ignored')] });
    expect((await store.listEvents(monitor.id, FIRST))[0]).toMatchObject({ happenedAt: clock.now() });
  },
);

test('the time of an event is the arrival of its request, even if the body arrives later', async () => {
  const { clock, port, store, monitor, ping } = await startWithMonitor();
  await ping('/start?rid=slow');
  await clock.advance(MINUTE);
  const connection = openConnection(port);
  connection.write(
    request('POST', `${monitor.path}/end?rid=slow`, { headers: ['Content-Length: 10'] }),
    'first',
  );
  await once(connection.socket, 'ready');
  // Once the server has answered a later ping on another connection, it has received the earlier bytes.
  await ping('/log');
  // Shorter than the timeout for a stalled body.
  await clock.advance(20_000);
  expect(await ping('/start?rid=next')).toMatchObject({ number: 3 });
  connection.write('later');
  const slow = expectAccepted((await connection.respond())!);
  connection.socket.destroy();
  expect(slow.event).toMatchObject({ number: 4, runID: 'slow', duration: 60 });
  const times = (await store.listEvents(monitor.id, FIRST)).map(({ at }) => at - NOON);
  expect(times).toEqual([MINUTE, MINUTE + 20_000, MINUTE, 0]);
  expect((await store.listRuns(monitor.id, FIRST)).map(({ runID, state }) => [runID, state])).toEqual([
    ['next', 'running'],
    ['slow', 'succeeded'],
  ]);
  expect(await store.check(10)).toEqual([]);
});
