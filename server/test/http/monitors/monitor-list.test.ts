import { describe, expect, test } from 'vitest';
import { type API, HOUR, monitorsIn, openAPI, wrongFields } from '../api.ts';

const MONITORS = '/v1/monitors/';

async function names({ send }: API, query = ''): Promise<readonly string[]> {
  return monitorsIn(await send('GET', MONITORS + query)).map(({ name }) => name);
}

async function createNamed({ create }: API, ...wanted: readonly string[]): Promise<void> {
  for (const name of wanted) await create({ name });
}

describe('GET /v1/monitors/', () => {
  test('List: all of the team, oldest first, with the usage', async () => {
    const api = await openAPI({ allowance: 4 });
    await createNamed(api, 'c', 'a', 'b');
    const response = await api.send('GET', MONITORS);
    expect(monitorsIn(response).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(response.data).toEqual({
      monitors: expect.any(Array),
      usage: { monitors: { used: 3, allowance: 4, remaining: 1 } },
      nextCursor: null,
    });
  });

  test('the usage counts all monitors regardless of filters, and remaining is never negative', async () => {
    const api = await openAPI({ allowance: 2 });
    await createNamed(api, 'a', 'b');
    expect((await api.send('GET', `${MONITORS}?q=nothing`)).data).toMatchObject({
      monitors: [],
      usage: { monitors: { used: 2, allowance: 2, remaining: 0 } },
    });
  });

  test('List: pages by limit and cursor; nextCursor is null at the end', async () => {
    const api = await openAPI();
    await createNamed(api, 'a', 'b', 'c', 'd', 'e');
    const pages: string[][] = [];
    for (let cursor: unknown; cursor !== null; ) {
      const next = cursor === undefined ? '' : `&cursor=${String(cursor)}`;
      const response = await api.send('GET', `${MONITORS}?limit=2${next}`);
      pages.push(monitorsIn(response).map(({ name }) => name));
      cursor = response.data.nextCursor;
    }
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect((await api.send('GET', `${MONITORS}?limit=5`)).data.nextCursor).toBeNull();
  });

  test('a page continues after the previous page, even if monitors before it are deleted', async () => {
    const api = await openAPI();
    await createNamed(api, 'a', 'b', 'c');
    const first = await api.send('GET', `${MONITORS}?limit=2`);
    for (const { shortID } of monitorsIn(first)) await api.send('DELETE', MONITORS + shortID);
    expect(await names(api, `?limit=2&cursor=${String(first.data.nextCursor)}`)).toEqual(['c']);
  });

  test('List: filters by project, tag and name', async () => {
    const api = await openAPI();
    const { text } = await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    const { shortID } = JSON.parse(text).data.project;
    await api.create({ name: 'Dump A', tags: ['prod'], projectShortID: shortID });
    await api.create({ name: 'dump B', tags: ['prod', 'db'] });
    await api.create({ name: 'other 100%_', tags: ['d'], projectShortID: shortID });
    expect(await names(api, `?project=${shortID}`)).toEqual(['Dump A', 'other 100%_']);
    expect(await names(api, '?project=nosuchproj')).toEqual([]);
    expect(await names(api, '?tag=prod')).toEqual(['Dump A', 'dump B']);
    expect(await names(api, '?tag=d')).toEqual(['other 100%_']);
    expect(await names(api, '?q=DUMP')).toEqual(['Dump A', 'dump B']);
    expect(await names(api, '?q=0%25_')).toEqual(['other 100%_']);
    expect(await names(api, '?q=%25')).toEqual(['other 100%_']);
    expect(await names(api, `?q=dump&tag=prod&project=${shortID}`)).toEqual(['Dump A']);
  });

  test('List: filters by status, including late, which depends on the current time', async () => {
    const api = await openAPI();
    const up = await api.create({ name: 'up', schedule: { interval: 86_400 } });
    const late = await api.create({ name: 'late', schedule: { interval: 1800, graceDuration: 7200 } });
    const down = await api.create({ name: 'down' });
    await api.create({ name: 'paused', paused: true });
    await api.create({ name: 'new' });
    for (const { shortID } of [up, late]) await api.ping(shortID, 'end');
    await api.ping(down.shortID, 'fail');
    api.clock.time += HOUR;
    for (const status of ['up', 'late', 'down', 'paused', 'new']) {
      expect(await names(api, `?status=${status}`)).toEqual([status]);
    }
    expect(await names(api, '?status=failing')).toEqual([]);
    expect(await names(api, '?status=down,late')).toEqual(['late', 'down']);
    expect(await names(api, '?status=down&status=late')).toEqual(['late', 'down']);
  });

  test('pages of a filter by status are full, even if few monitors match', async () => {
    const api = await openAPI();
    for (let index = 0; index < 12; index += 1) {
      await api.create({ name: `job ${index}`, paused: index % 5 === 0 });
    }
    const first = await api.send('GET', `${MONITORS}?status=paused&limit=2`);
    expect(monitorsIn(first).map(({ name }) => name)).toEqual(['job 0', 'job 5']);
    const cursor = String(first.data.nextCursor);
    expect(await names(api, `?status=paused&limit=2&cursor=${cursor}`)).toEqual(['job 10']);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['status=broken', 'status'],
    ['status=up,', 'status'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['cursor=made-up', 'cursor'],
    ['cursor=ZXZlbnRzOjU', 'cursor'],
  ])('refuses the query %s', async (query, field) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('GET', `${MONITORS}?${query}`))).toEqual([field]);
  });

  test('ETag: 304 until any kind of change', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ schedule: { interval: 3600, graceDuration: 7200 } });
    const known = async (tag: string) =>
      (await api.send('GET', MONITORS, { headers: { 'If-None-Match': tag } })).status;
    const first = await api.send('GET', MONITORS);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect([await known(tag), await known(`"other", W/${tag}`), await known('*')]).toEqual([304, 304, 304]);
    const unchanged = await api.send('GET', MONITORS, { headers: { 'If-None-Match': tag } });
    expect(unchanged).toMatchObject({ text: '' });
    expect(unchanged.headers.get('ETag')).toBe(tag);
    expect(unchanged.headers.get('Access-Control-Allow-Origin')).toBe('*');
    await api.ping(shortID, 'end');
    expect(await known(tag)).toBe(200);
    const pinged = (await api.send('GET', MONITORS)).headers.get('ETag') ?? '';
    api.clock.time += 2 * HOUR;
    expect(await known(pinged)).toBe(200);
    expect(await known('W/"nonsense", , "')).toBe(200);
  });
});
