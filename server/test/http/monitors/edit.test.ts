import { describe, expect, test } from 'vitest';
import {
  type API,
  HOUR,
  MINUTE,
  type Monitor,
  monitorIn,
  NOW,
  openAPI,
  type RequestFields,
  wrongFields,
} from '../api.ts';

function pathOf({ shortID }: Monitor, rest = ''): string {
  return `/v1/monitors/${shortID}/${rest}`;
}

async function patch(
  { send }: API,
  monitor: Monitor,
  json: object,
  more: RequestFields = {},
): Promise<Monitor> {
  const response = await send('PATCH', pathOf(monitor), { json, ...more });
  expect(response.status).toBe(200);
  return monitorIn(response);
}

describe('PATCH /v1/monitors/{shortID}/', () => {
  test('changes the given fields, keeps the rest, and answers like GET', async () => {
    const api = await openAPI();
    const before = await api.create({
      tags: ['prod'],
      schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' },
    });
    const after = await patch(api, before, {
      name: 'renamed',
      alertAfterFailures: 3,
      recoverAfterSuccesses: 2,
    });
    expect(after).toEqual({
      ...before,
      name: 'renamed',
      alertAfterFailures: 3,
      recoverAfterSuccesses: 2,
      revision: 2,
    });
    expect(monitorIn(await api.send('GET', pathOf(before)))).toEqual(after);
    const last = await patch(api, before, { tags: [], description: 'd', kind: 'cron' });
    expect(last).toEqual({ ...after, tags: [], description: 'd', revision: 3 });
    expect(api.wakes()).toBe(2);
  });

  test('an empty change changes nothing and wakes no engine', async () => {
    const api = await openAPI();
    const before = await api.create();
    expect(await patch(api, before, {})).toEqual(before);
    expect(api.wakes()).toBe(0);
  });

  test.each([
    [
      { cron: '0 2 * * *', timezone: 'Europe/Riga' },
      { graceDuration: 60 },
      { cron: '0 2 * * *', timezone: 'Europe/Riga', graceDuration: 60 },
    ],
    [
      { cron: '0 2 * * *', graceDuration: 5 },
      { timezone: 'Europe/Riga' },
      { cron: '0 2 * * *', timezone: 'Europe/Riga', graceDuration: 5 },
    ],
    [{ cron: '0 2 * * *' }, { cron: '0 3 * * *' }, { type: 'cron', cron: '0 3 * * *', interval: 0 }],
    [
      { cron: '0 2 * * *', graceDuration: 5 },
      { interval: 300 },
      { type: 'interval', interval: 300, cron: '', graceDuration: 5 },
    ],
    [{ interval: 300 }, { cron: '@hourly' }, { type: 'cron', interval: 0 }],
    [{ interval: 300 }, { interval: 0, cron: '@hourly' }, { type: 'cron', interval: 0 }],
    [{ cron: '@hourly' }, { cron: '', interval: 60 }, { type: 'interval', interval: 60, cron: '' }],
    [
      { cron: '@hourly', graceDuration: 5 },
      { onCalendar: 'hourly' },
      { type: 'oncalendar', onCalendar: 'hourly', cron: '', interval: 0, graceDuration: 5 },
    ],
    [
      { onCalendar: 'hourly' },
      { timezone: 'Europe/Riga' },
      { onCalendar: 'hourly', timezone: 'Europe/Riga' },
    ],
    [{ onCalendar: 'hourly' }, { interval: 60 }, { type: 'interval', interval: 60, onCalendar: '' }],
    [{ onCalendar: 'hourly' }, { onCalendar: '', cron: '@daily' }, { type: 'cron', onCalendar: '' }],
    [{ interval: 300 }, { type: 'interval' }, { type: 'interval', interval: 300 }],
    [{ cron: '@hourly' }, { type: 'interval' }, { type: 'interval', interval: 86_400, cron: '' }],
    [{ interval: 300 }, {}, { type: 'interval', interval: 300 }],
  ])('the schedule %j, changed by %j, is %j', async (schedule, change, expected) => {
    const api = await openAPI();
    const monitor = await api.create({ schedule });
    expect(await patch(api, monitor, { schedule: change })).toMatchObject({ schedule: expected });
  });

  test.each([
    [{ interval: 300 }, { type: 'cron' }, ['schedule.cron']],
    [{ interval: 300 }, { interval: 60, cron: '@daily' }, ['schedule.cron']],
    [{ interval: 300 }, { interval: 1 }, ['schedule.interval']],
    [{ cron: '@daily' }, { cron: '' }, ['schedule.cron']],
    [{ cron: '@daily' }, { type: 'oncalendar' }, ['schedule.onCalendar']],
    [{ onCalendar: 'daily' }, { onCalendar: '' }, ['schedule.onCalendar']],
    [{ cron: '@daily' }, { timezone: 'Nowhere' }, ['schedule.timezone']],
    [{ cron: '@daily' }, { summary: 'x' }, ['schedule.summary']],
  ])('refuses to change the schedule %j by %j', async (schedule, change, fields) => {
    const api = await openAPI();
    const monitor = await api.create({ schedule });
    expect(wrongFields(await api.send('PATCH', pathOf(monitor), { json: { schedule: change } }))).toEqual(
      fields,
    );
    expect(monitorIn(await api.send('GET', pathOf(monitor)))).toEqual(monitor);
  });

  test.each([
    [{ pingID: '12345678' }, ['pingID']],
    [{ status: 'well' }, ['status']],
    [{ shortID: 'other' }, ['shortID']],
    [{ createdAt: '2020-01-01T00:00:00.000Z' }, ['createdAt']],
    [{ url: 'https://example.com/' }, ['url']],
    [{ name: null }, ['name']],
    [{ name: '' }, ['name']],
    [{ schedule: null }, ['schedule']],
    [{ paused: null }, ['paused']],
  ])('refuses %j', async (json, fields) => {
    const { send, create } = await openAPI();
    expect(wrongFields(await send('PATCH', pathOf(await create()), { json }))).toEqual(fields);
  });

  test('maxRunDuration: null returns to the default', async () => {
    const api = await openAPI();
    const monitor = await api.create({ maxRunDuration: 90, schedule: { graceDuration: 7200 } });
    expect(monitor.maxRunDuration).toBe(90);
    expect((await patch(api, monitor, { name: 'still' })).maxRunDuration).toBe(90);
    expect((await patch(api, monitor, { maxRunDuration: null })).maxRunDuration).toBe(7200);
  });

  test('projectShortID moves it; an unknown project is 404', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    const { text } = await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    const { shortID } = JSON.parse(text).data.project;
    expect((await patch(api, monitor, { projectShortID: shortID })).projectShortID).toBe(shortID);
    const response = await api.send('PATCH', pathOf(monitor), {
      json: { name: 'x', projectShortID: 'nosuchproj' },
    });
    expect(response).toMatchObject({ status: 404, error: { message: 'There is no such project.' } });
    expect(monitorIn(await api.send('GET', pathOf(monitor))).name).toBe('job');
  });

  test('the field paused pauses and resumes, after the other edits of the request', async () => {
    const api = await openAPI();
    const monitor = await api.create({ schedule: { interval: 3600 } });
    await api.ping(monitor.shortID, 'end');
    expect(await patch(api, monitor, { paused: true })).toMatchObject({
      status: 'paused',
      nextExpectedAt: null,
    });
    api.clock.time += HOUR;
    const resumed = await patch(api, monitor, { paused: false, schedule: { interval: 600 } });
    expect(resumed).toMatchObject({
      status: 'up',
      paused: false,
      nextExpectedAt: new Date(NOW + HOUR + 10 * MINUTE).toISOString(),
    });
  });

  test('two changes at the same time are both kept', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    await Promise.all([
      patch(api, monitor, { name: 'renamed' }),
      patch(api, monitor, { tags: ['a'] }),
      patch(api, monitor, { schedule: { graceDuration: 1 } }),
      patch(api, monitor, { schedule: { interval: 60 } }),
    ]);
    expect(monitorIn(await api.send('GET', pathOf(monitor)))).toMatchObject({
      name: 'renamed',
      tags: ['a'],
      schedule: { graceDuration: 1, interval: 60 },
    });
  });

  test('a change that fails does not hold up the next one', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    const [wrong, right] = await Promise.all([
      api.send('PATCH', pathOf(monitor), { json: { projectShortID: 'nosuchproj' } }),
      api.send('PATCH', pathOf(monitor), { json: { name: 'right' } }),
    ]);
    expect([wrong.status, right.status]).toEqual([404, 200]);
    const { projectShortID } = monitor;
    expect(monitorIn(await api.send('GET', pathOf(monitor)))).toMatchObject({
      name: 'right',
      projectShortID,
    });
  });
});

describe('pause/ and resume/', () => {
  test('both requests answer with the monitor, wake the watchdog, and change nothing the second time', async () => {
    const api = await openAPI();
    const monitor = await api.create({ schedule: { interval: 3600 } });
    await api.ping(monitor.shortID, 'fail');
    expect(monitorIn(await api.send('GET', pathOf(monitor))).status).toBe('down');
    for (let time = 0; time < 2; time += 1) {
      const paused = monitorIn(await api.send('POST', pathOf(monitor, 'pause/')));
      expect(paused).toMatchObject({ status: 'paused', paused: true, failureStreak: 0, deadlineAt: null });
    }
    for (let time = 0; time < 2; time += 1) {
      const resumed = monitorIn(await api.send('POST', pathOf(monitor, 'resume/')));
      expect(resumed).toMatchObject({ status: 'up', paused: false });
    }
    expect(api.wakes()).toBe(2);
    const { data } = await api.send('GET', pathOf(monitor, 'transitions/'));
    expect(data.transitions).toMatchObject([
      { reason: 'resumed' },
      { reason: 'paused' },
      { reason: 'failed' },
    ]);
  });

  test('need no body, and accept a body of any type', async () => {
    const api = await openAPI();
    const monitor = await api.create();
    const response = await api.send('POST', pathOf(monitor, 'pause/'), {
      body: 'please',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(monitorIn(response)).toMatchObject({ status: 'paused', paused: true });
  });
});

describe('DELETE /v1/monitors/{shortID}/', () => {
  test('the response has the last state, and then the monitor and its ping URL no longer exist', async () => {
    const api = await openAPI();
    const monitor = await api.create({ pingID: 'foreign-id' });
    expect(await api.send('DELETE', pathOf(monitor))).toMatchObject({ status: 200, data: { monitor } });
    expect(await api.send('GET', pathOf(monitor))).toMatchObject({ status: 404 });
    expect(await api.send('DELETE', pathOf(monitor))).toMatchObject({ status: 404 });
    expect(await api.store.monitorsByPingID.find('foreign-id', 0)).toBeNull();
    expect((await api.send('GET', '/v1/monitors/')).data.usage).toMatchObject({ monitors: { used: 0 } });
  });
});

describe('GET /v1/monitors/{shortID}/', () => {
  test('the response has the last report and the next expected run', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ schedule: { interval: 3600, graceDuration: 600 } });
    await api.ping(shortID, 'start', { rid: 'r1' });
    expect(monitorIn(await api.send('GET', `/v1/monitors/${shortID}`))).toMatchObject({
      status: 'up',
      running: 1,
      lastPingAt: '2026-11-21T08:15:30.123Z',
      nextExpectedAt: '2026-11-21T09:15:30.123Z',
      deadlineAt: '2026-11-21T09:25:30.123Z',
    });
    api.clock.time = NOW + HOUR + MINUTE;
    const late = monitorIn(await api.send('GET', `/v1/monitors/${shortID}`));
    expect(late).toMatchObject({ status: 'late', explanation: expect.stringMatching(/^Late/) });
  });
});
