import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../callers.ts';
import { type API, type APIResponse, openAPI, wrongFields } from '../api.ts';

const VIEWS = '/v1/views/';
const view = z.looseObject({ shortID: z.string(), name: z.string(), revision: z.number() });
const viewIn = ({ data }: APIResponse) => view.parse(data.view);

async function make(api: API, json: object, as: Caller = api.owner) {
  const created = await api.send('POST', VIEWS, { as, json });
  expect(created).toMatchObject({ status: 201 });
  return viewIn(created);
}

async function namesFor(api: API, as: Caller): Promise<readonly string[]> {
  const { data } = await api.send('GET', VIEWS, { as });
  return z
    .array(view)
    .parse(data.views)
    .map(({ name }) => name);
}

const actions = async ({ store, owner }: API) =>
  (await store.listAudit(owner.teamID, { limit: 100 })).map(({ action, target }) => [action, target?.name]);

describe('views', () => {
  test('a view has the settings of the list, each with a default', async () => {
    const api = await openAPI();
    const made = await make(api, { name: ' Databases ', tags: ['db', 'db'], statuses: ['late', 'down'] });
    expect(made).toEqual({
      shortID: expect.stringMatching(/^[2-9a-z]{10}$/),
      name: 'Databases',
      shared: false,
      q: '',
      projects: [],
      statuses: ['down', 'late'],
      tags: ['db'],
      severities: [],
      sort: 'worst',
      group: 'none',
      revision: 1,
    });
    expect(viewIn(await api.send('GET', VIEWS + made.shortID))).toEqual(made);
    expect((await api.send('GET', VIEWS)).data).toEqual({ views: [made], nextCursor: null });
    const edited = await api.send('PATCH', VIEWS + made.shortID, { json: { sort: 'next', tags: [] } });
    expect(viewIn(edited)).toEqual({ ...made, sort: 'next', tags: [], revision: 2 });
    expect(viewIn(await api.send('DELETE', VIEWS + made.shortID))).toMatchObject({ revision: 2 });
    expect(await api.send('GET', VIEWS + made.shortID)).toMatchObject({ status: 404 });
  });

  test.each([
    [{}, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'n'.repeat(61) }, ['name']],
    [{ name: 'a', q: 'q'.repeat(201) }, ['q']],
    [{ name: 'a', statuses: ['broken'] }, ['statuses.0']],
    [{ name: 'a', tags: Array.from({ length: 21 }, (_, n) => `${n}`) }, ['tags']],
    [{ name: 'a', sort: 'best', group: 'colour' }, ['sort', 'group']],
    [{ name: 'a', projects: ['nosuchthng'] }, ['projects.0']],
  ])('%j is refused', async (json, fields) => {
    const api = await openAPI();
    expect(wrongFields(await api.send('POST', VIEWS, { json }))).toEqual(fields);
    expect(await namesFor(api, api.owner)).toEqual([]);
  });

  test('a project that was deleted keeps its place in a view, but no new view can name it', async () => {
    const api = await openAPI();
    const { data } = await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    const projects = [z.looseObject({ shortID: z.string() }).parse(data.project).shortID];
    const made = await make(api, { name: 'a', projects });
    expect(await api.send('DELETE', `/v1/projects/${projects[0]}`)).toMatchObject({ status: 200 });
    const edited = await api.send('PATCH', VIEWS + made.shortID, { json: { projects, q: 'x' } });
    expect(viewIn(edited)).toMatchObject({ projects, q: 'x' });
    const refused = await api.send('POST', VIEWS, { json: { name: 'b', projects } });
    expect(wrongFields(refused)).toEqual(['projects.0']);
  });

  test('a name that is taken, and one view too many, are conflicts', async () => {
    const api = await openAPI();
    const made = await make(api, { name: 'a' });
    for (let number = 1; number < 50; number += 1) await make(api, { name: `${number}` });
    const taken = { status: 409, error: { message: expect.stringContaining('“a”') } };
    expect(await api.send('POST', VIEWS, { json: { name: 'a' } })).toMatchObject(taken);
    const full = { status: 409, error: { message: expect.stringContaining('50 private views') } };
    expect(await api.send('POST', VIEWS, { json: { name: 'more' } })).toMatchObject(full);
    const shared = await make(api, { name: 'a', shared: true });
    expect(await api.send('PATCH', VIEWS + made.shortID, { json: { shared: true } })).toMatchObject(taken);
    const back = { json: { name: 'back', shared: false } };
    expect(await api.send('PATCH', VIEWS + shared.shortID, back)).toMatchObject(full);
  });
});

describe('private and shared views', () => {
  test('a private view exists only for its member, also for owners and other teams', async () => {
    const api = await openAPI();
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    const others = [api.owner, await api.addMember(api.owner.teamID, 'admin'), await api.addTeam('Other')];
    const { shortID } = await make(api, { name: 'mine' }, viewer);
    for (const as of others) {
      expect(await namesFor(api, as)).toEqual([]);
      for (const [method, json] of [['GET'], ['PATCH', { revision: 9, sort: 'name' }], ['DELETE']] as const) {
        const send = (id: string) =>
          api.send(method, VIEWS + id, { as, ...(json === undefined ? {} : { json }) });
        const response = await send(shortID);
        expect(response).toMatchObject({ status: 404 });
        expect(response.text).toBe((await send('nosuchthng')).text);
      }
    }
    expect(await namesFor(api, viewer)).toEqual(['mine']);
  });

  test('another team neither sees nor changes a shared view', async () => {
    const api = await openAPI();
    const { shortID } = await make(api, { name: 'ours', shared: true });
    const as = await api.addTeam('Other');
    expect(await namesFor(api, as)).toEqual([]);
    expect(await api.send('DELETE', VIEWS + shortID, { as })).toMatchObject({ status: 404 });
    expect(await namesFor(api, api.owner)).toEqual(['ours']);
  });

  test('a viewer keeps private views, and only sees shared ones', async () => {
    const api = await openAPI();
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    const own = await make(api, { name: 'mine' }, viewer);
    const shared = await make(api, { name: 'ours', shared: true });
    expect(await namesFor(api, viewer)).toEqual(['mine', 'ours']);
    const ask = (method: string, path: string, json?: object) =>
      api.send(method, path, { as: viewer, ...(json === undefined ? {} : { json }) });
    const refusals = [
      await ask('POST', VIEWS, { name: 'more', shared: true }),
      await ask('PATCH', VIEWS + own.shortID, { shared: true }),
      await ask('PATCH', VIEWS + shared.shortID, { sort: 'name' }),
      await ask('PATCH', VIEWS + shared.shortID, { shared: false }),
      await ask('DELETE', VIEWS + shared.shortID),
    ];
    for (const refused of refusals) expect(refused).toMatchObject({ status: 403 });
    expect(await ask('PATCH', VIEWS + own.shortID, { name: 'still mine' })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', VIEWS + own.shortID)).toMatchObject({ status: 200 });
    expect(await namesFor(api, viewer)).toEqual(['ours']);
  });

  test('a token that reads lists the views of its holder, and changes none', async () => {
    const api = await openAPI();
    const reader = await api.addMember(api.owner.teamID, 'owner', 'read');
    const { shortID } = await make(api, { name: 'ours', shared: true });
    expect(await namesFor(api, reader)).toEqual(['ours']);
    for (const [method, path, json] of [
      ['POST', VIEWS, { name: 'mine' }],
      ['PATCH', VIEWS + shortID, { name: 'mine' }],
      ['DELETE', VIEWS + shortID, undefined],
    ] as const)
      expect(
        await api.send(method, path, { as: reader, ...(json === undefined ? {} : { json }) }),
      ).toMatchObject({ status: 403 });
  });

  test('a member takes a shared view back, and shares it again', async () => {
    const api = await openAPI();
    const member = await api.addMember(api.owner.teamID, 'member');
    const { shortID } = await make(api, { name: 'a', shared: true });
    const share = (shared: boolean) => api.send('PATCH', VIEWS + shortID, { as: member, json: { shared } });
    expect(viewIn(await share(false))).toMatchObject({ shared: false });
    expect([await namesFor(api, api.owner), await namesFor(api, member)]).toEqual([[], ['a']]);
    expect(viewIn(await share(true))).toMatchObject({ shared: true });
    expect(await namesFor(api, api.owner)).toEqual(['a']);
  });

  test('only changes of shared views are in the audit log', async () => {
    const api = await openAPI();
    const before = await actions(api);
    const own = await make(api, { name: 'mine' });
    await api.send('PATCH', VIEWS + own.shortID, { json: { sort: 'name' } });
    await api.send('DELETE', VIEWS + own.shortID);
    expect(await actions(api)).toEqual(before);
    const { shortID } = await make(api, { name: 'ours', shared: true });
    await api.send('PATCH', VIEWS + shortID, { json: { sort: 'name' } });
    await api.send('PATCH', VIEWS + shortID, { json: { shared: false } });
    await api.send('PATCH', VIEWS + shortID, { json: { shared: true } });
    await api.send('DELETE', VIEWS + shortID);
    const changes = ['delete', 'edit', 'edit', 'edit', 'create'].map((action) => [`view.${action}`, 'ours']);
    expect(await actions(api)).toEqual([...changes, ...before]);
  });
});
