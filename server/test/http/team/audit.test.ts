import { describe, expect, test } from 'vitest';
import { actionOf } from '../../../src/api/audit-facts.ts';
import type { AuditEntry } from '../../../src/audit/contract.ts';
import { openSite, PASSWORD, type Site } from '../../accounts/site.ts';
import { type API, NOW, openAPI } from '../api.ts';

const PATH = '/v1/audit/';

const entriesIn = (data: Readonly<Record<string, unknown>>) => JSON.parse(JSON.stringify(data)).entries;

async function actions(api: API, query = ''): Promise<readonly string[]> {
  const { data } = await api.send('GET', `${PATH}${query}`);
  return entriesIn(data).map(({ action }: { action: string }) => action);
}

describe('changes through the API', () => {
  test('a change is recorded with the actor, the resource and the address', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'pg-dump' });
    await api.send('PATCH', `/v1/monitors/${shortID}/`, {
      json: { name: 'pg-dump prod', description: 'secret', runbookURL: 'https://wiki.example.com' },
    });
    await api.send('DELETE', `/v1/monitors/${shortID}/`);
    const { data, text } = await api.send('GET', PATH);
    const actor = {
      kind: 'token',
      name: 'owner',
      email: expect.stringContaining('@example.com'),
      token: 'test',
    };
    const rest = { at: new Date(NOW).toISOString(), actor, remoteAddress: '192.0.2.1', details: {} };
    const target = { kind: 'monitor', id: shortID, name: 'pg-dump' };
    const renamed = { ...target, name: 'pg-dump prod' };
    expect(entriesIn(data)).toMatchObject([
      { ...rest, action: 'monitor.delete', target: { ...target, name: expect.any(String) } },
      {
        ...rest,
        action: 'monitor.edit',
        target: renamed,
        details: { changed: ['name', 'description', 'runbookURL'] },
      },
      { ...rest, action: 'monitor.create', target },
    ]);
    expect(text).not.toContain('secret');
  });

  test('a request without a change writes no entry', async () => {
    const api = await openAPI();
    const { send } = api;
    await send('GET', '/v1/monitors/');
    await send('POST', '/v1/monitors/', { json: { name: '' } });
    await send('POST', '/v1/schedules/preview/', { json: { schedule: { interval: 60 } } });
    await send('POST', '/v1/schedules/crontab/', { json: { line: '@daily true' } });
    await send('DELETE', '/v1/monitors/nosuchthng/');
    const viewer = await api.addMember(api.owner.teamID, 'viewer');
    await send('POST', '/v1/monitors/', { as: viewer, json: { name: 'a' } });
    expect(await actions(api)).toEqual([]);
  });

  test('an entry names a token that revokes itself, and a member who leaves', async () => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const leaver = await addMember(owner.teamID, 'viewer');
    const revoker = await addMember(owner.teamID, 'viewer');
    await send('DELETE', `/v1/members/${leaver.memberID}/`, { as: leaver });
    await send('DELETE', `/v1/tokens/${revoker.tokenID}/`, { as: revoker });
    const { data } = await send('GET', PATH);
    expect(entriesIn(data)).toMatchObject([
      {
        action: 'token.revoke',
        actor: { name: 'viewer', token: 'test' },
        target: { id: revoker.tokenID, name: 'test' },
      },
      {
        action: 'member.remove',
        actor: { name: 'viewer', token: 'test' },
        target: { kind: 'member', id: leaver.memberID },
        details: { role: 'viewer' },
      },
    ]);
  });

  test('an entry has no token, link or setting of a channel', async () => {
    const { send, owner, sessionOf } = await openAPI();
    const headers = await sessionOf(owner);
    const token = await send('POST', '/v1/tokens/', { as: null, json: { name: 'ci' }, headers });
    const invitation = await send('POST', '/v1/invitations/', { json: { role: 'viewer' } });
    const json = { type: 'webhook', name: 'hook', settings: { url: 'https://example.com/s3cret' } };
    await send('POST', '/v1/channels/', { json });
    const { text } = await send('GET', PATH);
    const secrets = [
      /ovd_\w{40}/.exec(token.text)?.[0],
      /invite\/(\w{40})/.exec(invitation.text)?.[1],
      's3cret',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret ?? 'none');
    expect(secrets).not.toContain(undefined);
    expect(entriesIn(JSON.parse(text).data)).toMatchObject([
      { action: 'channel.create', target: { name: 'hook' } },
      { action: 'invitation.create', details: { role: 'viewer', email: null } },
      { action: 'token.create', target: { kind: 'token', name: 'ci' } },
    ]);
  });

  test('an entry about a new token has its access, its expiry and the number of its projects', async () => {
    const { send, owner, sessionOf } = await openAPI();
    const headers = await sessionOf(owner);
    const made = await send('POST', '/v1/projects/', { json: { name: 'db' } });
    const projects = [/"shortID":"(\w+)"/.exec(made.text)?.[1]];
    const limited = { name: 'ci', scope: 'read', expiresAt: '2099-11-02T00:00:00Z', projects };
    for (const json of [{ name: 'deploy' }, limited])
      await send('POST', '/v1/tokens/', { as: null, json, headers });
    const { data } = await send('GET', `${PATH}?action=token`);
    expect(entriesIn(data)).toEqual([
      expect.objectContaining({
        details: { scope: 'read', expiresAt: '2099-11-02T00:00:00.000Z', projects: 1 },
      }),
      expect.objectContaining({ details: { scope: 'write', expiresAt: null } }),
    ]);
  });

  test('an entry about a transfer has the roles of both members', async () => {
    const { send, owner, addMember } = await openAPI();
    const next = await addMember(owner.teamID, 'member');
    await send('POST', '/v1/team/transfer/', { json: { memberID: next.memberID } });
    const { data } = await send('GET', PATH);
    expect(entriesIn(data)[0]).toMatchObject({
      action: 'team.transfer',
      details: { from: 'member', to: 'owner', previousOwnerRole: 'admin' },
    });
  });

  test('an entry names the changed resource even if the response describes another one', async () => {
    const api = await openAPI();
    const { send, owner, store } = api;
    const { shortID } = await api.create({ name: 'pg-dump' });
    await api.ping(shortID, 'fail');
    const [incident] = await store.listIncidents(owner.teamID, { limit: 1 });
    await send('POST', `/v1/incidents/${incident?.incidentID}/acknowledge/`, { json: {} });
    const json = { type: 'webhook', name: 'hook', settings: { url: 'https://example.com/' } };
    const made = await send('POST', '/v1/channels/', { json });
    const channel = /"shortID":"(\w+)"/.exec(made.text)?.[1] ?? '';
    await send('POST', `/v1/channels/${channel}/test/`);
    await send('POST', '/v1/team/transfer/', { json: { memberID: owner.memberID } });
    const { data } = await send('GET', PATH);
    expect(entriesIn(data).slice(0, 4)).toMatchObject([
      { action: 'team.transfer', target: { kind: 'member', id: owner.memberID } },
      { action: 'channel.test', target: { id: channel, name: 'hook' }, details: { outcome: 'sent' } },
      { action: 'channel.create', target: { id: channel, name: 'hook' } },
      { action: 'incident.acknowledge', target: { id: incident?.incidentID, name: 'pg-dump' } },
    ]);
  });

  test('entries can be listed page by page, by actor and by resource', async () => {
    const api = await openAPI();
    for (const name of ['a', 'b', 'c']) await api.create({ name });
    await api.send('POST', '/v1/projects/', { json: { name: 'db' } });
    expect(await actions(api, '?action=project')).toEqual(['project.create']);
    expect(await actions(api, '?action=monitor.create&limit=2')).toHaveLength(2);
    expect(await actions(api, '?actor=nobody@example.com')).toEqual([]);
    const first = await api.send('GET', `${PATH}?limit=3`);
    const rest = await api.send('GET', `${PATH}?limit=3&cursor=${first.data.nextCursor}`);
    expect(entriesIn(rest.data)).toMatchObject([{ target: { name: 'a' } }]);
    expect(rest.data.nextCursor).toBeNull();
  });

  test("a change stands if its entry can't be written, and the process log has the entry", async () => {
    const api = await openAPI();
    const broken = { ...api.store, recordAudit: () => Promise.reject(new Error('The disk is full.')) };
    const { send, logged } = await openAPI({ store: broken });
    expect(await send('POST', '/v1/projects/', { as: api.owner, json: { name: 'db' } })).toMatchObject({
      status: 201,
    });
    expect(logged).toMatchObject([
      { fields: { entries: [{ action: 'project.create', teamID: api.owner.teamID }] } },
    ]);
  });
});

test.each([
  ['createMonitor', 'monitor.create'],
  ['revokeOtherSessions', 'other_sessions.revoke'],
  ['sendAgain', 'again.send'],
])('%s is %s', (operation, action) => expect(actionOf(operation)).toBe(action));

describe('changes of accounts', () => {
  async function log(site: Site, team = 0): Promise<readonly AuditEntry[]> {
    await site.accounts.drain();
    const teams = await site.store.listTeams();
    return (await site.store.listAudit(teams[team]?.id ?? '', { limit: 100 })).toReversed();
  }
  const shown = (entries: readonly AuditEntry[]) =>
    entries.map(({ action, actor, details }) =>
      `${action} ${actor.kind} ${actor.name} ${details.by ?? ''}`.trim(),
    );
  const ann = { email: 'ann@example.com', password: PASSWORD };

  test('a change of an account is in the log of each of its teams', async () => {
    const site = await openSite();
    const owner = await site.openAsOwner();
    const second = site.open();
    await second.send('POST', '/auth/sign-in/email', { ...ann, password: 'not this one' });
    await second.send('POST', '/auth/sign-in/email', { ...ann, email: 'nobody@example.com' });
    await second.send('POST', '/auth/sign-in/email', ann);
    await second.send('POST', '/v1/teams/', { name: 'Side' });
    await second.send('POST', '/auth/sign-out', {});
    const newPassword = 'another correct horse';
    const wrong = { currentPassword: 'not this one', newPassword };
    expect((await owner.send('POST', '/auth/change-password', wrong)).status).toBeGreaterThanOrEqual(400);
    expect(
      (await owner.send('POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword })).status,
    ).toBe(200);
    await owner.send('DELETE', '/v1/account/sessions/');
    await owner.send('PATCH', '/v1/account/', { name: 'Anna' });
    const { data } = await owner.send('GET', '/v1/account/');
    const { teamID } = JSON.parse(JSON.stringify(data.account)).team;
    await owner.send('PATCH', '/v1/account/', { teamID });
    const both = [
      'account.sign_out session Ann',
      'account.fail_password session Ann',
      'account.change_password session Ann',
      'session.revoke_others session Ann',
      'account.edit session Ann',
    ];
    expect(shown(await log(site))).toEqual([
      'team.create session Ann',
      'account.fail_sign_in visitor Ann',
      'account.sign_in session Ann password',
      ...both,
    ]);
    expect(shown(await log(site, 1))).toEqual(['team.create session Ann', ...both]);
    expect(JSON.stringify(await log(site))).not.toContain(newPassword);
  });
});
