import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type API,
  type APIResponse,
  DAY,
  HOUR,
  MINUTE,
  monitorIn,
  monitorsIn,
  NOW,
  openAPI,
  wrongFields,
} from '../api.ts';

const MAINTENANCE = '/v1/maintenance/';
const ONCE = { name: 'upgrade', startsAt: '2026-11-21T08:00:00Z', endsAt: '2026-11-21T09:00:00Z' };
const NIGHTLY = { name: 'backup', cron: '0 2 * * *', timezone: 'Europe/Riga', duration: 1800 };
const window = z.looseObject({
  shortID: z.string(),
  active: z.boolean(),
  nextStartsAt: z.string().nullable(),
});

function windowIn({ data }: APIResponse) {
  return window.parse(data.window);
}

async function make(api: API, json: object) {
  const created = await api.send('POST', MAINTENANCE, { json });
  expect(created).toMatchObject({ status: 201 });
  return windowIn(created);
}

describe('maintenance windows', () => {
  test('a single window takes place once', async () => {
    const api = await openAPI();
    const made = await make(api, { ...ONCE, endsAt: '2026-11-21T10:00:00+01:00' });
    expect(made).toEqual({
      shortID: expect.stringMatching(/^[2-9a-z]{10}$/),
      name: 'upgrade',
      monitors: [],
      tags: [],
      projects: [],
      startsAt: '2026-11-21T08:00:00.000Z',
      endsAt: '2026-11-21T09:00:00.000Z',
      cron: null,
      timezone: null,
      duration: null,
      active: true,
      nextStartsAt: null,
      revision: 1,
    });
    expect(windowIn(await api.send('GET', MAINTENANCE + made.shortID))).toEqual(made);
    expect((await api.send('GET', MAINTENANCE)).data).toEqual({ windows: [made], nextCursor: null });
    api.clock.time = NOW + HOUR;
    expect(windowIn(await api.send('GET', MAINTENANCE + made.shortID)).active).toBe(false);
  });

  test('changed and deleted windows wake the notifier, so that held alerts are planned again', async () => {
    const api = await openAPI();
    const { shortID } = await make(api, ONCE);
    await api.send('PATCH', MAINTENANCE + shortID, { json: { endsAt: '2026-11-21T08:30:00Z' } });
    await api.send('DELETE', MAINTENANCE + shortID);
    expect(api.notifyWakes()).toBe(2);
  });

  test('recurring windows follow the clock of their zone', async () => {
    const api = await openAPI();
    const made = await make(api, { ...NIGHTLY, timezone: 'europe/riga' });
    expect(made).toMatchObject({
      cron: '0 2 * * *',
      timezone: 'Europe/Riga',
      duration: 1800,
      startsAt: null,
      endsAt: null,
      active: false,
      nextStartsAt: '2026-11-22T00:00:00.000Z',
    });
    api.clock.time = Date.UTC(2026, 10, 22, 0, 29, 59, 999);
    expect(windowIn(await api.send('GET', MAINTENANCE + made.shortID))).toMatchObject({
      active: true,
      nextStartsAt: '2026-11-23T00:00:00.000Z',
    });
    api.clock.time += 1;
    expect(windowIn(await api.send('GET', MAINTENANCE + made.shortID)).active).toBe(false);
  });

  test('are edited field by field, including their kind, and deleted', async () => {
    const api = await openAPI();
    const made = await make(api, { ...ONCE, tags: ['db'] });
    const path = MAINTENANCE + made.shortID;
    const later = windowIn(await api.send('PATCH', path, { json: { endsAt: '2026-11-21T09:30:00Z' } }));
    expect(later).toEqual({ ...made, endsAt: '2026-11-21T09:30:00.000Z', revision: 2 });
    const often = windowIn(
      await api.send('PATCH', path, { json: { cron: '@daily', duration: 60, tags: [] } }),
    );
    expect(often).toMatchObject({ cron: '@daily', timezone: 'UTC', startsAt: null, endsAt: null, tags: [] });
    expect(wrongFields(await api.send('PATCH', path, { json: { startsAt: ONCE.startsAt } }))).toEqual([
      'endsAt',
    ]);
    expect(windowIn(await api.send('PATCH', path, { json: settingsOf(often) }))).toEqual(often);
    expect(windowIn(await api.send('DELETE', path))).toEqual(often);
    expect((await api.send('GET', path)).status).toBe(404);
    expect((await api.send('DELETE', path)).status).toBe(404);
  });

  test.each([
    [{ name: 'a' }, ['startsAt', 'endsAt']],
    [{ ...ONCE, endsAt: ONCE.startsAt }, ['endsAt']],
    [{ ...ONCE, endsAt: 'tomorrow' }, ['endsAt']],
    [{ ...ONCE, cron: '@daily', duration: 60 }, ['cron']],
    [{ name: 'a', duration: 60 }, ['cron']],
    [{ name: 'a', cron: '0 25 * * *', duration: 60 }, ['cron']],
    [{ name: 'a', cron: '0 0 30 2 *', duration: 60 }, ['cron']],
    [{ ...NIGHTLY, timezone: 'Mars/Base' }, ['timezone']],
    [{ ...NIGHTLY, duration: 59 }, ['duration']],
    [{ ...NIGHTLY, duration: 30 * 86_400 + 1 }, ['duration']],
    [{ name: 'a', cron: '@daily' }, ['duration']],
    [{ ...ONCE, name: '' }, ['name']],
    [{ ...ONCE, monitors: ['nosuchthng'], projects: ['nosuchthng'] }, ['monitors.0', 'projects.0']],
    [{ ...ONCE, monitor: [] }, ['monitor']],
  ])('the window %j is refused', async (json, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', MAINTENANCE, { json }))).toEqual(fields);
  });

  test('can cover only monitors and projects of their own team', async () => {
    const api = await openAPI();
    const mine = await api.create();
    const made = await make(api, { ...ONCE, monitors: [mine.shortID], projects: [mine.projectShortID] });
    expect(made).toMatchObject({ monitors: [mine.shortID], projects: [mine.projectShortID] });
    const stranger = await api.addTeam('Other');
    const json = { ...ONCE, monitors: [mine.shortID], projects: [mine.projectShortID] };
    const refused = await api.send('POST', MAINTENANCE, { json, as: stranger });
    expect(wrongFields(refused)).toEqual(['monitors.0', 'projects.0']);
  });

  test('a team has at most 100 maintenance windows', async () => {
    const api = await openAPI();
    for (let count = 0; count < 100; count += 1) await make(api, ONCE);
    const refused = await api.send('POST', MAINTENANCE, { json: ONCE });
    expect(refused).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });
});

describe('a monitor in maintenance', () => {
  const inMaintenance = async (api: API) =>
    monitorsIn(await api.send('GET', '/v1/monitors/')).map(({ maintenance }) => maintenance);

  test('a monitor names the current maintenance window', async () => {
    const api = await openAPI();
    const project = await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    const { shortID: projectShortID } = z.looseObject({ shortID: z.string() }).parse(project.data.project);
    const a = await api.create({ name: 'a', tags: ['db'] });
    await api.create({ name: 'b', projectShortID });
    await api.create({ name: 'c' });
    expect(await inMaintenance(api)).toEqual([false, false, false]);
    for (const [scope, expected] of [
      [{ tags: ['db'] }, [true, false, false]],
      [{ projects: [projectShortID] }, [false, true, false]],
      [{ monitors: [a.shortID] }, [true, false, false]],
      [{}, [true, true, true]],
    ] as const) {
      const { shortID } = await make(api, { ...ONCE, ...scope });
      expect(await inMaintenance(api)).toEqual(expected);
      expect(monitorIn(await api.send('GET', `/v1/monitors/${a.shortID}`)).maintenance).toBe(expected[0]);
      await api.send('DELETE', MAINTENANCE + shortID);
    }
    await make(api, { ...ONCE, startsAt: '2026-11-21T08:20:00Z' });
    expect(await inMaintenance(api)).toEqual([false, false, false]);
    api.clock.time = NOW + 5 * MINUTE;
    expect(await inMaintenance(api)).toEqual([true, true, true]);
    api.clock.time = NOW + DAY;
    expect(await inMaintenance(api)).toEqual([false, false, false]);
  });

  test('a monitor is still judged during maintenance', async () => {
    const api = await openAPI();
    await make(api, ONCE);
    const { shortID } = await api.create();
    await api.ping(shortID, 'fail');
    const found = monitorIn(await api.send('GET', `/v1/monitors/${shortID}`));
    expect(found).toMatchObject({ status: 'down', maintenance: true });
  });
});

/** Returns the writable settings of a window in a response. */
function settingsOf({ shortID, active, nextStartsAt, ...settings }: z.output<typeof window>) {
  expect([shortID, active, nextStartsAt]).toHaveLength(3);
  return settings;
}
