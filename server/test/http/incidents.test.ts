import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Answer, type API, HOUR, MINUTE, NOW, openAPI, wrongFields } from './api.ts';

const INCIDENTS = '/v1/incidents/';
const incident = z.looseObject({ incidentID: z.string(), monitor: z.looseObject({ shortID: z.string() }) });

function incidentsIn({ status, data }: Answer) {
  expect(status).toBe(200);
  return z.array(incident).parse(data.incidents);
}

/** A monitor that went down, and its incident. */
async function goDown(api: API, name = 'job') {
  const { shortID, projectShortID } = await api.create({ name });
  await api.ping(shortID, 'fail', { rid: `${name}-1` });
  const [opened] = incidentsIn(await api.send('GET', `${INCIDENTS}?monitor=${shortID}`));
  return { shortID, projectShortID, incidentID: opened?.incidentID ?? '' };
}

describe('incidents', () => {
  test('open when a monitor goes down, last, and close when it recovers', async () => {
    const api = await openAPI();
    const { shortID, projectShortID, incidentID } = await goDown(api);
    api.clock.time += 90_500;
    const open = {
      incidentID,
      monitor: { shortID, name: 'job', projectShortID },
      reason: 'failed',
      openedAt: '2026-11-21T08:15:30.123Z',
      closedAt: null,
      closedBy: null,
      duration: 90.5,
      runID: 'job-1',
      acknowledgedAt: null,
      acknowledgedBy: null,
      note: null,
    };
    expect((await api.send('GET', INCIDENTS)).data).toEqual({ incidents: [open], nextCursor: null });
    await api.ping(shortID, 'end', { rid: 'job-2' });
    api.clock.time += HOUR;
    const closed = { ...open, closedAt: '2026-11-21T08:17:00.623Z', closedBy: 'recovered' };
    expect((await api.send('GET', INCIDENTS)).data.incidents).toEqual([closed]);
  });

  test('name the runs that failed in their time when they are read alone', async () => {
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
    });
  });

  test('are listed newest first, by state and monitor, in pages', async () => {
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

  test('are acknowledged once, with a note, by whoever the token stands for', async () => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const path = `${INCIDENTS}${incidentID}/acknowledge/`;
    const members = await api.store.listMembers(api.owner.teamID);
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

  test('can not be acknowledged when they are over', async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    await api.ping(shortID, 'end');
    const answer = await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json: {} });
    expect(answer).toMatchObject({ status: 409, error: { message: expect.stringContaining('over') } });
  });

  test.each([
    [{ note: 'x'.repeat(1001) }, ['note']],
    [{ note: 1 }, ['note']],
    [{ text: 'a' }, ['text']],
  ])('refuse %j', async (json, fields) => {
    const api = await openAPI();
    const { incidentID } = await goDown(api);
    const answer = await api.send('POST', `${INCIDENTS}${incidentID}/acknowledge/`, { json });
    expect(wrongFields(answer)).toEqual(fields);
  });

  test('go with their monitor', async () => {
    const api = await openAPI();
    const { shortID, incidentID } = await goDown(api);
    await api.send('DELETE', `/v1/monitors/${shortID}`);
    expect(incidentsIn(await api.send('GET', INCIDENTS))).toEqual([]);
    expect((await api.send('GET', INCIDENTS + incidentID)).status).toBe(404);
  });
});
