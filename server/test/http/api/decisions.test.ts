import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/serve/endpoints.ts';
import { type API, HOUR, type Monitor, monitorIn, openAPI } from '../api.ts';

/** Tests of the decisions that no other test covers. */

async function read({ send }: API, { shortID }: Monitor): Promise<Monitor> {
  return monitorIn(await send('GET', `/v1/monitors/${shortID}/`));
}

describe('a monitor', () => {
  test('principle: no field of the interface is ever null, but url', async () => {
    const api = await openAPI();
    for (const settings of [{}, { schedule: { cron: '@daily' } }, { paused: true }]) {
      const monitor = await api.create(settings);
      const ofInterface = [
        ...['shortID', 'name', 'kind', 'status', 'projectShortID', 'pingURL', 'schedule'],
        ...['alertAfterFailures', 'lastPingAt', 'createdAt'],
      ];
      expect(Object.keys(monitor)).toEqual(expect.arrayContaining([...ofInterface, 'url']));
      const entries = [...Object.entries(monitor), ...Object.entries(monitor.schedule)];
      const nulls = entries.filter(([, value]) => value === null).map(([name]) => name);
      const added = [
        ...[
          'channels',
          'check',
          'deadlineAt',
          'downSince',
          'escalation',
          'incident',
          'lastFailureAt',
          'mutedUntil',
        ],
        ...['nextExpectedAt', 'remindEvery'],
      ];
      expect(nulls.sort()).toEqual([...added, 'url']);
    }
  });

  test('kind: cron for every type of schedule', async () => {
    const { create } = await openAPI();
    expect(await create({ schedule: { interval: 60 } })).toMatchObject({ kind: 'cron', url: null });
    expect(await create({ schedule: { cron: '@daily' } })).toMatchObject({ kind: 'cron', url: null });
  });

  test('status: new, up, late, failing, down, paused', async () => {
    const api = await openAPI();
    const settings = { schedule: { interval: 3600, graceDuration: 3600 }, alertAfterFailures: 2 };
    const monitor = await api.create(settings);
    expect(monitor.status).toBe('new');
    await api.ping(monitor.shortID, 'end');
    expect((await read(api, monitor)).status).toBe('up');
    api.clock.time += 1.5 * HOUR;
    expect((await read(api, monitor)).status).toBe('late');
    await api.ping(monitor.shortID, 'fail');
    const failed = new Date(api.clock.time).toISOString();
    expect(await read(api, monitor)).toMatchObject({
      status: 'failing',
      lastFailureAt: failed,
      downSince: null,
    });
    api.clock.time += HOUR / 60;
    await api.ping(monitor.shortID, 'fail');
    const at = new Date(api.clock.time).toISOString();
    expect(await read(api, monitor)).toMatchObject({
      status: 'down',
      failureStreak: 2,
      downSince: at,
      lastFailureAt: at,
    });
    await api.send('POST', `/v1/monitors/${monitor.shortID}/pause/`);
    expect((await read(api, monitor)).status).toBe('paused');
  });

  test('schedule.type, schedule.interval and schedule.cron: 0 and empty where they do not apply', async () => {
    const { create } = await openAPI();
    const byInterval = await create({ schedule: { interval: 90.5 } });
    expect(byInterval.schedule).toMatchObject({ type: 'interval', interval: 90.5, cron: '' });
    const byCron = await create({ schedule: { cron: '*/5 * * * *' } });
    expect(byCron.schedule).toMatchObject({ type: 'cron', interval: 0, cron: '*/5 * * * *' });
  });

  test('schedule.timezone: an IANA name, UTC by default', async () => {
    const { create } = await openAPI();
    expect((await create({ schedule: { cron: '@daily' } })).schedule.timezone).toBe('UTC');
    const schedule = { cron: '@daily', timezone: 'Asia/Kathmandu' };
    expect((await create({ schedule })).schedule.timezone).toBe('Asia/Kathmandu');
  });

  test('schedule.graceDuration: seconds, 0 to 31 622 400', async () => {
    const { create } = await openAPI();
    for (const graceDuration of [0, 0.25, 31_622_400]) {
      expect((await create({ schedule: { graceDuration } })).schedule.graceDuration).toBe(graceDuration);
    }
  });

  test('schedule.summary: in English', async () => {
    const { create } = await openAPI();
    expect((await create({ schedule: { interval: 300 } })).schedule.summary).toBe('Every 5 minutes');
    const schedule = { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' };
    const summary = 'At 02:00, Monday through Friday (Europe/Riga)';
    expect((await create({ schedule })).schedule.summary).toBe(summary);
  });

  test('lastPingAt: empty until the first ping', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    expect(monitor.lastPingAt).toBe('');
    await api.ping(monitor.shortID, 'log');
    expect((await read(api, monitor)).lastPingAt).toBe('2026-11-21T08:15:30.123Z');
  });
});

describe('an event', () => {
  async function eventsOf(api: API, { shortID }: Monitor): Promise<unknown> {
    return (await api.send('GET', `/v1/monitors/${shortID}/events/`)).data.events;
  }

  test('event.duration: seconds; 0 when nothing was measured', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    await api.ping(monitor.shortID, 'end');
    await api.ping(monitor.shortID, 'start');
    api.clock.time += 1500;
    await api.ping(monitor.shortID, 'end');
    await api.ping(monitor.shortID, 'end', { durationMs: 250 });
    expect(await eventsOf(api, monitor)).toMatchObject([
      { number: 4, duration: 0.25 },
      { number: 3, duration: 1.5 },
      { number: 2, duration: 0 },
      { number: 1, duration: 0 },
    ]);
  });

  test("event.runID: never empty: the job's rid, else the run's ID that the service gave it", async () => {
    const api = await openAPI();
    const monitor = await api.create();
    await api.ping(monitor.shortID, 'start');
    await api.ping(monitor.shortID, 'end');
    await api.ping(monitor.shortID, 'end', { rid: 'nightly-7' });
    const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const events = await eventsOf(api, monitor);
    expect(events).toMatchObject([{ runID: 'nightly-7' }, { runID: uuid }, { runID: uuid }]);
    const { data } = await api.send('GET', `/v1/monitors/${monitor.shortID}/runs/`);
    expect(data.runs).toMatchObject([{ runID: 'nightly-7' }, { startEvent: 1, endEvent: 2 }]);
  });
});

test('Versioning: every path of the API carries the prefix /v1/', () => {
  expect(ENDPOINTS.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([]);
});
