import { describe, expect, test } from 'vitest';
import { BASE_URL, type Monitor, monitorIn, openAPI, wrongFields } from '../api.ts';

const MONITORS = '/v1/monitors/';

describe('POST /v1/monitors/', () => {
  test('creating responds with 201 and the complete monitor', async () => {
    const { send } = await openAPI();
    const response = await send('POST', MONITORS, { json: { name: 'pg-dump prod' } });
    expect(response.status).toBe(201);
    const monitor = monitorIn(response);
    expect(monitor).toEqual({
      shortID: expect.any(String),
      name: 'pg-dump prod',
      kind: 'cron',
      url: null,
      check: null,
      status: 'new',
      projectShortID: expect.any(String),
      pingURL: expect.stringContaining(`${BASE_URL}/ping/`),
      schedule: {
        type: 'interval',
        interval: 86_400,
        cron: '',
        onCalendar: '',
        timezone: 'UTC',
        graceDuration: 3600,
        summary: 'Every day',
      },
      alertAfterFailures: 1,
      lastPingAt: '',
      createdAt: '2026-11-21T08:15:30.123Z',
      explanation: 'New: waiting for the first ping.',
      slug: 'pg-dump-prod',
      description: '',
      runbookURL: '',
      forwardTo: '',
      tags: [],
      paused: false,
      nextExpectedAt: null,
      deadlineAt: null,
      running: 0,
      failureStreak: 0,
      downSince: null,
      incident: null,
      lastFailureAt: null,
      maxRunDuration: 3600,
      recoverAfterSuccesses: 1,
      manualResume: true,
      pingFilter: {
        methods: 'any',
        searchSubject: false,
        searchEmailBody: false,
        searchHTTPBody: false,
        startKeywords: '',
        successKeywords: '',
        failureKeywords: '',
        otherwise: 'ignore',
      },
      channels: null,
      severity: 'normal',
      remindEvery: null,
      mutedUntil: null,
      escalation: null,
      maintenance: false,
      notices: [],
      revision: 1,
    } satisfies Record<keyof Monitor, unknown>);
  });

  test('shortID and projectShortID are 10 lower-case characters without look-alikes', async () => {
    const { create } = await openAPI();
    const { shortID, projectShortID } = await create();
    expect([shortID, projectShortID]).toEqual([
      expect.stringMatching(/^[2-9a-km-np-z]{10}$/),
      expect.stringMatching(/^[2-9a-km-np-z]{10}$/),
    ]);
  });

  test('pingID is 22 characters of base62, at the end of the ping URL without a slash', async () => {
    const { create, store } = await openAPI();
    const { pingURL } = await create();
    const [, pingID] = /^https:\/\/overdue\.example\.com\/ping\/([0-9A-Za-z]{22})$/.exec(pingURL) ?? [];
    expect(await store.monitorsByPingID.find(pingID ?? '', 0)).toMatchObject({ pingID });
  });

  test('every field sent on creation is stored', async () => {
    const { send, create } = await openAPI();
    const project = await send('POST', '/v1/projects/', { json: { name: 'db' } });
    const sent = {
      name: 'pg-dump prod',
      projectShortID: JSON.parse(project.text).data.project.shortID,
      kind: 'cron',
      alertAfterFailures: 1000,
      recoverAfterSuccesses: 3,
      maxRunDuration: 7200.5,
      manualResume: false,
      pingFilter: {
        methods: 'POST',
        searchSubject: true,
        searchEmailBody: true,
        searchHTTPBody: true,
        startKeywords: 'started',
        successKeywords: 'done, finished',
        failureKeywords: 'ERROR,FAILED',
        otherwise: 'fail',
      },
      tags: ['prod', 'db'],
      slug: 'nightly_pg-dump',
      description: 'Runbook:\n\twiki/pg-dump',
      runbookURL: 'https://wiki.example.com/pg_dump?a=(b)#Disk_full',
      forwardTo: 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
      paused: true,
    };
    const schedule = { type: 'cron', cron: '0 2 * * 1-5', timezone: 'europe/riga', graceDuration: 0.5 };
    const monitor = await create({ ...sent, schedule });
    expect(monitor).toMatchObject({
      ...sent,
      status: 'paused',
      schedule: {
        type: 'cron',
        interval: 0,
        cron: '0 2 * * 1-5',
        onCalendar: '',
        timezone: 'Europe/Riga',
        graceDuration: 0.5,
        summary: 'At 02:00, Monday through Friday (Europe/Riga)',
      },
    });
    expect(monitorIn(await send('GET', MONITORS + monitor.shortID))).toEqual(monitor);
  });

  test.each([
    [{ interval: 300 }, { type: 'interval', interval: 300, cron: '' }],
    [{ cron: '@daily' }, { type: 'cron', interval: 0, graceDuration: 3600, timezone: 'UTC' }],
    [{ graceDuration: 60 }, { type: 'interval', interval: 86_400, graceDuration: 60 }],
    [{}, { type: 'interval', interval: 86_400 }],
    [{ type: 'cron', interval: 0, cron: '*/5 * * * *' }, { cron: '*/5 * * * *' }],
    [{ interval: 10 }, { interval: 10 }],
    [
      { onCalendar: 'Mon..Fri  02:00\nSat 06:00 UTC\n', timezone: 'Europe/Riga' },
      {
        type: 'oncalendar',
        interval: 0,
        cron: '',
        onCalendar: 'Mon..Fri 02:00\nSat 06:00 UTC',
        timezone: 'Europe/Riga',
        graceDuration: 3600,
        summary: 'Mon to Fri at 02:00 (Europe/Riga); Sat at 06:00 (UTC)',
      },
    ],
    [{ type: 'oncalendar', interval: 0, cron: '', onCalendar: 'daily' }, { onCalendar: 'daily' }],
    [{ interval: 31_622_400, graceDuration: 31_622_400 }, { interval: 31_622_400 }],
  ])('the schedule %j is accepted', async (schedule, expected) => {
    const { create } = await openAPI();
    expect(await create({ schedule })).toMatchObject({ schedule: expected });
  });

  test.each([
    [{ maxRunDuration: null }, { maxRunDuration: 3600 }],
    [{ schedule: { graceDuration: 7200 } }, { maxRunDuration: 7200 }],
    [{ name: '  padded  ' }, { name: 'padded' }],
    [{ name: '🕐'.repeat(200) }, { name: '🕐'.repeat(200) }],
    [{ tags: ['a', 'b', ' a'] }, { tags: ['a', 'b'] }],
    [{ tags: Array.from({ length: 20 }, (_, index) => `${index}`.repeat(2)) }, {}],
    [{ description: 'x'.repeat(10_000) }, {}],
    [{ runbookURL: `http://wiki/${'x'.repeat(1988)}` }, {}],
    [{ runbookURL: ' https://wiki ' }, { runbookURL: 'https://wiki' }],
  ])('%j is accepted', async (json, expected) => {
    const { create } = await openAPI();
    expect(await create(json)).toMatchObject(expected);
  });

  test.each([
    [{}, ['name']],
    [{ name: null }, ['name']],
    [{ name: 7 }, ['name']],
    [{ name: ' \n ' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'a\nb' }, ['name']],
    [{ name: 'nul\0' }, ['name']],
    [{ name: '\ud800' }, ['name']],
    [{ name: 'a', colour: 'red', status: 'up' }, ['colour', 'status']],
    [{ name: 'a', schedule: { intervall: 5 } }, ['schedule.intervall']],
    [{ name: 'a', schedule: { summary: 'Every day' } }, ['schedule.summary']],
    [{ name: 'a', schedule: null }, ['schedule']],
    [{ name: 'a', schedule: [] }, ['schedule']],
    [{ name: 'a', schedule: { type: 'monthly' } }, ['schedule.type']],
    [{ name: 'a', schedule: { interval: 9.99 } }, ['schedule.interval']],
    [{ name: 'a', schedule: { interval: 31_622_401 } }, ['schedule.interval']],
    [{ name: 'a', schedule: { interval: '300' } }, ['schedule.interval']],
    [{ name: 'a', schedule: { cron: '61 * * * *' } }, ['schedule.cron']],
    [{ name: 'a', schedule: { cron: '0 0 30 2 *' } }, ['schedule.cron']],
    [{ name: 'a', schedule: { cron: '* '.repeat(2000) } }, ['schedule.cron']],
    [{ name: 'a', schedule: { type: 'cron' } }, ['schedule.cron']],
    [{ name: 'a', schedule: { cron: '@daily', interval: 60 } }, ['schedule.cron']],
    [{ name: 'a', schedule: { type: 'oncalendar' } }, ['schedule.onCalendar']],
    [{ name: 'a', schedule: { onCalendar: '*-02-30' } }, ['schedule.onCalendar']],
    [{ name: 'a', schedule: { onCalendar: 'x'.repeat(1001) } }, ['schedule.onCalendar']],
    [{ name: 'a', schedule: { type: 'cron', cron: '@daily', onCalendar: 'daily' } }, ['schedule.onCalendar']],
    [
      { name: 'a', schedule: { timezone: 'Mars/Olympus', graceDuration: -1 } },
      ['schedule.timezone', 'schedule.graceDuration'],
    ],
    [{ schedule: { cron: 'x' } }, ['name', 'schedule.cron']],
    [{ name: 'a', alertAfterFailures: 0 }, ['alertAfterFailures']],
    [{ name: 'a', alertAfterFailures: 1001 }, ['alertAfterFailures']],
    [{ name: 'a', alertAfterFailures: 1.5 }, ['alertAfterFailures']],
    [{ name: 'a', recoverAfterSuccesses: '1' }, ['recoverAfterSuccesses']],
    [{ name: 'a', maxRunDuration: 0 }, ['maxRunDuration']],
    [{ name: 'a', maxRunDuration: 31_622_401 }, ['maxRunDuration']],
    [{ name: 'a', kind: 'ping' }, ['kind']],
    [{ name: 'a', kind: 'http' }, ['url']],
    [{ name: 'a', url: 'https://example.com/' }, ['url']],
    [{ name: 'a', kind: 'http', url: 'tcp://example.com:1' }, ['url']],
    [{ name: 'a', kind: 'http', url: 'https://example.com/', check: { timeout: 0 } }, ['check.timeout']],
    [{ name: 'a', kind: 'http', url: 'https://example.com/', check: { path: '/' } }, ['check.path']],
    [
      { name: 'a', kind: 'http', url: 'https://example.com/', schedule: { interval: 5 } },
      ['schedule.interval'],
    ],
    [{ name: 'a', tags: 'prod' }, ['tags']],
    [{ name: 'a', tags: [''] }, ['tags.0']],
    [{ name: 'a', tags: ['ok', 'x'.repeat(101)] }, ['tags.1']],
    [{ name: 'a', tags: Array.from({ length: 21 }, (_, index) => `${index}`) }, ['tags']],
    [{ name: 'a', description: 'x'.repeat(10_001) }, ['description']],
    [{ name: 'a', description: 'bell\u0007' }, ['description']],
    [{ name: 'a', runbookURL: 'javascript:alert(1)' }, ['runbookURL']],
    [{ name: 'a', runbookURL: 'wiki/pg-dump' }, ['runbookURL']],
    [{ name: 'a', forwardTo: 'ftp://hc-ping.com/1' }, ['forwardTo']],
    [{ name: 'a', runbookURL: 'https://ann:secret@wiki' }, ['runbookURL']],
    [{ name: 'a', runbookURL: 'https://wiki\n.example.com' }, ['runbookURL']],
    [{ name: 'a', runbookURL: `https://wiki/${'x'.repeat(10_000)}` }, ['runbookURL']],
    [{ name: 'a', paused: 'yes' }, ['paused']],
    [{ name: 'a', pingID: 'short' }, ['pingID']],
    [{ name: 'a', pingID: 'has spaces in it' }, ['pingID']],
    [[], ['']],
    ['text', ['']],
    [null, ['']],
    [{ name: 'a', projectShortID: 7 }, ['projectShortID']],
  ])('creating responds with 422 to %j and names %j', async (json, fields) => {
    const { send, store, owner } = await openAPI();
    const response = await send('POST', MONITORS, { json });
    expect(wrongFields(response)).toEqual(fields);
    expect(response.error?.code).toBe('invalid');
    for (const { message } of response.error?.fields ?? []) expect(message).toMatch(/^[A-Z].*[.:]/);
    expect((await store.countUsage(owner.teamID)).monitors).toBe(0);
  });

  test('an error about a creation names at most 50 fields', async () => {
    const { send } = await openAPI();
    const json = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`unknown${index}`, 1]));
    expect(wrongFields(await send('POST', MONITORS, { json }))).toHaveLength(50);
  });

  test.each([
    ['an empty body', ''],
    ['half an object', '{"name":'],
    ['a text', 'name=job'],
    ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['a UTF-8 surrogate', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['NaN', '{"name":"a","alertAfterFailures":NaN}'],
  ])('creating responds with 400 to %s', async (_, body) => {
    const { send } = await openAPI();
    const response = await send('POST', MONITORS, { body, headers: { 'Content-Type': 'application/json' } });
    expect(response).toMatchObject({ status: 400, error: { code: 'invalid_json' } });
    expect(response.error).not.toHaveProperty('fields');
  });

  test('creating responds with 400 when nothing at all is sent', async () => {
    const { send } = await openAPI();
    expect(await send('POST', MONITORS)).toMatchObject({ status: 400, error: { code: 'invalid_json' } });
  });

  test('creating responds with 404 when there is no such project', async () => {
    const { send } = await openAPI();
    const response = await send('POST', MONITORS, { json: { name: 'a', projectShortID: 'nosuchproj' } });
    expect(response).toMatchObject({
      status: 404,
      error: { code: 'not_found', message: 'There is no such project.' },
    });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
  ])('creating responds with 415 to the content type %s', async (type) => {
    const { send } = await openAPI();
    const response = await send('POST', MONITORS, {
      body: '{"name":"a"}',
      headers: { 'Content-Type': type },
    });
    expect(response).toMatchObject({ status: 415, error: { code: 'unsupported_media_type' } });
  });

  test('creating responds with 415 to a body without a content type, and to one that is compressed', async () => {
    const { send } = await openAPI();
    const body = new TextEncoder().encode('{"name":"a"}');
    expect(await send('POST', MONITORS, { body })).toMatchObject({ status: 415 });
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect(await send('POST', MONITORS, { body, headers })).toMatchObject({ status: 415 });
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'the content type %s is accepted',
    async (type) => {
      const { send } = await openAPI();
      const response = await send('POST', MONITORS, {
        body: '{"name":"a"}',
        headers: { 'Content-Type': type },
      });
      expect(monitorIn(response)).toMatchObject({ name: 'a' });
    },
  );

  test('creating responds with 403 when the allowance is used up, and creates nothing', async () => {
    const { send, create, store, owner } = await openAPI({ allowance: 2 });
    await create();
    await create();
    const response = await send('POST', MONITORS, { json: { name: 'third' } });
    expect(response).toMatchObject({ status: 403, error: { code: 'allowance_used_up' } });
    expect((await store.countUsage(owner.teamID)).monitors).toBe(2);
  });

  test('simultaneous creates fill exactly the last places of the allowance', async () => {
    const { send, create } = await openAPI({ allowance: 8 });
    for (let count = 0; count < 5; count += 1) await create();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('POST', MONITORS, { json: { name: `racer ${index}` } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(201),
      ...Array(17).fill(403),
    ]);
    expect((await send('GET', MONITORS)).data.usage).toEqual({
      monitors: { used: 8, allowance: 8, remaining: 0 },
    });
  });

  test('pingID: an imported monitor keeps its ping ID, and a UUID matches in any notation', async () => {
    const { create, store } = await openAPI();
    const pingID = '4F6DD1E2-8C0E-4A6B-9A53-0E7D1B2C3F45';
    expect(await create({ pingID })).toMatchObject({ pingURL: `${BASE_URL}/ping/${pingID}` });
    expect(await store.monitorsByPingID.find('4f6dd1e28c0e4a6b9a530e7d1b2c3f45', 0)).toMatchObject({
      pingID,
    });
  });

  test('a foreign ping ID that is in use is refused in every notation', async () => {
    const { send, create } = await openAPI();
    await create({ pingID: '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45' });
    const json = { name: 'b', pingID: '4F6DD1E28C0E4A6B9A530E7D1B2C3F45' };
    expect(wrongFields(await send('POST', MONITORS, { json }))).toEqual(['pingID']);
  });

  test('a random ID that is already used is drawn again', async () => {
    const drawn = ['a'.repeat(22), 'short11111', 'a'.repeat(22), 'short22222', 'b'.repeat(22), 'short33333'];
    const { create } = await openAPI({
      random: { uuid: () => '', bytes: () => new Uint8Array(), text: () => drawn.shift() ?? '' },
    });
    expect((await create()).pingURL).toBe(`${BASE_URL}/ping/${'a'.repeat(22)}`);
    expect((await create()).pingURL).toBe(`${BASE_URL}/ping/${'b'.repeat(22)}`);
  });
});
