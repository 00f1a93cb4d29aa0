import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOnCallFeed } from '../../../src/public-pages/on-call-feed.ts';
import { makeChannel } from '../alerts/alerting-fixtures.ts';
import { type API, type APIResponse, BASE_URL, DAY, HOUR, NOW, openAPI, wrongFields } from '../api.ts';
import { createTestCatalog } from '../test-catalog.ts';
import { RFC_SUBSCRIPTION } from '../test-push.ts';

const SCHEDULES = '/v1/on-call/schedules/';
const named = z.looseObject({ shortID: z.string() });
const time = (at: number) => new Date(at).toISOString();

const scheduleIn = ({ data }: APIResponse) => named.parse(data.schedule);

/**
 * Opens the team Acme with its owner and Bob. They alternate weekly from Thursday, 19 November 2026, at 09:00 in Riga.
 */
async function openTeam() {
  const api = await openAPI();
  const bob = await api.addMember(api.owner.teamID, 'member');
  const rotation = {
    members: [api.owner.memberID, bob.memberID],
    startsOn: '2026-11-19',
    handoverAt: '09:00',
    shiftDays: 7,
    hours: null,
  };
  const body = { name: 'Database', timezone: 'Europe/Riga', rotations: [rotation] };
  const created = await api.send('POST', SCHEDULES, { json: body });
  expect(created.status, created.text).toBe(201);
  const schedule = scheduleIn(created);
  return { api, bob, rotation, body, schedule, path: `${SCHEDULES}${schedule.shortID}/` };
}

describe('on-call schedules', () => {
  test('are created, read, listed, changed and deleted, each with the member on call now', async () => {
    const { api, bob, body, schedule, path } = await openTeam();
    expect(schedule).toMatchObject({
      ...body,
      now: {
        member: { memberID: api.owner.memberID },
        until: '2026-11-26T07:00:00.000Z',
        next: { memberID: bob.memberID },
      },
      revision: 1,
    });
    expect(scheduleIn(await api.send('GET', path))).toEqual(schedule);
    expect((await api.send('GET', SCHEDULES)).data).toEqual({ schedules: [schedule], nextCursor: null });
    expect(scheduleIn(await api.send('PATCH', path, { json: schedule }))).toEqual(schedule);
    const renamed = await api.send('PATCH', path, { json: { name: 'Night', timezone: 'utc' } });
    expect(scheduleIn(renamed)).toMatchObject({ name: 'Night', timezone: 'UTC', revision: 2 });
    expect((await api.send('DELETE', path)).status).toBe(200);
    expect((await api.send('GET', path)).status).toBe(404);
  });

  test.each([
    [{ timezone: 'Riga' }, ['timezone']],
    [{ rotations: [] }, ['rotations']],
    [{ rotations: [{ members: ['nobody'] }] }, ['rotations.0.members.0']],
    [{ rotations: [{ startsOn: '2026-02-30' }] }, ['rotations.0.startsOn']],
    [{ rotations: [{ handoverAt: '24:00' }] }, ['rotations.0.handoverAt']],
    [{ rotations: [{ shiftDays: 32 }] }, ['rotations.0.shiftDays']],
    [
      { rotations: [{ hours: { weekdays: [], from: '09:00', to: '17:00' } }] },
      ['rotations.0.hours.weekdays'],
    ],
    [
      { rotations: [{ hours: { weekdays: [8], from: '9', to: '17:00' } }] },
      ['rotations.0.hours.weekdays.0', 'rotations.0.hours.from'],
    ],
  ])(
    'the schedule %j is refused',
    async (wrong: { timezone?: string; rotations?: readonly object[] }, fields) => {
      const { api, body, rotation, path } = await openTeam();
      const rotations = wrong.rotations?.map((part) => ({ ...rotation, ...part })) ?? body.rotations;
      const json = { ...body, ...wrong, rotations };
      expect(wrongFields(await api.send('POST', SCHEDULES, { json }))).toEqual(fields);
      expect(wrongFields(await api.send('PATCH', path, { json }))).toEqual(fields);
    },
  );

  test('schedules name no member of another team, and are hidden from other teams', async () => {
    const { api, body, rotation, path } = await openTeam();
    const stranger = await api.addTeam('Other');
    const rotations = [{ ...rotation, members: [stranger.memberID] }];
    expect(wrongFields(await api.send('POST', SCHEDULES, { json: { ...body, rotations } }))).toEqual([
      'rotations.0.members.0',
    ]);
    expect((await api.send('GET', path, { as: stranger })).status).toBe(404);
    expect((await api.send('GET', '/v1/on-call/', { as: stranger })).data).toEqual({ onCall: [] });
  });
});

describe('overrides', () => {
  test('are in the coverage, with gaps, and can be deleted', async () => {
    const { api, bob, path, schedule } = await openTeam();
    const period = { startsAt: time(NOW + HOUR), endsAt: time(NOW + 2 * HOUR) };
    const made = await api.send('POST', `${path}overrides/`, { json: { memberID: bob.memberID, ...period } });
    expect(made.status, made.text).toBe(201);
    const override = named.parse(made.data.override);
    expect(override).toMatchObject({ member: { memberID: bob.memberID }, replaces: null, ...period });
    expect((await api.send('GET', `${path}overrides/`)).data).toEqual({
      overrides: [override],
      nextCursor: null,
    });
    const window = `?from=${time(NOW - 10 * DAY)}&to=${time(NOW + DAY)}`;
    const coverage = await api.send('GET', `${path}coverage/${window}`);
    const owner = { memberID: api.owner.memberID };
    expect(coverage.data).toMatchObject({
      spans: [
        { startsAt: '2026-11-19T07:00:00.000Z', endsAt: period.startsAt, member: owner, override: null },
        { ...period, member: { memberID: bob.memberID }, override: override.shortID },
        { startsAt: period.endsAt, endsAt: time(NOW + DAY), member: owner, override: null },
      ],
      gaps: [{ startsAt: time(NOW - 10 * DAY), endsAt: '2026-11-19T07:00:00.000Z' }],
    });
    api.clock.time = NOW + HOUR;
    expect((await api.send('GET', '/v1/on-call/')).data.onCall).toMatchObject([
      {
        schedule: { shortID: schedule.shortID, name: 'Database' },
        member: { memberID: bob.memberID },
        until: period.endsAt,
        next: owner,
      },
    ]);
    expect((await api.send('DELETE', `${path}overrides/${override.shortID}/`)).status).toBe(200);
    expect((await api.send('GET', `${path}overrides/`)).data).toMatchObject({ overrides: [] });
  });

  test('an override is refused for another team, a person outside the team, the past, and a wrong order', async () => {
    const { api, bob, path } = await openTeam();
    const stranger = await api.addTeam('Other');
    const json = { memberID: bob.memberID, startsAt: time(NOW), endsAt: time(NOW + DAY) };
    expect((await api.send('POST', `${path}overrides/`, { as: stranger, json })).status).toBe(404);
    for (const [wrong, fields] of [
      [{ memberID: stranger.memberID, replaces: 'nobody' }, ['memberID', 'replaces']],
      [{ startsAt: time(NOW - DAY), endsAt: time(NOW) }, ['endsAt']],
      [{ endsAt: time(NOW) }, ['endsAt']],
      [{ endsAt: time(NOW + 401 * DAY) }, ['endsAt']],
      [{ replaces: bob.memberID }, ['replaces']],
    ] as const)
      expect(
        wrongFields(await api.send('POST', `${path}overrides/`, { json: { ...json, ...wrong } })),
      ).toEqual(fields);
    const other = scheduleIn(
      await api.send('POST', SCHEDULES, {
        json: {
          name: 'b',
          timezone: 'UTC',
          rotations: [{ members: [], startsOn: '2026-11-20', handoverAt: '00:00' }],
        },
      }),
    );
    const made = named.parse((await api.send('POST', `${path}overrides/`, { json })).data.override);
    const elsewhere = `${SCHEDULES}${other.shortID}/overrides/${made.shortID}/`;
    expect((await api.send('DELETE', elsewhere)).status).toBe(404);
  });
});

test('the next member replaces a member who leaves, and answers have the names of members', async () => {
  const { api, bob, path } = await openTeam();
  expect((await api.send('DELETE', `/v1/members/${bob.memberID}/`)).status).toBe(200);
  const { memberID } = api.owner;
  expect(scheduleIn(await api.send('GET', path))).toMatchObject({
    rotations: [{ members: [memberID, memberID] }],
    now: { member: { memberID }, until: null, next: null },
    revision: 2,
  });
});

describe('contacts', () => {
  test('members change only their own contacts, and admins change all contacts', async () => {
    const { api, bob } = await openTeam();
    const channel = await makeChannel(api, 'a');
    const own = `/v1/on-call/contacts/${bob.memberID}/`;
    const json = { channels: [channel, channel] };
    const changed = await api.send('PATCH', own, { as: bob, json });
    expect(changed.data.contact).toMatchObject({ memberID: bob.memberID, channels: [channel], isYou: true });
    expect((await api.send('GET', '/v1/on-call/contacts/')).data.contacts).toMatchObject([
      { memberID: api.owner.memberID, channels: [], isYou: true },
      { memberID: bob.memberID, channels: [channel], isYou: false },
    ]);
    expect((await api.send('PATCH', own, { json: { channels: [] } })).status).toBe(200);
    const owners = `/v1/on-call/contacts/${api.owner.memberID}/`;
    expect((await api.send('PATCH', owners, { as: bob, json })).status).toBe(403);
    expect(wrongFields(await api.send('PATCH', own, { json: { channels: ['nosuchthng'] } }))).toEqual([
      'channels.0',
    ]);
  });
});

describe('reachable members', () => {
  const reached = async (api: API) => {
    const { data } = await api.send('GET', '/v1/on-call/contacts/');
    const contacts = z.array(z.looseObject({ hasDevices: z.boolean(), isReachable: z.boolean() }));
    return contacts.parse(data.contacts).map(({ hasDevices, isReachable }) => ({ hasDevices, isReachable }));
  };
  const nobody = { hasDevices: false, isReachable: false };

  test('a member with an enabled channel is reachable', async () => {
    const { api, bob } = await openTeam();
    const channel = await makeChannel(api, 'a');
    expect(await reached(api)).toEqual([nobody, nobody]);
    const own = `/v1/on-call/contacts/${bob.memberID}/`;
    const changed = await api.send('PATCH', own, { json: { channels: [channel] } });
    expect(changed.data.contact).toMatchObject({ isReachable: true });
    expect(await reached(api)).toEqual([nobody, { hasDevices: false, isReachable: true }]);
    const json = { disabled: 'too loud' };
    expect((await api.send('PATCH', `/v1/channels/${channel}/`, { json })).status).toBe(200);
    expect(await reached(api)).toEqual([nobody, nobody]);
  });

  test('a member with a device is reachable', async () => {
    const { api } = await openTeam();
    const headers = await api.sessionOf(api.owner);
    const json = { name: 'Phone', subscription: RFC_SUBSCRIPTION };
    expect((await api.send('POST', '/v1/account/devices/', { as: null, headers, json })).status).toBe(201);
    expect(await reached(api)).toEqual([{ hasDevices: true, isReachable: true }, nobody]);
  });

  test('every member is reachable if the service sends email', async () => {
    const { catalog } = createTestCatalog(BASE_URL);
    const api = await openAPI({ catalog: { ...catalog, hasMail: true } });
    expect(await reached(api)).toEqual([{ hasDevices: false, isReachable: true }]);
  });
});

describe('steps of escalation policies', () => {
  test('steps name schedules of the team, with or without channels', async () => {
    const { api, schedule, path } = await openTeam();
    const steps = [{ after: 60, channels: [], onCall: [schedule.shortID] }];
    const made = await api.send('POST', '/v1/escalations/', { json: { name: 'a', steps } });
    expect(made.data.escalation).toMatchObject({ steps });
    const policy = `/v1/escalations/${named.parse(made.data.escalation).shortID}/`;
    const unknown = [{ after: 60, channels: [], onCall: ['nosuchthng'] }];
    expect(wrongFields(await api.send('PATCH', policy, { json: { steps: unknown } }))).toEqual([
      'steps.0.onCall.0',
    ]);
    await api.send('DELETE', path);
    const left = [{ after: 60, channels: [], onCall: [] }];
    expect((await api.send('GET', policy)).data.escalation).toMatchObject({ steps: left });
    expect((await api.send('PATCH', policy, { json: { steps: left } })).status).toBe(200);
  });
});

function feedOf({ store, clock }: API) {
  return createOnCallFeed({
    store,
    clock: { now: () => clock.time },
    baseURL: BASE_URL,
    rate: { perSecond: 0, burst: 0 },
    remoteAddress: () => '192.0.2.1',
  });
}

describe("a member's calendar", () => {
  test('a calendar has the shifts in UTC at a secret address, which is shown once and can be revoked immediately', async () => {
    const { api, bob, path } = await openTeam();
    const feed = feedOf(api);
    expect((await api.send('GET', '/v1/on-call/calendar/', { as: bob })).data).toEqual({ calendar: null });
    const created = await api.send('POST', '/v1/on-call/calendar/', { as: bob });
    const { url } = z.object({ url: z.string() }).parse(created.data);
    expect(url).toMatch(/^https:\/\/overdue\.example\.com\/calendar\/on-call\/[0-9A-Za-z]{40}\.ics$/);
    const read = await api.send('GET', '/v1/on-call/calendar/', { as: bob });
    expect(read.data).toEqual({ calendar: { createdAt: time(NOW) } });
    const [record] = await api.store.onCall.contacts.list(api.owner.teamID);
    expect(JSON.stringify(record)).not.toContain(url.slice(-44, -4));
    const json = { memberID: bob.memberID, startsAt: time(NOW), endsAt: time(NOW + HOUR) };
    await api.send('POST', `${path}overrides/`, { json });
    const response = await feed.request(url.slice(BASE_URL.length));
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    const text = await response.text();
    const starts = [...text.matchAll(/DTSTART:(\S+)\r\nDTEND:(\S+)\r\nSUMMARY:(.*)\r/g)];
    expect(starts.slice(0, 3).map(([, from, to, summary]) => [from, to, summary])).toEqual([
      ['20261121T081530Z', '20261121T091530Z', 'On call: Database'],
      ['20261126T070000Z', '20261203T070000Z', 'On call: Database'],
      ['20261210T070000Z', '20261217T070000Z', 'On call: Database'],
    ]);
    const again = await api.send('POST', '/v1/on-call/calendar/', { as: bob });
    expect((await feed.request(url.slice(BASE_URL.length))).status).toBe(404);
    const second = z.object({ url: z.string() }).parse(again.data).url.slice(BASE_URL.length);
    expect((await feed.request(second)).status).toBe(200);
    await api.send('DELETE', '/v1/on-call/calendar/', { as: bob });
    expect((await feed.request(second)).status).toBe(404);
    for (const name of ['x.ics', `${'a'.repeat(40)}.ics`, second.slice(0, -4)])
      expect((await feed.request(`/calendar/on-call/${name}`)).status).toBe(404);
  });
});
