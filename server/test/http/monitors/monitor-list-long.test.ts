import { describe, expect, test } from 'vitest';
import { type API, type APIResponse, DAY, HOUR, monitorsIn, openAPI } from '../api.ts';
import { createMany } from './create-many.ts';

const MONITORS = '/v1/monitors/';

/** Reads each monitor of a list with a separate request. Returns the JSON of the monitors. */
async function readSeparately(api: API, list: APIResponse): Promise<readonly string[]> {
  const opening = '{"success":true,"data":{"monitor":';
  const separate: string[] = [];
  for (const { shortID } of monitorsIn(list)) {
    const { text } = await api.send('GET', MONITORS + shortID);
    expect(text.startsWith(opening)).toBe(true);
    separate.push(text.slice(opening.length, -'}}'.length));
  }
  return separate;
}

describe('a long list', () => {
  test('equals the single monitors byte for byte, in the envelope', async () => {
    const api = await openAPI({ allowance: 1000 });
    await createMany(api, 600, (index) => ({ name: `Bäckup "${index}" \u{1F319}`, tags: ['ö', `${index}`] }));
    const response = await api.send('GET', MONITORS);
    const usage = '{"monitors":{"used":600,"allowance":1000,"remaining":400}}';
    expect(response.text).toBe(
      `{"success":true,"data":{"monitors":[${(await readSeparately(api, response)).join(',')}],"usage":${usage},"nextCursor":null}}`,
    );
    expect(Number(response.headers.get('Content-Length') ?? Number.NaN)).toBe(
      Buffer.byteLength(response.text),
    );
  });

  test('has a new ETag after a change of a monitor, or of a status by time alone', async () => {
    const api = await openAPI();
    const [pinged, edited, waiting] = await Promise.all(
      ['pinged', 'edited', 'waiting'].map((name) => api.create({ name, schedule: { interval: 3600 } })),
    );
    await api.ping(waiting!.shortID, 'end');
    const window = { name: 'upgrade', startsAt: '2026-11-21T12:00:00Z', endsAt: '2026-11-21T13:00:00Z' };
    const steps: readonly (() => unknown)[] = [
      () => {},
      () => api.ping(pinged!.shortID, 'start'),
      () => api.send('PATCH', MONITORS + edited!.shortID, { json: { tags: ['db'] } }),
      () => api.send('PATCH', MONITORS + edited!.shortID, { json: { description: 'long '.repeat(390) } }),
      // The monitors become late.
      () => (api.clock.time += HOUR + 1),
      () => api.send('POST', '/v1/maintenance/', { json: window }),
      // The maintenance window begins, and later ends.
      () => (api.clock.time = Date.parse(window.startsAt)),
      () => (api.clock.time = Date.parse(window.endsAt)),
      // After a day, explanations include the date. Then the clock is set back.
      () => (api.clock.time += DAY),
      () => (api.clock.time -= DAY),
      () => api.send('DELETE', MONITORS + pinged!.shortID),
    ];
    for (const step of steps) {
      await step();
      const response = await api.send('GET', MONITORS);
      const separate = await readSeparately(api, response);
      expect(response.text).toContain(`"monitors":[${separate.join(',')}]`);
      expect((await api.send('GET', MONITORS)).text).toBe(response.text);
    }
  });

  test.each([
    [249, ''],
    [250, ''],
    [251, ''],
    [500, ''],
    [600, ''],
    [249, '&status=new'],
    [250, '&status=new'],
    [251, '&status=new'],
    [399, '&status=new'],
    [400, '&status=new'],
    [100, '&status=paused&tag=third'],
    [250, '&tag=third'],
  ])(
    'has every monitor once in its pages of %i%s, for any number of monitors per read',
    async (limit, filter) => {
      const api = await openAPI();
      await createMany(api, 600, (index) =>
        index % 3 === 0 ? { name: `${index}`, paused: true, tags: ['third'] } : { name: `${index}` },
      );
      const pages: (readonly string[])[] = [];
      for (let cursor: unknown; cursor !== null; ) {
        const next = cursor === undefined ? '' : `&cursor=${String(cursor)}`;
        const response = await api.send('GET', `${MONITORS}?limit=${limit}${filter}${next}`);
        pages.push(monitorsIn(response).map(({ name }) => name));
        cursor = response.data.nextCursor;
      }
      expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
      expect(pages.at(-1)).not.toEqual([]);
      const isFound = (_: unknown, index: number) =>
        filter === '' || (index % 3 === 0) === filter.includes('third');
      expect(pages.flat()).toEqual(Array.from({ length: 600 }, (_, index) => `${index}`).filter(isFound));
    },
  );

  test('other requests run before a long list ends', async () => {
    const api = await openAPI({ allowance: 1000 });
    await createMany(api, 600, (index) => ({ name: `${index}` }));
    const ends: string[] = [];
    const list = api.send('GET', MONITORS).then(() => ends.push('list'));
    const turns = new Promise<void>((resolve) => {
      setImmediate(() => setImmediate(resolve));
    }).then(() => ends.push('turns'));
    await Promise.all([list, turns]);
    expect(ends).toEqual(['turns', 'list']);
  });
});
