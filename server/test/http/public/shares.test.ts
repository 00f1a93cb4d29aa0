import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type API,
  type APIResponse,
  BASE_URL,
  NOW,
  openAPI,
  type RequestFields,
  wrongFields,
} from '../api.ts';

const share = z.object({
  shareID: z.string(),
  kind: z.string(),
  title: z.string(),
  scope: z.record(z.string(), z.string()),
  url: z.string(),
  options: z.object({
    description: z.string(),
    timezone: z.string(),
    indexed: z.boolean(),
    style: z.string(),
  }),
  createdAt: z.string(),
  createdBy: z.string(),
  revision: z.int(),
});

const shareIn = ({ data }: APIResponse) => share.parse(data.share);

function create(api: API, json: object, as?: RequestFields['as']): Promise<APIResponse> {
  const body = { kind: 'badge', title: 'Jobs', scope: { kind: 'team' }, ...json };
  return api.send('POST', '/v1/shares/', { json: body, ...(as === undefined ? {} : { as }) });
}

test('a share has a secret address', async () => {
  const api = await openAPI();
  const made = shareIn(await create(api, { title: ' Nightly jobs ' }));
  expect(made).toEqual({
    shareID: made.shareID,
    kind: 'badge',
    title: 'Nightly jobs',
    scope: { kind: 'team' },
    url: made.url,
    options: { description: '', timezone: 'UTC', indexed: false, style: 'flat' },
    createdAt: new Date(NOW).toISOString(),
    createdBy: 'owner',
    revision: 1,
  });
  expect(made.url.replace(BASE_URL, '')).toMatch(/^\/badge\/[0-9A-Za-z]{22}\.svg$/);
  const calendar = shareIn(await create(api, { kind: 'calendar' }));
  expect(calendar.url.replace(BASE_URL, '')).toMatch(/^\/calendar\/[0-9A-Za-z]{22}\.ics$/);
  const page = shareIn(await create(api, { kind: 'status_page' }));
  expect(page.url.replace(BASE_URL, '')).toMatch(/^\/status\/[0-9A-Za-z]{22}$/);
  const listed = z.array(share).parse((await api.send('GET', '/v1/shares/')).data.shares);
  expect(listed).toEqual([made, calendar, page]);
});

test('a status page can have a chosen address, which must be unique', async () => {
  const api = await openAPI();
  const other = await api.addTeam('Other');
  const options = { description: 'All of them.\nAlways.', timezone: 'Europe/Riga', indexed: true };
  const made = shareIn(await create(api, { kind: 'status_page', slug: 'acme-jobs', options }));
  expect(made.url).toBe(`${BASE_URL}/status/acme-jobs`);
  expect(made.options).toEqual({ ...options, style: 'flat' });
  const again = await create(api, { kind: 'status_page', slug: 'acme-jobs' }, other);
  expect(wrongFields(again)).toEqual(['slug']);
  for (const slug of ['ab', 'A-jobs', '-jobs', 'jobs-', 'a b c', 'jobs.json', 'x'.repeat(65), 'jöbs', '../x'])
    expect(wrongFields(await create(api, { kind: 'status_page', slug }))).toEqual(['slug']);
});

test('each wrong field is named', async () => {
  const api = await openAPI();
  const wrong = async (json: object) => wrongFields(await create(api, json));
  expect(await wrong({ title: ' ' })).toEqual(['title']);
  expect(await wrong({ kind: 'page' })).toEqual(['kind']);
  expect(await wrong({ scope: { kind: 'tag' } })).toEqual(['scope.tag']);
  expect(await wrong({ scope: { kind: 'team', tag: 'x' } })).toEqual(['scope.tag']);
  expect(await wrong({ scope: { kind: 'everything' } })).toEqual(['scope.kind']);
  expect(await wrong({ key: 'mine' })).toEqual(['key']);
  expect(await wrong({ slug: 'acme' })).toEqual(['slug']);
  expect(await wrong({ options: { timezone: 'UTC', description: 'x' } })).toEqual([
    'options.description',
    'options.timezone',
  ]);
  expect(await wrong({ kind: 'status_page', options: { style: 'flat' } })).toEqual(['options.style']);
  expect(await wrong({ kind: 'status_page', options: { timezone: 'Mars/Base' } })).toEqual([
    'options.timezone',
  ]);
});

test('the scope must belong to the team', async () => {
  const api = await openAPI();
  const other = await api.addTeam('Other');
  const { shortID, projectShortID } = await api.create();
  const monitor = { scope: { kind: 'monitor', shortID } };
  const project = { scope: { kind: 'project', projectShortID } };
  expect(shareIn(await create(api, monitor)).scope).toEqual(monitor.scope);
  expect(shareIn(await create(api, project)).scope).toEqual(project.scope);
  expect(wrongFields(await create(api, monitor, other))).toEqual(['scope.shortID']);
  expect(wrongFields(await create(api, project, other))).toEqual(['scope.projectShortID']);
});

test('only the title and the options of a share can change', async () => {
  const api = await openAPI();
  const made = shareIn(await create(api, { kind: 'status_page', options: { timezone: 'Europe/Riga' } }));
  const edit = (json: object) => api.send('PATCH', `/v1/shares/${made.shareID}/`, { json });
  const options = { ...made.options, indexed: true };
  expect(shareIn(await edit({ title: 'New', options: { indexed: true } }))).toEqual({
    ...made,
    title: 'New',
    options,
    revision: 2,
  });
  expect(shareIn(await edit({}))).toEqual({ ...made, title: 'New', options, revision: 2 });
  expect(wrongFields(await edit({ options: { style: 'flat-square' } }))).toEqual(['options.style']);
  expect(wrongFields(await edit({ slug: 'other' }))).toEqual(['slug']);
  expect((await api.send('PATCH', '/v1/shares/nothing/', { json: {} })).status).toBe(404);
});

test('only its team sees a share, and only some roles change it', async () => {
  const api = await openAPI();
  const other = await api.addTeam('Other');
  const viewer = await api.addMember(api.owner.teamID, 'viewer');
  const reader = await api.addMember(api.owner.teamID, 'member', 'read');
  const made = shareIn(await create(api, {}));
  const path = `/v1/shares/${made.shareID}/`;
  expect((await api.send('GET', '/v1/shares/', { as: other })).data.shares).toEqual([]);
  expect((await api.send('GET', '/v1/shares/', { as: viewer })).data.shares).toEqual([made]);
  expect((await api.send('GET', '/v1/shares/', { as: null })).status).toBe(401);
  for (const as of [viewer, reader]) {
    expect((await create(api, {}, as)).status).toBe(403);
    expect((await api.send('PATCH', path, { as, json: {} })).status).toBe(403);
    expect((await api.send('DELETE', path, { as })).status).toBe(403);
  }
  expect((await api.send('PATCH', path, { as: other, json: {} })).status).toBe(404);
  expect((await api.send('DELETE', path, { as: other })).status).toBe(404);
  expect(shareIn(await api.send('DELETE', path))).toEqual(made);
  expect((await api.send('DELETE', path)).status).toBe(404);
});

test('a team has 100 shares at most', async () => {
  const api = await openAPI();
  for (let made = 0; made < 100; made += 1) expect((await create(api, {})).status).toBe(201);
  expect((await create(api, {})).error).toMatchObject({ code: 'conflict' });
});
