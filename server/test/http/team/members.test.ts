import { ROLES } from '@overdue/domain/access/access.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { member } from '../../../src/teams/endpoints/members.ts';
import type { Caller } from '../../callers.ts';
import { type API, type APIResponse, NOW, openAPI } from '../api.ts';

const membersIn = ({ data }: APIResponse) => z.array(member).parse(data.members);

async function rolesIn({ send }: API, as?: Caller): Promise<readonly string[]> {
  return membersIn(await send('GET', '/v1/members/', as === undefined ? {} : { as })).map(({ role }) => role);
}

const worksFor = async (api: API, as: Caller) => (await api.send('GET', '/v1/monitors/', { as })).status;

describe('members', () => {
  test('are shown to all members of the team, page by page', async () => {
    const { send, owner, addMember, addTeam } = await openAPI();
    const viewer = await addMember(owner.teamID, 'viewer');
    await addTeam('Other');
    const all = membersIn(await send('GET', '/v1/members/', { as: viewer }));
    expect(all).toMatchObject([
      { memberID: owner.memberID, role: 'owner', isYou: false, joinedAt: new Date(NOW).toISOString() },
      { memberID: viewer.memberID, role: 'viewer', isYou: true },
    ]);
    const first = await send('GET', '/v1/members/?limit=1');
    expect(membersIn(first)).toMatchObject([{ memberID: owner.memberID, isYou: true }]);
    const second = await send('GET', `/v1/members/?limit=1&cursor=${first.data.nextCursor}`);
    expect(membersIn(second)).toMatchObject([{ memberID: viewer.memberID }]);
    expect(second.data.nextCursor).toBeNull();
  });

  test('only administrators see when members were last active', async () => {
    const { send, owner, addMember, sessionOf } = await openAPI();
    const viewer = await addMember(owner.teamID, 'viewer');
    await sessionOf(viewer);
    const seenBy = async (as: Caller) =>
      membersIn(await send('GET', '/v1/members/', { as })).map(({ lastActiveAt }) => lastActiveAt);
    expect(await seenBy(owner)).toEqual([null, new Date(NOW).toISOString()]);
    expect(await seenBy(viewer)).toEqual([null, null]);
  });

  test('a new role applies from the next request on', async () => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const member = await addMember(owner.teamID, 'member');
    await api.create({}, member);
    const change = (role: string) => send('PATCH', `/v1/members/${member.memberID}/`, { json: { role } });
    expect(await change('viewer')).toMatchObject({ status: 200, data: { member: { role: 'viewer' } } });
    expect(await send('POST', '/v1/monitors/', { as: member, json: { name: 'a' } })).toMatchObject({
      status: 403,
    });
    expect(await change('admin')).toMatchObject({ status: 200 });
    expect(await send('GET', '/v1/invitations/', { as: member })).toMatchObject({ status: 200 });
    expect(await change('king')).toMatchObject({ status: 422 });
  });

  test('only owners can change owners', async () => {
    const { send, owner, addMember } = await openAPI();
    const as = await addMember(owner.teamID, 'admin');
    const member = await addMember(owner.teamID, 'member');
    const responses = [
      await send('PATCH', `/v1/members/${owner.memberID}/`, { as, json: { role: 'viewer' } }),
      await send('PATCH', `/v1/members/${member.memberID}/`, { as, json: { role: 'owner' } }),
      await send('DELETE', `/v1/members/${owner.memberID}/`, { as }),
      await send('POST', '/v1/team/transfer/', { as, json: { memberID: member.memberID } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    for (const { error } of responses) expect(error?.message).toContain('owner');
    const lastOwner = await send('PATCH', `/v1/members/${owner.memberID}/`, { json: { role: 'admin' } });
    expect(lastOwner).toMatchObject({ status: 409, error: { code: 'conflict' } });
    expect(await send('DELETE', `/v1/members/${owner.memberID}/`)).toMatchObject({ status: 409 });
  });

  test('removed members lose their tokens immediately', async () => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const member = await addMember(owner.teamID, 'member');
    const reader = await addMember(owner.teamID, 'admin', 'read');
    expect(await worksFor(api, member)).toBe(200);
    expect(await send('DELETE', `/v1/members/${member.memberID}/`, { as: reader })).toMatchObject({
      status: 403,
    });
    expect(await send('DELETE', `/v1/members/${member.memberID}/`)).toMatchObject({
      status: 200,
      data: { member: { memberID: member.memberID } },
    });
    expect(await worksFor(api, member)).toBe(401);
    expect(await send('DELETE', `/v1/members/${member.memberID}/`)).toMatchObject({ status: 404 });
  });

  test.each(ROLES)("a %s may leave, and a viewer can't remove other members", async (role) => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const leaver = await addMember(owner.teamID, role);
    const viewer = await addMember(owner.teamID, 'viewer');
    const path = `/v1/members/${leaver.memberID}/`;
    expect(await send('DELETE', path, { as: viewer })).toMatchObject({ status: 403 });
    expect(await send('DELETE', path, { as: leaver })).toMatchObject({ status: 200 });
    expect(await worksFor(api, leaver)).toBe(401);
  });
});

describe('the team', () => {
  test('a team changes its owner in one step', async () => {
    const api = await openAPI();
    const { send, owner, addMember } = api;
    const viewer = await addMember(owner.teamID, 'viewer');
    const transfer = (memberID: string, as = owner) =>
      send('POST', '/v1/team/transfer/', { as, json: { memberID } });
    expect(await transfer('nobody')).toMatchObject({ status: 404 });
    expect(await transfer(viewer.memberID)).toMatchObject({
      status: 200,
      data: { member: { memberID: viewer.memberID, role: 'owner' } },
    });
    expect(await rolesIn(api, viewer)).toEqual(['admin', 'owner']);
    expect(await transfer(owner.memberID)).toMatchObject({ status: 403 });
  });

  test('owners and admins can rename a team', async () => {
    const { send, owner, addMember } = await openAPI();
    const rename = (as: Caller) => send('PATCH', '/v1/team/', { as, json: { name: ' Acme & Co ' } });
    const member = await addMember(owner.teamID, 'member');
    expect(await rename(member)).toMatchObject({ status: 403 });
    const quiet = { alerting: { gatherAbove: 9 } };
    expect(await send('PATCH', '/v1/team/', { as: member, json: quiet })).toMatchObject({ status: 200 });
    expect(await rename(await addMember(owner.teamID, 'admin'))).toMatchObject({
      status: 200,
      data: { team: { name: 'Acme & Co', alerting: { gatherAbove: 9 } } },
    });
    expect(await send('GET', '/v1/team/')).toMatchObject({ data: { team: { name: 'Acme & Co' } } });
  });
});
