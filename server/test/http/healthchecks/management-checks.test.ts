import { expect, test } from 'vitest';
import { BASE_URL, HOUR, MINUTE } from '../api.ts';
import { check, errorIn, namesIn, openManagement } from './management.ts';

const CHECKS = '/api/v3/checks/';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a new check has the fields, defaults and URLs of Healthchecks', async () => {
  const { create, api } = await openManagement();
  const made = await create({ name: 'DB backup', tags: 'prod db prod', desc: 'nightly' });
  const { uuid } = made;
  expect(uuid).toMatch(UUID);
  expect(made).toEqual({
    name: 'DB backup',
    slug: '',
    tags: 'prod db',
    desc: 'nightly',
    grace: 3600,
    n_pings: 0,
    status: 'new',
    started: false,
    last_ping: null,
    next_ping: null,
    manual_resume: false,
    methods: '',
    subject: '',
    subject_fail: '',
    start_kw: '',
    success_kw: '',
    failure_kw: '',
    filter_subject: false,
    filter_body: false,
    filter_http_body: false,
    filter_default_fail: false,
    badge_url: expect.stringMatching(/^https:\/\/overdue\.example\.com\/b\/2\/[\w-]+\.svg$/),
    uuid,
    ping_url: `${BASE_URL}/ping/${uuid}`,
    update_url: `${BASE_URL}/api/v3/checks/${uuid}`,
    pause_url: `${BASE_URL}/api/v3/checks/${uuid}/pause`,
    resume_url: `${BASE_URL}/api/v3/checks/${uuid}/resume`,
    channels: '',
    timeout: 86_400,
  });
  expect(await api.store.monitorsByPingID.find(uuid.replaceAll('-', ''), 0)).toMatchObject({ pingID: uuid });
});

test.each([
  [
    { timeout: 3600, grace: 60 },
    { timeout: 3600, grace: 60 },
  ],
  [
    { schedule: '5 4 * * *', tz: 'Europe/Riga' },
    { schedule: '5 4 * * *', tz: 'Europe/Riga' },
  ],
  [
    { schedule: '5 4 * * *', timeout: 60 },
    { schedule: '5 4 * * *', tz: 'UTC' },
  ],
  // cronsim reads a step after one value up to the end of the field.
  [
    { schedule: '0/15 * * * 1/2', tz: 'Europe/Riga' },
    { schedule: '0-59/15 * * * 1-7/2', tz: 'Europe/Riga' },
  ],
  [
    { schedule: '12:34', tz: 'Europe/Riga' },
    { schedule: '12:34', tz: 'Europe/Riga' },
  ],
  [{ name: '' }, { name: 'Unnamed check' }],
  [{ slug: 'db' }, { name: 'db', slug: 'db' }],
  [
    { name: 'A', slug: 'b_1' },
    { name: 'A', slug: 'b_1' },
  ],
])('a check is created: %o', async (json, expected) => {
  const { create } = await openManagement();
  expect(await create(json)).toMatchObject(expected);
});

test.each([
  [{ timeout: 0 }, 'timeout is too small'],
  [{ timeout: 31_536_001 }, 'timeout is too large'],
  [{ timeout: 'oops' }, 'timeout is not a number'],
  [{ timeout: 60.5 }, 'timeout is not a number'],
  [{ grace: null }, 'grace is not a number'],
  [{ name: null }, 'name is not a string'],
  [{ name: false }, 'name is not a string'],
  [{ name: 'x'.repeat(101) }, 'name is too long'],
  [{ schedule: null }, 'schedule is not a string'],
  [{ schedule: `${'1,'.repeat(100)}1 * * * *` }, 'schedule is too long'],
  [{ schedule: '12:34\nsurprise' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '* * * * * *' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: 'bad-expression' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '1,2 61 * * *' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '0 0 31 2 *' }, 'schedule is not a valid cron or OnCalendar expression'],
  [{ schedule: '* * * * *', tz: 'not-a-timezone' }, 'tz is not a valid timezone'],
  [{ slug: 'No' }, 'slug does not match pattern'],
  [{ channels: 123 }, 'channels is not a string'],
  [{ subject: null }, 'subject is not a string'],
  [{ manual_resume: 'surprise' }, 'manual_resume is not a boolean'],
  [{ methods: 'bad-value' }, 'methods has unexpected value'],
  [{ unique: null }, 'unique is not an array'],
  [{ unique: ['status'] }, "an item in 'unique' has unexpected value"],
  [{ tags: 'x'.repeat(101) }, 'tags is too long'],
  [{ name: 'a', desc: 'x'.repeat(10_001) }, 'desc is too long'],
])('a check is refused: %o', async (json, problem) => {
  const { send, api } = await openManagement();
  const response = await send('POST', CHECKS, { json });
  expect(response.status).toBe(400);
  expect(errorIn(response)).toMatch(new RegExp(`^json validation error: ${problem}(?:$|\\. ["A-Z])`));
  expect(await api.store.listMonitors(api.owner.teamID, {})).toEqual([]);
});

test('versions 1 and 2 derive a slug from each new name, and version 3 keeps the slug', async () => {
  const { create, send } = await openManagement();
  for (const [version, slug] of [
    [1, 'new-name'],
    [2, 'new-name'],
    [3, 'old-slug'],
  ] as const) {
    const made = await create({ name: 'Old name', slug: 'old-slug' }, version);
    const path = `/api/v${version}/checks/${made.uuid}`;
    const edited = check.parse((await send('POST', path, { json: { name: 'New name' } })).json);
    expect(edited).toMatchObject({ name: 'New name', slug, update_url: `${BASE_URL}${path}` });
    const chosen = await send('POST', path, { json: { name: 'Again', slug: 'mine' } });
    expect(chosen.json).toMatchObject({ name: 'Again', slug: 'mine' });
  }
});

test('a check without a slug has none until a client chooses one or version 1 derives one', async () => {
  const { create, send, api } = await openManagement();
  const { uuid } = await create({ name: 'Old name' });
  const slugAfter = async (json: object, version = 3) =>
    check.parse((await send('POST', `/api/v${version}/checks/${uuid}`, { json })).json).slug;
  expect(await slugAfter({ name: 'New name', slug: '' })).toBe('');
  const [listed] = await api.store.listMonitors(api.owner.teamID, {});
  const edited = await api.send('PATCH', `/v1/monitors/${listed?.read().shortID}/`, {
    json: { tags: ['a'] },
  });
  expect(edited.data.monitor).toMatchObject({ slug: '', tags: ['a'] });
  expect(await slugAfter({ slug: 'chosen' })).toBe('chosen');
  expect(await slugAfter({ slug: '' })).toBe('');
  expect(await slugAfter({ name: 'New name' }, 1)).toBe('new-name');
  const derived = await api.send('PATCH', `/v1/monitors/${listed?.read().shortID}/`, { json: { slug: '' } });
  expect(derived.data.monitor).toMatchObject({ slug: 'new-name' });
});

test('an update changes only the fields that it names', async () => {
  const { create, send } = await openManagement();
  const { uuid, ...made } = await create({
    manual_resume: true,
    methods: 'POST',
    failure_kw: 'FAIL',
    filter_http_body: true,
    name: 'A',
    tags: 'a b',
    schedule: '5 4 * * *',
    tz: 'Europe/Riga',
    desc: 'd',
  });
  const response = await send('POST', `${CHECKS}${uuid}`, { json: { grace: 120, unknown: 1 } });
  expect(response.status).toBe(200);
  expect(response.json).toEqual({ ...made, uuid, grace: 120 });
  const calendar = await send('POST', `${CHECKS}${uuid}`, { json: { schedule: 'Mon..Fri 12:34' } });
  expect(calendar.json).toMatchObject({ schedule: 'Mon..Fri 12:34', tz: 'Europe/Riga' });
  const simple = await send('POST', `${CHECKS}${uuid}`, { json: { timeout: 600 } });
  expect(simple.json).toMatchObject({ timeout: 600, grace: 120 });
  expect(simple.json).not.toHaveProperty('schedule');
});

test('unique updates the check that matches, and creates one otherwise', async () => {
  const { create, send } = await openManagement();
  const made = await create({ name: 'Foo', slug: 'foo', timeout: 123, tags: 'x  y' });
  const upsert = (json: object) => send('POST', CHECKS, { json });
  for (const json of [
    { name: 'Foo', desc: '1', unique: ['name'] },
    { slug: 'foo', desc: '2', unique: ['slug'] },
    { tags: 'x y', desc: '3', unique: ['tags'] },
    { timeout: 123, grace: 3600, desc: '4', unique: ['timeout', 'grace'] },
  ]) {
    const response = await upsert(json);
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ uuid: made.uuid, desc: json.desc, name: 'Foo' });
  }
  for (const json of [
    { name: 'Bar', unique: ['name'] },
    { name: 'Foo', grace: 60, unique: ['name', 'grace'] },
    { unique: ['slug'] },
    { name: 'Foo', unique: [] },
  ])
    expect(await upsert(json)).toMatchObject({ status: 201 });
});

test('the list is filtered by all tags and by the slug, with and without a trailing slash', async () => {
  const { create, send } = await openManagement();
  for (const json of [
    { name: 'A', tags: 'a both' },
    { name: 'B', tags: 'b both' },
    { name: 'C', slug: 'c' },
  ])
    await create(json);
  for (const [query, names] of [
    ['', ['A', 'B', 'C']],
    ['?tag=both', ['A', 'B']],
    ['?tag=both&tag=b', ['B']],
    ['?tag=bo', []],
    ['?slug=c', ['C']],
    ['?slug=', ['A', 'B', 'C']],
    ['?name=A', ['A', 'B', 'C']],
  ] as const) {
    expect(namesIn(await send('GET', `${CHECKS}${query}`))).toEqual(names);
    expect(namesIn(await send('GET', `/api/v1/checks${query}`))).toEqual(names);
  }
});

test('statuses are those of Healthchecks, and version 1 adds started', async () => {
  const { create, send, api } = await openManagement();
  const { uuid } = await create({ name: 'job', timeout: 3600, grace: 600 });
  const [listed] = await api.store.listMonitors(api.owner.teamID, {});
  const { shortID } = listed?.read() ?? { shortID: '' };
  const statusIn = async (version: number) => {
    const [one, inList] = await Promise.all([
      send('GET', `/api/v${version}/checks/${uuid}`),
      send('GET', `/api/v${version}/checks/`),
    ]);
    expect(inList.json).toEqual({ checks: [one.json] });
    const { status, started, next_ping, last_ping } = check.parse(one.json);
    return { status, started, next_ping, last_ping };
  };
  await api.ping(shortID, 'start');
  expect(await statusIn(1)).toMatchObject({ status: 'started', started: true });
  expect(await statusIn(3)).toMatchObject({ status: 'up', started: true });
  api.clock.time += MINUTE;
  await api.ping(shortID, 'end');
  expect(await statusIn(1)).toEqual({
    status: 'up',
    started: false,
    last_ping: '2026-11-21T08:16:30+00:00',
    next_ping: '2026-11-21T09:15:30+00:00',
  });
  expect((await send('GET', CHECKS)).json).toMatchObject({ checks: [{ last_duration: 60, n_pings: 2 }] });
  api.clock.time += HOUR;
  expect(await statusIn(2)).toMatchObject({ status: 'grace' });
  await api.ping(shortID, 'fail');
  expect(await statusIn(2)).toMatchObject({ status: 'down', next_ping: null });
});

test('a check is paused and resumed', async () => {
  const { create, send } = await openManagement();
  const { uuid } = await create();
  const resume = () => send('POST', `${CHECKS}${uuid}/resume`, { body: '' });
  const early = await resume();
  expect(early).toMatchObject({ status: 409, text: 'check is not paused' });
  for (const body of ['', 'null', '{}'])
    expect(await send('POST', `${CHECKS}${uuid}/pause`, { body })).toMatchObject({
      status: 200,
      json: { uuid, status: 'paused' },
    });
  expect(await resume()).toMatchObject({ status: 200, json: { uuid, status: 'new' } });
});

test('the deletion answers with the check, which no longer exists afterwards', async () => {
  const { create, send, api } = await openManagement();
  const { uuid } = await create();
  expect(await send('DELETE', `${CHECKS}${uuid}`)).toMatchObject({ status: 200, json: { uuid } });
  expect(await send('DELETE', `${CHECKS}${uuid}`)).toMatchObject({ status: 404 });
  expect(await send('GET', `${CHECKS}${uuid}`)).toMatchObject({ status: 404 });
  expect(await api.store.monitorsByPingID.find(uuid.replaceAll('-', ''), 0)).toBeNull();
});

test("monitors of our own have a UUID, and clients may use the ping URL's last part instead", async () => {
  const { send, api } = await openManagement();
  const { shortID, pingURL } = await api.create({ name: 'native' });
  const imported = await api.create({ name: 'imported', pingID: '803F680DE89B492B82EF2BE7B774A92D' });
  const list = await send('GET', CHECKS);
  const [first, second] = [0, 1].map((index) => check.parse(Object(list.json).checks[index]));
  expect(first?.ping_url).toBe(pingURL);
  for (const id of [first?.uuid, pingURL.split('/').at(-1)])
    expect((await send('GET', `${CHECKS}${id}`)).json).toEqual(first);
  expect(second).toMatchObject({ uuid: '803f680d-e89b-492b-82ef-2be7b774a92d', ping_url: imported.pingURL });
  // A monitor imported from another installation of Overdue, which derived the UUID from a short ID.
  const moved = await api.create({ name: 'moved', pingID: '0fe2d0e0-4b1a-810c-8000-000000000000' });
  const movedID = moved.pingURL.split('/').at(-1);
  expect((await send('GET', `${CHECKS}${movedID}`)).json).toMatchObject({ uuid: movedID, name: 'moved' });
  expect(await send('POST', `${CHECKS}${first?.uuid}`, { json: { desc: 'x' } })).toMatchObject({
    status: 200,
  });
  expect((await api.send('GET', `/v1/monitors/${shortID}/`)).data.monitor).toMatchObject({
    description: 'x',
  });
});

test('the team’s allowance holds', async () => {
  const { send } = await openManagement({ allowance: 1 });
  expect(await send('POST', CHECKS, { json: {} })).toMatchObject({ status: 201 });
  const response = await send('POST', CHECKS, { json: {} });
  expect(response.status).toBe(403);
  expect(errorIn(response)).toContain('allowance');
});

test('each change is in the audit log once, with the key that made it', async () => {
  const { create, send, api } = await openManagement();
  const { uuid } = await create({ name: 'A' });
  await send('POST', `${CHECKS}${uuid}`, { json: { desc: 'x' } });
  await send('POST', CHECKS, { json: { name: 'A', unique: ['name'], tags: 'x' } });
  await send('POST', CHECKS, { json: { name: 'A', unique: ['name'], tags: 'x' } });
  await send('POST', `${CHECKS}${uuid}/pause`);
  await send('POST', `${CHECKS}${uuid}/pause`);
  await send('POST', `${CHECKS}${uuid}/resume`);
  await send('POST', `${CHECKS}${uuid}/resume`);
  await send('DELETE', `${CHECKS}${uuid}`);
  const entries = await api.store.listAudit(api.owner.teamID, { action: 'monitor', limit: 100 });
  expect(entries.map(({ action }) => action)).toEqual(
    ['delete', 'resume', 'pause', 'edit', 'edit', 'create'].map((verb) => `monitor.${verb}`),
  );
  expect(entries[4]?.details).toEqual({ changed: ['description'] });
  for (const { actor, target } of entries) {
    expect(actor).toMatchObject({ name: 'Terraform', userID: null });
    expect(target).toMatchObject({ kind: 'monitor', name: 'A' });
  }
});

test('a change is in the audit log even if the request fails afterwards', async () => {
  const { send, api } = await openManagement({
    sign() {
      throw new Error('The badge can not be signed.');
    },
  });
  expect(await send('POST', CHECKS, { json: { name: 'A' } })).toMatchObject({ status: 500 });
  const entries = await api.store.listAudit(api.owner.teamID, { action: 'monitor', limit: 100 });
  expect(entries).toMatchObject([{ action: 'monitor.create', target: { name: 'A' } }]);
});
