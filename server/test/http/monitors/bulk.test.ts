import { describe, expect, test } from 'vitest';
import { type APIResponse, HOUR, monitorsIn, NOW, openAPI, wrongFields } from '../api.ts';
import { createMany } from './create-many.ts';

const BULK = '/v1/monitors/bulk/';

async function withThree() {
  const api = await openAPI();
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push(await api.create({ name, tags: ['old', name] }));
  const ids = made.map(({ shortID }) => shortID);
  const change = (action: object, monitors: readonly string[] = ids): Promise<APIResponse> =>
    api.send('POST', BULK, { json: { monitors, action } });
  const list = async () => monitorsIn(await api.send('GET', '/v1/monitors/'));
  return { ...api, ids, change, list };
}

const allDone = (ids: readonly string[]) => ids.map((shortID) => ({ shortID, done: true, message: '' }));

describe('POST /v1/monitors/bulk/', () => {
  test('a repeated pause or resume changes nothing', async () => {
    const { ids, change, list, wakes } = await withThree();
    const before = wakes();
    for (const [type, paused] of [
      ['pause', true],
      ['pause', true],
      ['resume', false],
    ] as const) {
      expect((await change({ type })).data.results).toEqual(allDone(ids));
      expect((await list()).map((monitor) => monitor.paused)).toEqual([paused, paused, paused]);
    }
    expect(wakes()).toBeGreaterThan(before);
  });

  test('monitors are muted until a time, and unmuted', async () => {
    const { ids, change, list } = await withThree();
    const until = new Date(NOW + HOUR).toISOString();
    expect((await change({ type: 'mute', until })).data.results).toEqual(allDone(ids));
    expect((await list()).map(({ mutedUntil }) => mutedUntil)).toEqual([until, until, until]);
    await change({ type: 'mute', until: null }, ids.slice(1));
    expect((await list()).map(({ mutedUntil }) => mutedUntil)).toEqual([until, null, null]);
  });

  test('tags are added and removed, except for a monitor that would have too many', async () => {
    const { ids, change, list, send } = await withThree();
    const many = Array.from({ length: 20 }, (_, index) => `t${index}`);
    await send('PATCH', `/v1/monitors/${ids[2]}/`, { json: { tags: many } });
    const { data } = await change({ type: 'tag', add: ['new', 'a'], remove: ['old'] });
    expect(data.results).toEqual([
      ...allDone(ids.slice(0, 2)),
      {
        shortID: ids[2],
        done: false,
        message: 'The monitor would have more than 20 tags. Remove some first.',
      },
    ]);
    expect((await list()).map(({ tags }) => tags)).toEqual([['a', 'new'], ['b', 'new', 'a'], many]);
  });

  test('monitors move to a project, which must exist', async () => {
    const { ids, change, list, send, addTeam } = await withThree();
    const { text } = await send('POST', '/v1/projects/', { json: { name: 'other' } });
    const { shortID } = JSON.parse(text).data.project;
    expect((await change({ type: 'move', projectShortID: shortID })).data.results).toEqual(allDone(ids));
    expect(new Set((await list()).map((monitor) => monitor.projectShortID))).toEqual(new Set([shortID]));
    expect(await change({ type: 'move', projectShortID: 'nobody' })).toMatchObject({ status: 404 });
    const foreign = await send('GET', '/v1/projects/', { as: await addTeam('Other') });
    const [theirs] = JSON.parse(foreign.text).data.projects;
    expect(await change({ type: 'move', projectShortID: theirs.shortID })).toMatchObject({ status: 404 });
  });

  test('monitors are deleted, and missing or foreign monitors are reported as not found', async () => {
    const { ids, change, list, create, addTeam, send } = await withThree();
    const other = await addTeam('Other');
    const foreign = await create({}, other);
    const asked = [ids[0]!, 'nobody', foreign.shortID, ids[0]!, ids[2]!];
    const none = { done: false, message: 'There is no such monitor.' };
    expect((await change({ type: 'delete' }, asked)).data.results).toEqual([
      ...allDone([ids[0]!]),
      { shortID: 'nobody', ...none },
      { shortID: foreign.shortID, ...none },
      ...allDone([ids[2]!]),
    ]);
    expect((await list()).map(({ shortID }) => shortID)).toEqual([ids[1]]);
    expect(await send('GET', `/v1/monitors/${foreign.shortID}/`, { as: other })).toMatchObject({
      status: 200,
    });
  });

  test('a request may name a thousand monitors', async () => {
    const api = await withThree();
    const { send, change, list } = api;
    await createMany(api, 997, (index) => ({ name: `job-${index}` }));
    const all = (await list()).map(({ shortID }) => shortID);
    expect((await change({ type: 'pause' }, all)).data.results).toEqual(allDone(all));
    expect((await change({ type: 'delete' }, all)).data.results).toEqual(allDone(all));
    expect((await send('GET', '/v1/monitors/')).data.monitors).toEqual([]);
  });

  test('a simultaneous change by another request is not lost', async () => {
    const { ids, change, list, send } = await withThree();
    await Promise.all([
      change({ type: 'tag', add: ['one'] }),
      send('PATCH', `/v1/monitors/${ids[1]}/`, { json: { name: 'renamed' } }),
      change({ type: 'tag', add: ['two'] }, ids.toReversed()),
    ]);
    const monitors = await list();
    for (const { tags } of monitors) expect(tags).toEqual(expect.arrayContaining(['one', 'two']));
    expect(monitors[1]).toMatchObject({ name: 'renamed' });
  });

  test('viewers and read-only tokens are refused', async () => {
    const { ids, send, addMember, owner } = await withThree();
    const json = { monitors: ids, action: { type: 'pause' } };
    for (const as of [
      await addMember(owner.teamID, 'viewer'),
      await addMember(owner.teamID, 'owner', 'read'),
    ])
      expect(await send('POST', BULK, { json, as })).toMatchObject({ status: 403 });
  });

  test.each([
    [{ monitors: [], action: { type: 'pause' } }, ['monitors']],
    [{ monitors: Array.from({ length: 1001 }, () => 'a'), action: { type: 'pause' } }, ['monitors']],
    [{ monitors: ['a'] }, ['action']],
    [{ monitors: ['a'], action: { type: 'explode' } }, ['action.type']],
    [{ monitors: ['a'], action: { type: 'mute' } }, ['action.until']],
    [{ monitors: ['a'], action: { type: 'tag', add: [''] } }, ['action.add.0']],
    [{ monitors: ['a'], action: { type: 'pause', until: null } }, ['action.until']],
  ])('refuses %j', async (json, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', BULK, { json }))).toEqual(fields);
  });
});
