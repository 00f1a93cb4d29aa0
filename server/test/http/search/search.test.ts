import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type API, MINUTE, openAPI, type RequestFields } from '../api.ts';

const result = z.looseObject({
  kind: z.string(),
  text: z.string(),
  monitor: z.looseObject({ name: z.string() }),
});

async function indexAll({ store }: API): Promise<void> {
  while (!(await store.indexLogs({ events: 1000, bytes: 1_000_000 })));
}

/** Returns the results of all pages. */
async function search(api: API, query: Record<string, string>, sending?: RequestFields) {
  const found: z.infer<typeof result>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const parameters = new URLSearchParams({ ...query, ...(cursor === '' ? {} : { cursor }) });
    const response = await api.send('GET', `/v1/search/?${parameters}`, sending);
    expect(response.status, response.text).toBe(200);
    found.push(...z.array(result).parse(response.data.results));
    cursor = z.string().nullable().parse(response.data.nextCursor);
  }
  return found;
}

function sendLog(api: API, shortID: string, log: string, type: 'end' | 'fail' = 'end') {
  return api.ping(shortID, type, { request: { body: Buffer.from(log) } });
}

describe('search', () => {
  test('finds a monitor, its incident and the line of a log, with the places of the matches', async () => {
    const api = await openAPI();
    const { shortID, projectShortID } = await api.create({ name: 'pg-dump prod', tags: ['refused'] });
    await sendLog(api, shortID, 'dump of orders\n\u001b[31mERROR\u001b[0m: connection REFUSED\n', 'fail');
    const [incident] = z
      .array(z.looseObject({ incidentID: z.string() }))
      .parse((await api.send('GET', '/v1/incidents/')).data.incidents);
    const note = { text: 'The firewall refused port 5432.' };
    await api.send('POST', `/v1/incidents/${incident?.incidentID}/notes/`, { json: note });
    await indexAll(api);
    const monitor = { shortID, name: 'pg-dump prod', projectShortID };
    const [event] = await api.store.listEvents(
      (await api.store.findMonitors(api.owner.teamID, { shortIDs: [shortID] }))[0]?.id ?? 0,
      { limit: 1 },
    );
    expect(await search(api, { q: 'refuse' })).toEqual([
      {
        kind: 'monitor',
        monitor,
        incident: null,
        event: null,
        field: 'tag',
        text: 'refused',
        matches: [{ start: 0, end: 6 }],
        line: null,
      },
      {
        kind: 'incident',
        monitor,
        incident: {
          incidentID: incident?.incidentID,
          reason: 'failed',
          openedAt: '2026-11-21T08:15:30.123Z',
          closedAt: null,
        },
        event: null,
        field: 'note',
        text: note.text,
        matches: [{ start: 13, end: 19 }],
        line: null,
      },
      {
        kind: 'log',
        monitor,
        incident: null,
        event: { number: 1, type: 'fail', at: '2026-11-21T08:15:30.123Z', runID: event?.runID },
        field: 'log',
        text: 'ERROR: connection REFUSED',
        matches: [{ start: 18, end: 25 }],
        line: 2,
      },
    ]);
    expect((await search(api, { q: 'refused', kind: 'log' })).map(({ kind }) => kind)).toEqual(['log']);
  });

  test('finds phrases only where their words follow one another', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'job' });
    for (const log of ['disk full', 'full of disk', 'pg-dump', 'pg and dump'])
      await sendLog(api, shortID, log);
    await indexAll(api);
    const logs = async (q: string) => (await search(api, { q, kind: 'log' })).map(({ text }) => text);
    expect(await logs('disk full')).toEqual(['full of disk', 'disk full']);
    expect(await logs('"disk full"')).toEqual(['disk full']);
    expect(await logs('pg-dump')).toEqual(['pg-dump']);
    expect(await logs('pg dump')).toEqual(['pg and dump', 'pg-dump']);
    expect(await logs('dis* full')).toHaveLength(2);
    expect(await logs('dis full')).toEqual([]);
  });

  test('ranks monitors whose name begins with the query first, and pages each kind', async () => {
    const api = await openAPI();
    for (const name of ['a pg job', 'xpgx', 'pg-dump', 'other pg']) await api.create({ name });
    const { shortID } = await api.create({ name: 'last', description: 'of pg' });
    for (let index = 0; index < 3; index += 1) await sendLog(api, shortID, `pg ${index}`);
    await indexAll(api);
    const names = (await search(api, { q: 'pg', limit: '2', kind: 'monitor' })).map(
      ({ monitor }) => monitor.name,
    );
    expect(names).toEqual(['pg-dump', 'a pg job', 'other pg', 'xpgx', 'last']);
    const texts = (await search(api, { q: 'pg', limit: '2' })).filter(({ kind }) => kind === 'log');
    expect(texts.map(({ text }) => text)).toEqual(['pg 2', 'pg 1', 'pg 0']);
  });

  test('incidents have pages, newest first', async () => {
    const api = await openAPI();
    for (let index = 0; index < 5; index += 1) {
      const { shortID } = await api.create({ name: `job ${index}` });
      await api.ping(shortID, 'fail');
      api.clock.time += MINUTE;
    }
    const found = await search(api, { q: 'job', kind: 'incident', limit: '2' });
    expect(found.map(({ monitor }) => monitor.name)).toEqual(['job 4', 'job 3', 'job 2', 'job 1', 'job 0']);
    const from = '2026-11-21T08:18:00Z';
    expect(await search(api, { q: 'job', kind: 'incident', from })).toHaveLength(2);
  });

  test('hides other teams, and hides other projects from tokens limited to a project', async () => {
    const api = await openAPI();
    const other = await api.addTeam('Other');
    const { shortID, projectShortID } = await api.create({ name: 'secret job' });
    await sendLog(api, shortID, 'secret log', 'fail');
    await indexAll(api);
    expect(await search(api, { q: 'secret' })).toHaveLength(3);
    expect(await search(api, { q: 'secret', project: projectShortID })).toHaveLength(3);
    expect(await search(api, { q: 'secret', monitor: shortID })).toHaveLength(3);
    expect(await search(api, { q: 'secret' }, { as: other })).toEqual([]);
    for (const more of [{ project: projectShortID }, { monitor: shortID }])
      expect(await search(api, { q: 'secret', ...more }, { as: other })).toEqual([]);
    const project = (await api.send('POST', '/v1/projects/', { json: { name: 'side' } })).data.project;
    const side = z.looseObject({ shortID: z.string() }).parse(project).shortID;
    const json = { name: 'limited', scope: 'read', projects: [side] };
    const headers = await api.sessionOf(api.owner);
    const { token } = z
      .looseObject({ token: z.looseObject({ token: z.string() }) })
      .parse((await api.send('POST', '/v1/tokens/', { json, headers, as: null })).data);
    const limited = { as: null, headers: { Authorization: `Bearer ${token.token}` } };
    expect(await search(api, { q: 'secret' }, limited)).toEqual([]);
    expect(await search(api, { q: 'secret', project: projectShortID }, limited)).toEqual([]);
  });

  test('every text is a valid query', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ name: '"odd" (name)*' });
    await sendLog(api, shortID, '<img src=x onerror=alert(1)> "quoted');
    await indexAll(api);
    const odd = [
      '"',
      '""',
      "'",
      '*',
      '-',
      '(',
      'a AND',
      'NEAR(a b)',
      'a:b',
      "'a':*",
      '\\',
      '%',
      '<->',
      '🦀',
      '日本',
      '"a',
      'é"',
    ];
    for (const q of odd) await search(api, { q });
    expect((await search(api, { q: 'onerror' })).map(({ text }) => text)).toEqual([
      '<img src=x onerror=alert(1)> "quoted',
    ]);
    expect(await search(api, { q: '"odd' })).toHaveLength(1);
    for (const query of [
      '',
      '?q=',
      '?q=%20',
      `?q=${'a'.repeat(201)}`,
      '?q=a&kind=x',
      '?q=a&limit=51',
      '?q=a&cursor=x',
    ])
      expect((await api.send('GET', `/v1/search/${query}`)).status, query).toBe(422);
  });
});
