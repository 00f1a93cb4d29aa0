import { PROJECT_KEYS_MAX } from '@overdue/domain/access/project-key.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hashToken } from '../../../src/platform/security/token.ts';
import { makeToken } from '../../callers.ts';
import { type API, type APIResponse, DAY, NOW, openAPI, wrongFields } from '../api.ts';
import { managementOf } from '../healthchecks/management.ts';

const listed = z.strictObject({
  shortID: z.string().regex(/^[2-9a-z]{10}$/),
  kind: z.enum(['ping', 'read_write', 'read']),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
const created = listed.extend({ secret: z.string(), dsn: z.string().nullable() });

const keyIn = ({ data }: APIResponse) => created.parse(data.key);

async function keysOf({ send }: API, project: string) {
  return z.array(listed).parse((await send('GET', `/v1/projects/${project}/keys/`)).data.keys);
}

async function defaultProject({ send }: API): Promise<string> {
  const { data } = await send('GET', '/v1/projects/');
  return z.array(z.looseObject({ shortID: z.string() })).parse(data.projects)[0]?.shortID ?? '';
}

async function open() {
  const api = await openAPI();
  const project = await defaultProject(api);
  const path = `/v1/projects/${project}/keys/`;
  const createKey = (kind: string, name = 'key') => api.send('POST', path, { json: { kind, name } });
  return { api, project, path, createKey };
}

describe('keys of a project', () => {
  test.each([
    ['ping', 22],
    ['read_write', 32],
    ['read', 32],
  ])('a %s key shows its secret of %d characters once, and only its hash is stored', async (kind, length) => {
    const { api, project, createKey } = await open();
    const response = await createKey(kind, ' cron on db-01 ');
    expect(response.status).toBe(201);
    const { secret, dsn, ...key } = keyIn(response);
    expect(secret).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
    expect(key).toMatchObject({ kind, name: 'cron on db-01', prefix: secret.slice(0, 4), lastUsedAt: null });
    expect(dsn).toBe(kind === 'ping' ? `https://${secret}@overdue.example.com/1` : null);
    expect(await keysOf(api, project)).toEqual([key]);
    expect(await api.store.projectKeys.findInAnyTeam(hashToken(secret))).toMatchObject({ kind });
  });

  test('a deleted key, and a key of a deleted project, stop working', async () => {
    const { api, path, createKey } = await open();
    const key = keyIn(await createKey('ping'));
    const deletion = () => api.send('DELETE', `${path}${key.shortID}/`);
    const { secret, dsn: _dsn, ...shown } = key;
    expect(await deletion()).toMatchObject({ status: 200, data: { key: shown } });
    expect(await deletion()).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(await api.store.projectKeys.findInAnyTeam(hashToken(secret))).toBeNull();
    const { project } = (await api.send('POST', '/v1/projects/', { json: { name: 'db' } })).data;
    const other = `/v1/projects/${Object(project).shortID}`;
    const theirs = keyIn(await api.send('POST', `${other}/keys/`, { json: { kind: 'read', name: 'x' } }));
    expect(await api.send('DELETE', `${path}${theirs.shortID}/`)).toMatchObject({ status: 404 });
    expect(await api.send('DELETE', `${other}/`)).toMatchObject({ status: 200 });
    expect(await api.store.projectKeys.findInAnyTeam(hashToken(theirs.secret))).toBeNull();
  });

  test('a key expires, and its list shows the time', async () => {
    const { api, project, path } = await open();
    const expiresAt = new Date(NOW + DAY).toISOString();
    const make = (kind: string) => api.send('POST', path, { json: { kind, name: kind, expiresAt } });
    const made = await make('read_write');
    expect(keyIn(made)).toMatchObject({ expiresAt });
    const headers = { 'X-Api-Key': keyIn(made).secret };
    const read = async () => (await managementOf(api).request('/api/v3/checks/', { headers })).status;
    expect(await read()).toBe(200);
    api.clock.time += DAY;
    expect(await read()).toBe(401);
    expect(await keysOf(api, project)).toMatchObject([{ expiresAt }]);
    expect(wrongFields(await make('ping'))).toEqual(['expiresAt']);
  });

  test('a team limits the lifetime of existing and new keys, as of tokens', async () => {
    const { api, project, path, createKey } = await open();
    const { secret } = keyIn(await createKey('read'));
    expect(await api.send('PATCH', '/v1/team/', { json: { tokenDaysMax: 30 } })).toMatchObject({
      status: 200,
    });
    const end = new Date(NOW + 30 * DAY).toISOString();
    expect(await keysOf(api, project)).toMatchObject([{ expiresAt: end }]);
    const later = { kind: 'ping', name: 'x', expiresAt: new Date(NOW + 31 * DAY).toISOString() };
    // The token of the request ends with the limit, too.
    const session = await api.sessionOf(api.owner);
    const refused = await api.send('POST', path, { as: null, headers: session, json: later });
    expect(wrongFields(refused)).toEqual(['expiresAt']);
    const made = await api.send('POST', path, {
      as: null,
      headers: session,
      json: { kind: 'ping', name: 'x' },
    });
    expect(keyIn(made)).toMatchObject({ expiresAt: end });
    api.clock.time += 30 * DAY;
    const headers = { 'X-Api-Key': secret };
    expect((await managementOf(api).request('/api/v3/checks/', { headers })).status).toBe(401);
  });

  test('a key that an expiring token creates ends with the token, when it expires and when it is revoked', async () => {
    const { api, project, path } = await open();
    const { owner, store, clock } = api;
    const expiresAt = NOW + 60_000;
    const token = () => makeToken(store, { ...owner, scope: 'admin', expiresAt }, clock.time);
    const as = await token();
    const make = (json = {}) =>
      api.send('POST', path, { as, json: { kind: 'read_write', name: 'k', ...json } });
    const key = keyIn(await make());
    expect(key.expiresAt).toBe(new Date(expiresAt).toISOString());
    const earlier = new Date(NOW + 30_000).toISOString();
    expect(keyIn(await make({ expiresAt: earlier }))).toMatchObject({ expiresAt: earlier });
    expect(wrongFields(await make({ expiresAt: new Date(NOW + DAY).toISOString() }))).toEqual(['expiresAt']);

    const revoked = await token();
    const theirs = keyIn(await api.send('POST', path, { as: revoked, json: { kind: 'ping', name: 'r' } }));
    expect(await store.projectKeys.findInAnyTeam(hashToken(theirs.secret))).not.toBeNull();
    await api.send('DELETE', `/v1/tokens/${revoked.tokenID}/`);
    expect(await store.projectKeys.findInAnyTeam(hashToken(theirs.secret))).toBeNull();

    // Keys of a token without an end, and of a session, stay.
    expect(await keysOf(api, project)).toHaveLength(2);
    const lasting = await makeToken(store, { ...owner, scope: 'admin' }, clock.time);
    const kept = keyIn(await api.send('POST', path, { as: lasting, json: { kind: 'ping', name: 'kept' } }));
    await api.send('DELETE', `/v1/tokens/${lasting.tokenID}/`);
    expect(await store.projectKeys.findInAnyTeam(hashToken(kept.secret))).toMatchObject({ expiresAt: null });
  });

  test('the audit log names the kind and the end of a new key', async () => {
    const { api, createKey } = await open();
    await createKey('read_write');
    const [entry] = await api.store.listAudit(api.owner.teamID, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'project_key.create',
      details: { kind: 'read_write', expiresAt: null },
    });
  });

  test.each([
    [{}, ['kind', 'name']],
    [{ kind: 'write', name: 'x' }, ['kind']],
    [{ kind: 'ping', name: ' ' }, ['name']],
    [{ kind: 'ping', name: 'x', secret: 'abc' }, ['secret']],
  ])('the key %j is refused', async (json, fields) => {
    const { api, path } = await open();
    expect(wrongFields(await api.send('POST', path, { json }))).toEqual(fields);
  });

  test('a project has a maximum number of keys', async () => {
    const { api, project, createKey } = await open();
    for (let count = 0; count < PROJECT_KEYS_MAX; count += 1)
      expect(await createKey('ping')).toMatchObject({ status: 201 });
    expect(await createKey('ping')).toMatchObject({ status: 409, error: { code: 'conflict' } });
    expect(await keysOf(api, project)).toHaveLength(PROJECT_KEYS_MAX);
  });

  test('the refusal of one key too many says how many keys have expired', async () => {
    const { api, path, createKey } = await open();
    const refusal = async () => (await createKey('ping')).error?.message;
    const expiresAt = new Date(NOW + DAY).toISOString();
    for (let count = 0; count < 2; count += 1)
      await api.send('POST', path, { json: { kind: 'ping', name: 'old', expiresAt } });
    for (let count = 2; count < PROJECT_KEYS_MAX; count += 1) await createKey('ping');
    expect(await refusal()).toBe('The project has reached its limit of 50 keys. Delete one first.');
    api.clock.time += DAY;
    expect(await refusal()).toBe(
      'The project has reached its limit of 50 keys. Delete expired keys first: 2 of these keys have expired.',
    );
  });

  test('other teams neither see nor delete keys, and the audit log has no secret', async () => {
    const { api, path, createKey } = await open();
    const key = keyIn(await createKey('read_write', 'terraform'));
    const stranger = await api.addTeam('Other');
    for (const [method, address] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', `${path}${key.shortID}/`],
    ] as const) {
      const json = method === 'POST' ? { json: { kind: 'ping', name: 'x' } } : {};
      expect(await api.send(method, address, { as: stranger, ...json })).toMatchObject({ status: 404 });
    }
    const [entry] = await api.store.listAudit(api.owner.teamID, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'project_key.create',
      target: { kind: 'project_key', id: key.shortID, name: 'terraform' },
    });
    expect(JSON.stringify(entry)).not.toContain(key.secret);
  });
});

describe('the slug of a monitor', () => {
  test('the slug is derived from the name, and stays when the name changes', async () => {
    const { create, send } = await openAPI();
    const monitor = await create({ name: 'Größe (DB)' });
    expect(monitor).toMatchObject({ slug: 'groe-db' });
    const path = `/v1/monitors/${monitor.shortID}/`;
    expect((await send('PATCH', path, { json: { name: 'other' } })).data.monitor).toMatchObject({
      name: 'other',
      slug: 'groe-db',
    });
    expect((await send('PATCH', path, { json: { slug: 'chosen_1' } })).data.monitor).toMatchObject({
      slug: 'chosen_1',
    });
    expect((await send('PATCH', path, { json: { slug: '' } })).data.monitor).toMatchObject({ slug: 'other' });
    const nameless = await create({ name: '夜間' });
    expect(nameless).toMatchObject({ slug: nameless.shortID });
  });

  test('several monitors may share a slug, which has at most 100 characters of a-z, 0-9, _ and -', async () => {
    const { create, send } = await openAPI();
    const slug = `${'x'.repeat(98)}_-`;
    expect(await create({ slug })).toMatchObject({ slug });
    expect(await create({ slug })).toMatchObject({ slug });
    for (const wrong of ['Upper', 'a b', 'ä', 'x'.repeat(101), 'a/b'])
      expect(wrongFields(await send('POST', '/v1/monitors/', { json: { name: 'x', slug: wrong } }))).toEqual([
        'slug',
      ]);
  });
});
