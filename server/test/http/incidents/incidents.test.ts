import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type API, type APIResponse, DAY, HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const RUNBOOK = 'https://wiki.example.com/job';

const INCIDENTS = '/v1/incidents/';
const incident = z.looseObject({ incidentID: z.string(), monitor: z.looseObject({ shortID: z.string() }) });

function incidentsIn({ status, data }: APIResponse) {
  expect(status).toBe(200);
  return z.array(incident).parse(data.incidents);
}

function relatedIn({ data }: APIResponse) {
  const related = z.array(
    z.looseObject({
      monitor: z.looseObject({ name: z.string() }),
      relations: z.array(z.string()),
      commonTags: z.array(z.string()),
    }),
  );
  return z.looseObject({ related }).parse(data.incident).related;
}

/** Creates a monitor that went down. Returns it with its incident. */
async function goDown(api: API, name = 'job') {
  const { shortID, projectShortID } = await api.create({ name, runbookURL: RUNBOOK });
  await api.ping(shortID, 'fail', { rid: `${name}-1` });
  const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
  return { shortID, projectShortID, incidentID: opened?.incidentID ?? '' };
}

describe('incidents', () => {
  test('incidents open when a monitor goes down, stay open, and close when it recovers', async () => {
    const api = await openAPI();
    const { shortID, projectShortID, incidentID } = await goDown(api);
    api.clock.time += 90_500;
    const open = {
      incidentID,
      monitor: { shortID, name: 'job', projectShortID, severity: 'normal', runbookURL: RUNBOOK },
      reason: 'failed',
      openedAt: '2026-11-21T08:15:30.123Z',
      closedAt: null,
      closedBy: null,
      duration: 90.5,
      runID: 'job-1',
      acknowledgedAt: null,
      acknowledgedBy: null,
      note: null,
      snoozedUntil: null,
      snoozedBy: null,
    };
    expect((await api.send('GET', INCIDENTS)).data).toEqual({ incidents: [open], nextCursor: null });
    await api.ping(shortID, 'end', { rid: 'job-2' });
    api.clock.time += HOUR;
    const closed = { ...open, closedAt: '2026-11-21T08:17:00.623Z', closedBy: 'recovered' };
    expect((await api.send('GET', INCIDENTS)).data.incidents).toEqual([closed]);
  });

  test('a single incident names the runs that failed in its time', async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    for (const [type, rid] of [
      ['fail', 'job-2'],
      ['end', 'job-3'],
      ['fail', 'job-4'],
    ] as const) {
      api.clock.time += MINUTE;
      await api.ping(shortID, type, { rid });
    }
    const { data } = await api.send('GET', INCIDENTS + incidentID);
    expect(data.incident).toMatchObject({
      incidentID,
      closedBy: 'recovered',
      failures: [
        { runID: 'job-1', state: 'failed' },
        { runID: 'job-2', state: 'failed' },
      ],
      nextAlerts: { reminderAt: null, escalationAt: null, escalationStep: null },
    });
  });

  test('a single incident names the failures in a row that led to it, and shows their log', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'job', alertAfterFailures: 3 });
    const send = async (type: 'fail' | 'end', rid: string, log = '') => {
      api.clock.time += MINUTE;
      const body = log === '' ? null : new TextEncoder().encode(log);
      await api.ping(shortID, type, { rid, request: { body } });
    };
    await send('fail', 'earlier');
    await send('end', 'good');
    await send('fail', 'first');
    await send('fail', 'logged', 'disk full');
    await send('fail', 'opening');
    await send('fail', 'later');
    const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
    const { data } = await api.send('GET', INCIDENTS + opened?.incidentID);
    expect(data.incident).toMatchObject({
      runID: 'opening',
      failures: ['first', 'logged', 'opening', 'later'].map((runID) => ({ runID })),
      log: { runID: 'logged', text: 'disk full' },
    });
    await send('end', 'recovered');
    for (const rid of ['a', 'b', 'c']) await send('fail', rid);
    const [next] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
    expect((await api.send('GET', INCIDENTS + next?.incidentID)).data.incident).toMatchObject({
      failures: ['a', 'b', 'c'].map((runID) => ({ runID })),
    });
  });

  test('incidents are listed newest first, by state and monitor, in pages', async () => {
    const api = await openAPI();
    const a = await goDown(api, 'a');
    await api.ping(a.shortID, 'end');
    const b = await goDown(api, 'b');
    const c = await goDown(api, 'c');
    const ids = async (query: string) =>
      incidentsIn(await api.send('GET', INCIDENTS + query)).map(({ incidentID }) => incidentID);
    expect(await ids('')).toEqual([c.incidentID, b.incidentID, a.incidentID]);
    expect(await ids('?state=open')).toEqual([c.incidentID, b.incidentID]);
    expect(await ids('?state=closed')).toEqual([a.incidentID]);
    expect(await ids(`?monitor=${b.shortID}`)).toEqual([b.incidentID]);
    expect(await ids('?monitor=nosuchthng')).toEqual([]);
    const first = await api.send('GET', `${INCIDENTS}?limit=2`);
    expect(await ids(`?limit=2&cursor=${String(first.data.nextCursor)}`)).toEqual([a.incidentID]);
    expect(wrongFields(await api.send('GET', `${INCIDENTS}?cursor=abc`))).toEqual(['cursor']);
    expect(wrongFields(await api.send('GET', `${INCIDENTS}?state=over`))).toEqual(['state']);
    const stranger = await api.addTeam('Other');
    expect(incidentsIn(await api.send('GET', INCIDENTS, { as: stranger }))).toEqual([]);
  });

  test('incidents are listed by project, tag and severity of the monitor', async () => {
    const api = await openAPI();
    const down = async (name: string, more: object) => {
      const { shortID, projectShortID } = await api.create({ name, ...more });
      await api.ping(shortID, 'fail');
      return projectShortID;
    };
    const project = await down('a', { tags: ['prod', 'a,b'], severity: 'critical' });
    await down('b', { tags: ['prod'] });
    const found = async (query: string) =>
      z
        .array(z.looseObject({ monitor: z.looseObject({ name: z.string() }) }))
        .parse((await api.send('GET', `${INCIDENTS}?${query}`)).data.incidents)
        .map(({ monitor }) => monitor.name);
    expect(await found('tag=prod')).toEqual(['b', 'a']);
    expect(await found('tag=prod,a%252Cb')).toEqual(['a']);
    expect(await found('severity=critical,high')).toEqual(['a']);
    expect(await found(`project=${project}&severity=normal`)).toEqual(['b']);
    expect(await found('project=p7w4nc2h9t')).toEqual([]);
    for (const [field, value] of [
      ['severity', 'urgent'],
      ['tag', ','],
      ['project', Array.from({ length: 101 }, (_, index) => `p${index}`).join()],
    ])
      expect(wrongFields(await api.send('GET', `${INCIDENTS}?${field}=${value}`))).toEqual([field]);
  });

  test('closed incidents are listed by the time at which they ended, in pages', async () => {
    const api = await openAPI();
    const [a, b] = [await goDown(api, 'a'), await goDown(api, 'b')];
    await goDown(api, 'c');
    for (const { shortID } of [b, a]) {
      api.clock.time += MINUTE;
      await api.ping(shortID, 'end');
    }
    const page = (query: string) => api.send('GET', `${INCIDENTS}?order=ended${query}`);
    const ids = (response: APIResponse) => incidentsIn(response).map(({ incidentID }) => incidentID);
    expect(ids(await page(''))).toEqual([a.incidentID, b.incidentID]);
    const first = await page('&limit=1');
    const next = `&limit=1&cursor=${String(first.data.nextCursor)}`;
    expect([ids(first), ids(await page(next))]).toEqual([[a.incidentID], [b.incidentID]]);
    expect((await page(next)).data.nextCursor).toBeNull();
    expect(wrongFields(await api.send('GET', `${INCIDENTS}?${next.slice(1)}`))).toEqual(['cursor']);
    const opened = await api.send('GET', `${INCIDENTS}?limit=1`);
    expect(wrongFields(await page(`&cursor=${String(opened.data.nextCursor)}`))).toEqual(['cursor']);
    const stranger = await api.addTeam('Other');
    expect(incidentsIn(await api.send('GET', `${INCIDENTS}?order=ended`, { as: stranger }))).toEqual([]);
  });

  test('incidents are acknowledged once, with a note, by the person whom the token stands for', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}/acknowledge/`;
    const members = await api.store.listMembers({ teamID: api.owner.teamID });
    api.clock.time = NOW + MINUTE;
    const done = await api.send('POST', path, { json: { note: 'On it.' } });
    expect(done.status).toBe(200);
    expect(done.data.incident).toMatchObject({
      acknowledgedAt: '2026-11-21T08:16:30.123Z',
      acknowledgedBy: members[0]?.name,
      note: 'On it.',
      closedAt: null,
      failures: [{ runID: 'job-1' }],
    });
    const again = await api.send('POST', path, { json: {} });
    expect(again).toMatchObject({ status: 409, error: { message: expect.stringContaining('already') } });
    expect((await api.send('GET', INCIDENTS + incidentID)).data).toEqual(done.data);
  });

  test('an acknowledgement is taken over on request and taken back, and the history keeps both', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}`;
    const ben = await api.addMember(api.owner.teamID, 'member');
    const [{ name } = { name: '' }] = await api.store.listMembers({
      teamID: api.owner.teamID,
      memberID: api.owner.memberID,
    });
    const acknowledge = (json: object, as = api.owner) =>
      api.send('POST', `${path}/acknowledge/`, { json, as });
    const takeBack = () => api.send('POST', `${path}/unacknowledge/`);
    const refused = (text: string) => ({ status: 409, error: { message: expect.stringContaining(text) } });
    expect(await takeBack()).toMatchObject(refused('is not acknowledged'));
    await acknowledge({ note: 'On it.' });
    expect(await acknowledge({}, ben)).toMatchObject(refused(`${name} has already acknowledged`));
    expect(await acknowledge({ takeOver: true })).toMatchObject(refused('You have already acknowledged'));
    api.clock.time += MINUTE;
    expect((await acknowledge({ takeOver: true }, ben)).data.incident).toMatchObject({
      acknowledgedBy: 'member',
      acknowledgedAt: '2026-11-21T08:16:30.123Z',
      note: null,
    });
    api.clock.time += MINUTE;
    const done = await takeBack();
    expect(done.data.incident).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null, note: null });
    const { history } = z
      .object({ history: z.array(z.looseObject({ kind: z.string() })) })
      .parse(done.data.incident);
    expect(history.filter(({ kind }) => /acknowledged|taken/.test(kind))).toMatchObject([
      { kind: 'acknowledged', name, text: 'On it.', from: null },
      { kind: 'taken_over', name: 'member', from: name },
      { kind: 'unacknowledged', name },
    ]);
    expect((await api.send('GET', `${path}/export/`)).text).toContain(`took over from ${name}.`);
  });

  test("the acknowledgement of an incident that has ended can't be taken back", async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json: {} });
    await api.ping(shortID, 'end');
    const response = await api.send('POST', `${INCIDENTS}${incidentID}/unacknowledge/`);
    expect(response).toMatchObject({ status: 409, error: { message: expect.stringContaining('has ended') } });
  });

  test('incidents are snoozed by a member until a time or a preset, and the snooze can be ended', async () => {
    const api = await openAPI();
    const { incidentID, shortID } = await goDown(api);
    const [member] = await api.store.listMembers({ teamID: api.owner.teamID });
    const path = `${INCIDENTS}${incidentID}`;
    const snooze = (json: object) => api.send('POST', `${path}/snooze/`, { json });
    const list = async () => (await api.send('GET', `/v1/monitors/${shortID}/`)).data.monitor;
    const done = await snooze({ preset: 'hour' });
    expect(done.data.incident).toMatchObject({
      snoozedUntil: '2026-11-21T09:15:30.123Z',
      snoozedBy: member?.name,
      acknowledgedAt: null,
    });
    expect(await list()).toMatchObject({ incident: { snoozedUntil: '2026-11-21T09:15:30.123Z' } });
    expect((await snooze({ preset: 'morning' })).data.incident).toMatchObject({
      snoozedUntil: '2026-11-22T08:00:00.000Z',
    });
    expect((await snooze({ until: '2026-11-21T10:00:00+01:00' })).data.incident).toMatchObject({
      snoozedUntil: '2026-11-21T09:00:00.000Z',
    });
    api.clock.time = NOW + MINUTE;
    const ended = await api.send('POST', `${path}/unsnooze/`);
    expect(ended.data.incident).toMatchObject({ snoozedUntil: null, snoozedBy: null });
    expect(await list()).toMatchObject({ incident: { snoozedUntil: null } });
    const { history } = z
      .object({ history: z.array(z.looseObject({ kind: z.string() })) })
      .parse(ended.data.incident);
    expect(history.map(({ kind }) => kind).filter((kind) => kind.includes('snoozed'))).toEqual([
      'snoozed',
      'snoozed',
      'snoozed',
      'unsnoozed',
    ]);
    expect(await api.send('POST', `${path}/unsnooze/`)).toMatchObject({ status: 409 });
  });

  test('an incident is no longer snoozed after the end of the snooze, also in lists', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    await api.send('POST', `${INCIDENTS}${incidentID}/snooze/`, { json: { preset: 'hour' } });
    const lists = async () => JSON.stringify((await api.send('GET', '/v1/monitors/')).data.monitors);
    expect(await lists()).toContain('"snoozedUntil":"2026-11-21T09:15:30.123Z"');
    api.clock.time = NOW + 60 * MINUTE;
    expect(await lists()).toContain('"snoozedUntil":null');
    expect((await api.send('GET', INCIDENTS + incidentID)).data.incident).toMatchObject({
      snoozedUntil: null,
    });
  });

  test.each([
    {},
    { preset: 'hour', until: '2026-11-21T10:00:00Z' },
    { preset: 'week' },
    { until: 'tomorrow' },
    { until: '2026-11-21T08:15:30Z' },
    { until: '2026-11-28T08:15:31Z' },
  ])('the snooze %j is refused', async (json) => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const response = await api.send('POST', `${INCIDENTS}${incidentID}/snooze/`, { json });
    expect(response.status).toBe(422);
    const { data } = await api.send('GET', INCIDENTS + incidentID);
    expect(data.incident).toMatchObject({ snoozedUntil: null });
  });

  test("an acknowledged incident can't be snoozed", async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json: {} });
    const response = await api.send('POST', `${INCIDENTS}${incidentID}/snooze/`, {
      json: { preset: 'hour' },
    });
    expect(response).toMatchObject({ status: 409, error: { message: expect.stringContaining('already') } });
  });

  test("a closed incident can't be acknowledged", async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    await api.ping(shortID, 'end');
    const response = await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json: {} });
    expect(response).toMatchObject({ status: 409, error: { message: expect.stringContaining('has ended') } });
  });

  test.each([
    [{ note: 'x'.repeat(1001) }, ['note']],
    [{ note: 1 }, ['note']],
    [{ text: 'a' }, ['text']],
  ])('the request %j is refused', async (json, fields) => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const response = await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json });
    expect(wrongFields(response)).toEqual(fields);
  });

  test('incidents are deleted with their monitor', async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    await api.send('DELETE', `/v1/monitors/${shortID}`);
    expect(incidentsIn(await api.send('GET', INCIDENTS))).toEqual([]);
    expect((await api.send('GET', INCIDENTS + incidentID)).status).toBe(404);
  });
});

describe('notes', () => {
  test('notes are kept with their author and time, even after the end of the incident', async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}/`;
    const { data, status } = await api.send('POST', `${path}notes/`, {
      json: { text: ' Looking\ninto it. ' },
    });
    expect(status).toBe(201);
    expect(data.note).toMatchObject({ at: '2026-11-21T08:15:30.123Z', text: 'Looking\ninto it.' });
    api.clock.time += MINUTE;
    await api.ping(shortID, 'end');
    await api.send('POST', `${path}notes/`, { json: { text: 'It was the disk.' } });
    const { incident } = (await api.send('GET', path)).data;
    expect(incident).toMatchObject({
      closedBy: 'recovered',
      notes: [data.note, { text: 'It was the disk.' }],
    });
  });

  test('notes are refused for viewers and for other teams', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}/notes/`;
    const json = { text: 'Hello.' };
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    expect(await api.send('POST', path, { json, as: viewer })).toMatchObject({ status: 403 });
    const other = await api.addTeam('Other');
    expect(await api.send('POST', path, { json, as: other })).toMatchObject({ status: 404 });
    expect(await api.send('GET', `${INCIDENTS}${incidentID}/export/`, { as: other })).toMatchObject({
      status: 404,
    });
  });

  test.each([[{}], [{ text: '' }], [{ text: ' \n' }], [{ text: 'x'.repeat(5001) }], [{ text: 5 }]])(
    'the request %j is refused',
    async (json) => {
      const api = await openAPI();
      const { incidentID } = await goDown(api);
      const response = await api.send('POST', `${INCIDENTS}${incidentID}/notes/`, { json });
      expect(wrongFields(response)).toEqual(['text']);
    },
  );

  test('an incident has at most 200 notes', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const write = () => api.send('POST', `${INCIDENTS}${incidentID}/notes/`, { json: { text: 'x' } });
    for (let count = 0; count < 200; count += 1) expect((await write()).status).toBe(201);
    expect(await write()).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });
});

test('an incident lists incidents that opened at most five minutes before or after it', async () => {
  const api = await openAPI();
  const made: string[] = [];
  for (const name of ['early', 'before', 'this', 'after', 'late']) {
    made.push((await goDown(api, name)).incidentID);
    api.clock.time += name === 'early' || name === 'after' ? 3 * MINUTE : 2.5 * MINUTE;
  }
  const related = relatedIn(await api.send('GET', `${INCIDENTS}${made[2]}/`));
  const together = related.filter(({ relations }) => relations.includes('time'));
  expect(together.map(({ monitor }) => monitor.name)).toEqual(['after', 'before']);
});

test('in an outage, an incident lists the five strongest relations and the number of incidents at the same time', async () => {
  const api = await openAPI();
  const { shortID } = await api.create({ name: 'this', tags: ['db'] });
  await api.ping(shortID, 'fail');
  const openedAt = api.clock.time;
  for (let number = 0; number < 80; number += 1) {
    const { shortID: other } = await api.create({ name: `job ${number}`, tags: number === 40 ? ['db'] : [] });
    api.clock.time = openedAt + number * 3000;
    await api.ping(other, 'fail', { request: { remoteAddress: number === 60 ? '127.0.0.1' : '192.0.2.9' } });
  }
  const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
  const response = await api.send('GET', `${INCIDENTS}${opened?.incidentID}/`);
  expect(relatedIn(response)).toHaveLength(5);
  expect(relatedIn(response).some(({ monitor }) => monitor.name === 'job 40')).toBe(true);
  expect(response.data.incident).toMatchObject({
    openedTogether: {
      count: 81,
      isMore: false,
      from: new Date(openedAt).toISOString(),
      to: new Date(openedAt + 79 * 3000).toISOString(),
    },
  });
});

test('an incident names open incidents of other monitors with the same address or tag', async () => {
  const api = await openAPI();
  const tagged = await api.create({ name: 'tagged', tags: ['db'] });
  await api.ping(tagged.shortID, 'fail', { request: { remoteAddress: '192.0.2.7' } });
  const elsewhere = await api.create({ name: 'elsewhere', tags: ['web'] });
  await api.ping(elsewhere.shortID, 'fail', { request: { remoteAddress: '192.0.2.8' } });
  const neighbour = await api.create({ name: 'neighbour' });
  await api.ping(neighbour.shortID, 'fail', { request: { remoteAddress: '192.0.2.9' } });
  api.clock.time += HOUR;
  const { shortID } = await api.create({ name: 'this', tags: ['prod', 'db'] });
  for (const type of ['fail', 'end', 'fail'] as const) {
    api.clock.time += MINUTE;
    await api.ping(shortID, type, { request: { remoteAddress: '192.0.2.9' } });
  }
  const [opened, earlier] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
  for (const incident of [opened, earlier]) {
    const related = relatedIn(await api.send('GET', `${INCIDENTS}${incident?.incidentID}/`));
    expect(
      related.map(({ monitor, relations, commonTags }) => [monitor.name, relations, commonTags]),
    ).toEqual([
      ['neighbour', ['host'], []],
      ['tagged', ['tag'], ['db']],
    ]);
  }
});

test('an incident names no incidents of the same address if most monitors have this address', async () => {
  const api = await openAPI();
  const request = { remoteAddress: '192.0.2.1' };
  const ping = async (name: string, type: 'end' | 'fail') => {
    const { shortID } = await api.create({ name });
    await api.ping(shortID, type, { request });
    return shortID;
  };
  await ping('old', 'fail');
  api.clock.time += HOUR;
  const shortID = await ping('this', 'fail');
  const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
  const names = async () =>
    relatedIn(await api.send('GET', `${INCIDENTS}${opened?.incidentID}/`)).map(({ monitor }) => monitor.name);
  expect(await names()).toEqual(['old']);
  for (const name of ['a', 'b', 'c', 'd']) await ping(name, 'end');
  expect(await names()).toEqual([]);
});

describe('the log of the failed run', () => {
  async function openWithLogs() {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'job' });
    const send = (type: 'end' | 'fail', rid: string, log: string) =>
      api.ping(shortID, type, { rid, request: { body: new TextEncoder().encode(log) } });
    await send('end', 'a', '02:00:01 start\n184 tables\n02:00:09 done');
    api.clock.time += HOUR;
    await send('fail', 'b', '03:00:01 start\n\u001b[31merror: disk full\u001b[0m\n03:00:02 done');
    const [incident] = incidentsIn(await api.send('GET', INCIDENTS));
    return { api, shortID, path: `${INCIDENTS}${incident?.incidentID}/` };
  }

  test('the log of the failed run is shown with its colours, and the lines that name the problem', async () => {
    const { api, path } = await openWithLogs();
    expect((await api.send('GET', path)).data.incident).toMatchObject({
      monitor: { name: 'job', status: 'down', timezone: 'UTC', description: '', tags: [] },
      log: {
        runID: 'b',
        state: 'failed',
        event: 2,
        text: '03:00:01 start\n\u001b[31merror: disk full\u001b[0m\n03:00:02 done',
        errorLines: [1],
        isCut: false,
      },
      history: [{ kind: 'opened' }],
    });
  });

  test('the log of the failed run is compared with the log of the last successful run', async () => {
    const { api, path } = await openWithLogs();
    const { comparison } = (await api.send('GET', `${path}comparison/`)).data;
    expect(comparison).toMatchObject({
      failed: { runID: 'b' },
      succeeded: { runID: 'a' },
      outcome: 'different',
      lines: [
        { kind: 'same', text: '03:00:01 start' },
        { kind: 'removed', text: '184 tables' },
        { kind: 'added', text: 'error: disk full' },
        { kind: 'same', text: '03:00:02 done' },
      ],
      isCut: false,
    });
    const other = await api.addTeam('Other');
    expect(await api.send('GET', `${path}comparison/`, { as: other })).toMatchObject({ status: 404 });
  });

  test('the log of the failed run stays, however many runs are missed or fail without a log afterwards', async () => {
    const { api, shortID, path } = await openWithLogs();
    for (let hour = 0; hour < 3; hour += 1) {
      api.clock.time += HOUR;
      for (let run = 0; run < 40; run += 1) {
        api.clock.time += MINUTE / 2;
        await api.ping(shortID, 'fail', { rid: `without-log-${hour}-${run}` });
      }
    }
    const expected = { runID: 'b', state: 'failed', event: 2 };
    expect((await api.send('GET', path)).data.incident).toMatchObject({ log: expected, previousLog: null });
    expect((await api.send('GET', `${path}comparison/`)).data.comparison).toMatchObject({
      failed: expected,
      succeeded: { runID: 'a' },
    });
    for (let run = 0; run < 3; run += 1) await api.ping(shortID, 'end', { rid: `good-${run}` });
    expect((await api.send('GET', path)).data.incident).toMatchObject({
      closedBy: 'recovered',
      log: expected,
    });
    expect((await api.send('GET', `${path}export/`)).text).toContain('error: disk full');
  });

  test('the newest of more than a hundred failed runs with a log is shown', async () => {
    const { api, shortID, path } = await openWithLogs();
    for (let run = 0; run < 120; run += 1) {
      api.clock.time += MINUTE;
      const body = new TextEncoder().encode(`log ${run}`);
      await api.ping(shortID, 'fail', { rid: `failed-${run}`, request: { body } });
    }
    expect((await api.send('GET', path)).data.incident).toMatchObject({ log: { text: 'log 119' } });
    await api.ping(shortID, 'end', { rid: 'good' });
    expect((await api.send('GET', path)).data.incident).toMatchObject({ log: { text: 'log 119' } });
  });

  test('the log of the failed run may be missing', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}/`;
    expect((await api.send('GET', path)).data.incident).toMatchObject({ log: null });
    expect((await api.send('GET', `${path}comparison/`)).data.comparison).toEqual({
      failed: null,
      succeeded: null,
      outcome: 'no_log',
      lines: [],
      isCut: false,
    });
  });
});

describe('the incident of a missed run', () => {
  async function withReport() {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'job', schedule: { interval: 3600, graceDuration: 600 } });
    const request = {
      body: new TextEncoder().encode('184 tables'),
      remoteAddress: '10.0.0.7',
      userAgent: 'curl/8',
    };
    await api.ping(shortID, 'end', { rid: 'a', request });
    const [monitor] = await api.store.findMonitors(api.owner.teamID, { shortIDs: [shortID] });
    const miss = async () => {
      api.clock.time += 1.5 * HOUR;
      const command = { kind: 'deadline', at: api.clock.time } as const;
      await api.store.apply([{ monitorID: monitor?.id ?? 0, command }]);
      const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?state=open`));
      return `${INCIDENTS}${opened?.incidentID}/`;
    };
    return { api, shortID, miss };
  }

  test('the incident shows the last report with its address, and the log of the last run', async () => {
    const { api, shortID, miss } = await withReport();
    const path = await miss();
    const shown = {
      reason: 'missed',
      log: null,
      previousLog: { runID: 'a', state: 'succeeded', event: 1, text: '184 tables' },
      lastReport: {
        event: 1,
        type: 'end',
        at: '2026-11-21T08:15:30.123Z',
        remoteAddress: '10.0.0.7',
        userAgent: 'curl/8',
      },
      earlier: { count: 0, days: 30, incidents: [] },
    };
    expect((await api.send('GET', path)).data.incident).toMatchObject(shown);
    // The report that ends the incident doesn't replace `lastReport`.
    await api.ping(shortID, 'end', { rid: 'b' });
    expect((await api.send('GET', path)).data.incident).toMatchObject({ ...shown, closedBy: 'recovered' });
  });

  test('lists earlier incidents of the monitor in 30 days, newest first, with their last notes', async () => {
    const { api, shortID, miss } = await withReport();
    const ids: string[] = [];
    for (const text of ['Restarted cron.', '']) {
      const path = await miss();
      if (text !== '') await api.send('POST', `${path}notes/`, { json: { text } });
      ids.push(path.split('/')[3] ?? '');
      await api.ping(shortID, 'end');
    }
    const [first, second] = ids;
    expect((await api.send('GET', await miss())).data.incident).toMatchObject({
      earlier: {
        count: 2,
        incidents: [
          { incidentID: second, lastNote: null },
          { incidentID: first, lastNote: 'Restarted cron.' },
        ],
      },
    });
    api.clock.time += 31 * DAY;
    await api.ping(shortID, 'end');
    expect((await api.send('GET', await miss())).data.incident).toMatchObject({ earlier: { count: 0 } });
  });
});

test('a monitor, alone or in the list, names its open incident and the member who acknowledged the incident', async () => {
  const api = await openAPI();
  const { shortID, incidentID } = await goDown(api);
  const read = async () => [
    (await api.send('GET', `/v1/monitors/${shortID}/`)).data.monitor,
    z.array(z.unknown()).parse((await api.send('GET', '/v1/monitors/')).data.monitors)[0],
  ];
  for (const monitor of await read())
    expect(monitor).toMatchObject({ incident: { incidentID, acknowledgedAt: null, acknowledgedBy: null } });
  await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json: {} });
  const [member] = await api.store.listMembers({ teamID: api.owner.teamID });
  for (const monitor of await read())
    expect(monitor).toMatchObject({
      incident: { incidentID, acknowledgedAt: '2026-11-21T08:15:30.123Z', acknowledgedBy: member?.name },
    });
  await api.ping(shortID, 'end');
  for (const monitor of await read()) expect(monitor).toMatchObject({ incident: null });
});

test('an incident is exported as Markdown in which text from people contains no markup', async () => {
  const api = await openAPI();
  const { shortID, incidentID } = await goDown(api, '<b>|job* [x](http://evil)');
  await goDown(api, 'other');
  const path = `${INCIDENTS}${incidentID}/`;
  api.clock.time += 90_000;
  await api.send('POST', `${path}acknowledge/`, { json: { note: 'Mine.' } });
  await api.send('POST', `${path}notes/`, {
    json: {
      text: '# No heading\n- no list <script>\n===\nhttps://evil.example www.evil.example @everyone\n1. no list',
    },
  });
  api.clock.time += HOUR;
  await api.ping(shortID, 'end', { durationMs: 61_000 });
  const response = await api.send('GET', `${path}export/`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': `attachment; filename="incident-${incidentID}.md"`,
    'x-content-type-options': 'nosniff',
  });
  expect(response.text).toContain('# Incident: \\<b\\>\\|job\\* \\[x\\]\\(http\\://evil\\)\n');
  expect(response.text).toContain(
    'Down from 2026-11-21 08:15:30 UTC to 2026-11-21 09:17:00 UTC, for 1 h 1 min: the job reported a failure.',
  );
  expect(response.text).toContain('  > Mine.\n');
  expect(response.text).toContain(
    [
      '  > \\# No heading',
      '  > \\- no list \\<script\\>',
      '  > \\=\\=\\=',
      '  > https\\://evil.example www\\.evil.example \\@everyone',
      '  > 1\\. no list\n',
    ].join('\n'),
  );
  expect(response.text).toContain('- **2026-11-21 09:17:00 UTC** The monitor recovered.');
  expect(response.text).toContain(`| Runbook | <${RUNBOOK}> |\n`);
  expect(response.text).toContain('| 2026-11-21 08:15:30 UTC | failed |');
  expect(response.text).toContain(
    '## Related incidents\n\n2 incidents opened at the same time, from 2026-11-21 08:15:30 UTC.\n\n- 2026-11-21 08:15:30 UTC: other (same time, host)',
  );
  expect(response.text).not.toMatch(/<b>|<script>/);
});

test('the exported incident has the failures in a row, the history of alerts and the end of the log', async () => {
  const api = await openAPI();
  const { shortID } = await api.create({ name: 'dump', alertAfterFailures: 2, severity: 'high' });
  const fail = (log: string) =>
    api.ping(shortID, 'fail', { request: { body: new TextEncoder().encode(log) } });
  await fail('one');
  api.clock.time += 60_000;
  await fail('\u001b[31mdump\u001b[0m starts\npg_dump: error: disk full\n```');
  const [opened] = incidentsIn(await api.send('GET', INCIDENTS));
  const incidentID = opened?.incidentID ?? '';
  await api.send('POST', `${INCIDENTS}${incidentID}/snooze/`, { json: { preset: 'hour' } });
  await api.send('POST', `${INCIDENTS}${incidentID}/unsnooze/`, { json: {} });
  const { text } = await api.send('GET', `${INCIDENTS}${incidentID}/export/`);
  expect(text).toContain('so far: 2 failures in a row, the last: the job reported a failure.');
  expect(text).toContain('| Severity | high |');
  expect(text).toContain('ended the snooze.');
  expect(text).toContain(
    '## End of the log\n\nLikely errors:\n\n- pg\\_dump: error: disk full\n\n````\ndump starts\npg_dump: error: disk full\n```\n````\n',
  );
});

test("the usage counts the team's resources", async () => {
  const api = await openAPI({ allowance: 3 });
  await api.create();
  await api.addTeam('Other');
  const { data } = await api.send('GET', '/v1/usage/');
  expect(data.usage).toEqual({
    monitors: { used: 1, allowance: 3, remaining: 2 },
    channels: { used: 0, allowance: 100, remaining: 100 },
    members: 1,
    projects: 1,
  });
});
