import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type API, type APIResponse, HOUR, openAPI, wrongFields } from '../api.ts';

const resource = z.looseObject({ revision: z.int() });
type Resource = z.output<typeof resource>;

function resourceIn({ data }: APIResponse): Resource {
  const { error: _, ...rest } = data;
  return resource.parse(Object.values(rest)[0]);
}

interface Edited {
  readonly name: string;
  readonly etagOfPost?: true;
  /** Creates a resource, and returns its path and a function that sends a GET. */
  make(api: API): Promise<{ readonly path: string; readonly read: () => Promise<Resource> }>;
  /** A valid edit. `readOnly` contains a read-only field with a changed value. */
  readonly change: object;
  readonly readOnly: Readonly<Record<string, unknown>>;
}

function created(path: string, json: (api: API) => Promise<object> | object): Edited['make'] {
  return async (api) => {
    const { shortID } = resourceIn(await api.send('POST', path, { json: await json(api) }));
    const own = `${path}${String(shortID)}/`;
    return { path: own, read: async () => resourceIn(await api.send('GET', own)) };
  };
}

/** Reads a resource from its list, if the API has no GET for the resource. */
function listed(api: API, path: string, key: string, id: string) {
  return async (): Promise<Resource> => {
    const list = z.array(resource).parse(Object.values((await api.send('GET', path)).data)[0]);
    const found = list.find((candidate) => candidate[key] === id);
    if (found === undefined) throw new Error('It is not listed.');
    return found;
  };
}

const WEBHOOK = {
  type: 'webhook',
  name: 'Hook',
  settings: { url: 'https://example.com/a', secret: 'abcdefghijkl' },
};

async function makeChannel(api: API): Promise<string> {
  return String(resourceIn(await api.send('POST', '/v1/channels/', { json: WEBHOOK })).shortID);
}

const EDITED: readonly Edited[] = [
  {
    name: 'a monitor',
    make: created('/v1/monitors/', async (api) => ({
      name: 'job',
      schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' },
      tags: ['prod'],
      channels: [await makeChannel(api)],
      mutedUntil: '2026-11-22T08:00:00.000Z',
    })),
    change: { name: 'other' },
    readOnly: { pingURL: 'https://overdue.example.com/ping/other' },
  },
  {
    name: 'a monitor by interval that is paused',
    make: created('/v1/monitors/', () => ({ name: 'job', schedule: { interval: 60 }, paused: true })),
    change: { paused: false },
    readOnly: { schedule: { summary: 'Sometimes' } },
  },
  {
    name: 'a project',
    make: created('/v1/projects/', async (api) => ({ name: 'db', channels: [await makeChannel(api)] })),
    change: { remindEvery: 300 },
    readOnly: { isDefault: true },
  },
  {
    name: 'a channel',
    make: created('/v1/channels/', () => WEBHOOK),
    change: { settings: { url: 'https://example.com/b' } },
    readOnly: { type: 'slack' },
  },
  {
    name: 'a group of channels',
    make: created('/v1/channels/', async (api) => ({
      type: 'group',
      name: 'All',
      channels: [await makeChannel(api)],
    })),
    change: { disabled: 'Too loud.' },
    readOnly: { createdAt: '2020-01-01T00:00:00.000Z' },
  },
  {
    name: 'an escalation policy',
    make: created('/v1/escalations/', async (api) => ({
      name: 'On call',
      steps: [{ after: 60, channels: [await makeChannel(api)] }],
    })),
    change: { name: 'Night' },
    readOnly: { shortID: 'other' },
  },
  {
    name: 'a view of the list',
    make: created('/v1/views/', () => ({ name: 'Databases', tags: ['db'] })),
    change: { sort: 'name' },
    readOnly: { shortID: 'other' },
  },
  {
    name: 'a maintenance window that comes once',
    make: created('/v1/maintenance/', () => ({
      name: 'upgrade',
      startsAt: '2026-11-21T09:00:00Z',
      endsAt: '2026-11-21T10:00:00Z',
    })),
    change: { tags: ['db'] },
    readOnly: { shortID: 'other' },
  },
  {
    name: 'a maintenance window that comes back',
    make: created('/v1/maintenance/', () => ({ name: 'nightly', cron: '@daily', duration: 60 })),
    change: { duration: 120 },
    readOnly: { shortID: 'other' },
  },
  {
    name: 'a badge',
    async make(api) {
      const json = { kind: 'badge', title: 'Jobs', scope: { kind: 'tag', tag: 'prod' } };
      const { shareID } = resourceIn(await api.send('POST', '/v1/shares/', { json }));
      const read = listed(api, '/v1/shares/', 'shareID', String(shareID));
      return { path: `/v1/shares/${String(shareID)}/`, read };
    },
    change: { options: { style: 'flat-square' } },
    readOnly: { scope: { kind: 'team' } },
  },
  {
    name: 'a status page',
    async make(api) {
      const json = { kind: 'status_page', title: 'Jobs', scope: { kind: 'team' }, slug: 'acme-jobs' };
      const { shareID } = resourceIn(await api.send('POST', '/v1/shares/', { json }));
      const read = listed(api, '/v1/shares/', 'shareID', String(shareID));
      return { path: `/v1/shares/${String(shareID)}/`, read };
    },
    change: { title: 'Other' },
    readOnly: { url: 'https://overdue.example.com/status/other' },
  },
  {
    name: 'the team',
    make: (api) => Promise.resolve(readAt(api, '/v1/team/')),
    change: { alerting: { gatherAbove: 7 } },
    readOnly: {},
  },
  {
    name: 'a member',
    async make(api) {
      const { memberID } = await api.addMember(api.owner.teamID, 'member');
      return {
        path: `/v1/members/${memberID}/`,
        read: listed(api, '/v1/members/', 'memberID', memberID),
      };
    },
    change: { role: 'viewer' },
    readOnly: { role: 'member', email: 'other@example.com' },
  },
];

function readAt(api: API, path: string) {
  return { path, read: async () => resourceIn(await api.send('GET', path)) };
}

describe.each(EDITED)('$name', ({ make, change, readOnly }) => {
  test('the tag of a GET is accepted, and changes nothing', async () => {
    const api = await openAPI();
    const { path, read } = await make(api);
    const before = await read();
    expect(before.revision).toBe(1);
    // Two hours later, fields that depend on the time have other values.
    api.clock.time += 2 * HOUR;
    const response = await api.send('PATCH', path, { json: before });
    expect(response.status, response.text).toBe(200);
    expect(response.headers.get('ETag')).toBe('"1"');
    api.clock.time -= 2 * HOUR;
    expect(await read()).toEqual(before);
  });

  test('the revision changes with each change, and only then', async () => {
    const api = await openAPI();
    const { path, read } = await make(api);
    for (let time = 0; time < 2; time += 1) {
      const response = await api.send('PATCH', path, { json: change });
      expect(response.status, response.text).toBe(200);
      expect(response.headers.get('ETag')).toBe('"2"');
      expect(resourceIn(response).revision).toBe(2);
    }
    expect((await read()).revision).toBe(2);
  });

  test('a resource changes only if it has the revision that If-Match names', async () => {
    const api = await openAPI();
    const { path, read } = await make(api);
    await api.send('PATCH', path, { json: change });
    const current = await read();
    for (const headers of [{ 'If-Match': '"1"' }, { 'If-Match': 'W/"2"' }]) {
      const response = await api.send('PATCH', path, { json: change, headers });
      expect(response).toMatchObject({ status: 412, error: { code: 'precondition_failed' } });
      expect(response.headers.get('ETag')).toBe('"2"');
      expect(resourceIn(response)).toEqual(current);
    }
    for (const tags of ['"2"', '*', '"1", "2"'])
      expect(await api.send('PATCH', path, { json: change, headers: { 'If-Match': tags } })).toMatchObject({
        status: 200,
      });
    expect(await api.send('PATCH', path, { json: { ...change, revision: 1 } })).toMatchObject({
      status: 412,
    });
    expect(await read()).toEqual(current);
  });

  test('another value of a read-only field is refused, and the field is named', async () => {
    const api = await openAPI();
    const { path } = await make(api);
    const [field] = Object.entries(readOnly).filter(([name]) => name !== 'role');
    if (field === undefined) return;
    const [name, value] = field;
    const response = await api.send('PATCH', path, { json: readOnly });
    const within = typeof value === 'object' && value !== null && name === 'schedule' ? '.summary' : '';
    expect(wrongFields(response)).toEqual([`${name}${within}`]);
    expect(response.error?.fields?.[0]?.message).toContain('read-only');
  });
});

describe('If-Match', () => {
  test.each([
    ['"1"', 200],
    [' "0" , "1" ', 200],
    ['"a,b", "1"', 200],
    [', "1",', 200],
    ['*', 200],
    ['"0"', 412],
    ['W/"1"', 412],
    ['W/"1", "1"', 200],
    ['1', 400],
    ['', 400],
    ['"1', 400],
    ['"1" "2"', 400],
    ['*, "1"', 400],
    ['w/"1"', 400],
  ])('%j is answered with %d', async (header, status) => {
    const api = await openAPI();
    const { shortID } = await api.create();
    const path = `/v1/monitors/${shortID}/`;
    const response = await api.send('PATCH', path, { json: { name: 'b' }, headers: { 'If-Match': header } });
    expect(response.status).toBe(status);
  });

  test('applies to switches and to deletions, too', async () => {
    const api = await openAPI();
    const { shortID } = await api.create();
    const path = `/v1/monitors/${shortID}/`;
    const stale = { headers: { 'If-Match': '"9"' } };
    for (const [method, rest] of [
      ['POST', 'pause/'],
      ['POST', 'resume/'],
      ['DELETE', ''],
    ] as const) {
      const refused = await api.send(method, `${path}${rest}`, stale);
      expect(refused).toMatchObject({ status: 412, data: { monitor: { shortID, paused: false } } });
    }
    expect(
      resourceIn(await api.send('POST', `${path}pause/`, { headers: { 'If-Match': '"1"' } })),
    ).toMatchObject({
      paused: true,
      revision: 2,
    });
    expect((await api.send('DELETE', path, { headers: { 'If-Match': '"2"' } })).status).toBe(200);
  });

  test.each(EDITED.filter(({ name }) => name !== 'the team'))(
    'a deletion of $name is refused after a change',
    async ({ make, change }) => {
      const api = await openAPI();
      const { path } = await make(api);
      await api.send('PATCH', path, { json: change });
      const refused = await api.send('DELETE', path, { headers: { 'If-Match': '"1"' } });
      expect(refused.status).toBe(412);
      expect(resourceIn(refused).revision).toBe(2);
      expect((await api.send('DELETE', path, { headers: { 'If-Match': '"2"' } })).status).toBe(200);
    },
  );
});

test('the audit log names the fields that were changed, and no fields that were sent back unchanged', async () => {
  const api = await openAPI();
  const monitor = await api.create();
  const path = `/v1/monitors/${monitor.shortID}/`;
  await api.send('PATCH', path, { json: monitor });
  await api.send('PATCH', path, { json: { name: 'b', status: 'down', revision: 1 } });
  const { data } = await api.send('GET', '/v1/audit/?action=monitor.edit');
  expect(data.entries).toMatchObject([{ details: { changed: ['name'] } }]);
});

test('pings and changes of status create no new revision', async () => {
  const api = await openAPI();
  const { shortID } = await api.create({ schedule: { interval: 3600 } });
  await api.ping(shortID, 'fail');
  await api.ping(shortID, 'end');
  expect(resourceIn(await api.send('GET', `/v1/monitors/${shortID}/`)).revision).toBe(1);
});

test('a change of many monitors creates a new revision of the changed monitors', async () => {
  const api = await openAPI();
  const a = await api.create({ tags: ['prod'] });
  const b = await api.create();
  const json = {
    monitors: [a.shortID, b.shortID],
    action: { type: 'tag', add: ['prod'], remove: [] },
  };
  await api.send('POST', '/v1/monitors/bulk/', { json });
  const revisions = await Promise.all(
    [a, b].map(async ({ shortID }) => resourceIn(await api.send('GET', `/v1/monitors/${shortID}/`)).revision),
  );
  expect(revisions).toEqual([1, 2]);
});
