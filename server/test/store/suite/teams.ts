import type { Role } from '@overdue/domain/access/access.ts';
import { describe, expect, test } from 'vitest';
import type { NewAuditEntry } from '../../../src/audit/contract.ts';
import { PRUNE_START, type PrunePosition } from '../../../src/core/operations.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Joiner, NewInvitation } from '../../../src/teams/contract.ts';
import { createEdit } from '../../edits.ts';
import { makeChannel, planDeliveries } from './alert-fixtures.ts';
import {
  DAY,
  eachTest,
  HOUR,
  makeMonitor,
  makeTeam,
  NOON,
  newMember,
  newSession,
  type OpenDatabase,
} from './fixtures.ts';

const ACME = 'team-acme';
const OWNER = 'member-acme';

function newInvitation(id: string, more: Partial<NewInvitation> = {}): NewInvitation {
  return {
    id,
    teamID: ACME,
    email: null,
    role: 'member',
    hash: `hash-${id}`,
    createdAt: NOON,
    expiresAt: NOON + DAY,
    invitedBy: OWNER,
    endsWithToken: null,
    ...more,
  };
}

function newJoiner(name: string, more: Partial<Joiner> = {}): Joiner {
  const { memberID, userID, accountID, email, passwordHash } = newMember(name);
  return { memberID, userID, accountID, email, name, passwordHash, ...more };
}

const NOW = { now: NOON + HOUR, membersMax: 100 };

async function join(store: Store, name: string, role: Role): Promise<string> {
  const added = await store.addMember(ACME, newMember(name, { role }));
  if (added.outcome !== 'added') throw new Error(`${name} was not added.`);
  return added.member.id;
}

const rolesOf = async (store: Store) =>
  Object.fromEntries((await store.listMembers({ teamID: ACME })).map(({ name, role }) => [name, role]));

async function giveToken(store: Store, memberID: string): Promise<() => Promise<boolean>> {
  const hash = `hash-of-${memberID}`;
  await store.createToken({
    id: `token-of-${memberID}`,
    memberID,
    name: 'deploy',
    scope: 'write',
    prefix: 'ovd_abcd',
    hash,
    createdAt: NOON,
    expiresAt: null,
    projects: null,
  });
  return async () => (await store.authenticate(hash, NOON)) !== null;
}

export function describeTeams(open: OpenDatabase): void {
  const database = eachTest(open);
  const change = (actorID: string, memberID: string) => ({ teamID: ACME, actorID, memberID });
  const changeRole = (target: ReturnType<typeof change>, role: Role) =>
    database.store.changeMembership({ ...target, action: 'change_role', role });
  const removeMember = (target: ReturnType<typeof change>) =>
    database.store.changeMembership({ ...target, action: 'remove' });
  const transferTeam = (target: ReturnType<typeof change>) =>
    database.store.changeMembership({ ...target, action: 'transfer_team' });

  describe('memberships', () => {
    test('memberships are listed page after page, and found only in their own team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      for (const name of ['bea', 'carl']) await join(store, name, 'member');
      const page = async (after: string) =>
        (await store.listMembers({ teamID: ACME }, { afterID: after, limit: 2 })).map(({ id }) => id);
      expect(await page('')).toEqual([OWNER, 'member-bea']);
      expect(await page('member-bea')).toEqual(['member-carl']);
      const find = (teamID: string) => store.listMembers({ teamID, memberID: 'member-bea' });
      expect(await find(ACME)).toMatchObject([{ name: 'bea', role: 'member' }]);
      expect(await find('team-other')).toEqual([]);
      await store.addMember('team-other', newMember('x', { email: 'bea@example.com', role: 'viewer' }));
      expect(await store.listMembers({ memberID: 'member-bea' })).toEqual(await find(ACME));
      expect(await store.listMembers({ memberID: 'nobody' })).toEqual([]);
      expect(await store.listMembers({ userID: 'user-bea' })).toMatchObject([
        { teamID: ACME, role: 'member' },
        { teamID: 'team-other', role: 'viewer', team: 'other' },
      ]);
      expect(await store.listMembers({ userID: 'user-nobody' })).toEqual([]);
    });

    test('a membership shows the last use of all sessions of its user', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await join(store, 'bea', 'member');
      const activity = async () =>
        (await store.listMembers({ teamID: ACME })).map(({ name, lastActiveAt }) => [name, lastActiveAt]);
      expect(await activity()).toEqual([
        ['acme', null],
        ['bea', null],
      ]);
      for (const [name, createdAt] of [
        ['new', NOON + HOUR],
        ['old', NOON],
      ] as const)
        await store.openSession(newSession(name, { userID: 'user-bea', createdAt }));
      expect(await activity()).toContainEqual(['bea', NOON + HOUR]);
      await store.recordUse(
        { kind: 'session', id: 'session-old', expiresAt: NOON + 9 * HOUR },
        NOON + 2 * HOUR,
      );
      expect(await activity()).toEqual([
        ['acme', null],
        ['bea', NOON + 2 * HOUR],
      ]);
    });

    test('memberships get another role from members who may give it', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const admin = await join(store, 'ada', 'admin');
      const member = await join(store, 'max', 'member');
      expect(await changeRole(change(admin, member), 'viewer')).toMatchObject({
        outcome: 'done',
        member: { id: member, role: 'member' },
      });
      expect(await changeRole(change(admin, OWNER), 'viewer')).toEqual({ outcome: 'owners_only' });
      expect(await changeRole(change(admin, member), 'owner')).toEqual({ outcome: 'owners_only' });
      expect(await changeRole(change(member, admin), 'viewer')).toEqual({ outcome: 'not_allowed' });
      expect(await changeRole(change(OWNER, OWNER), 'admin')).toEqual({ outcome: 'last_owner' });
      expect(await changeRole(change(OWNER, 'member-nobody'), 'admin')).toEqual({
        outcome: 'not_found',
      });
      expect(await rolesOf(store)).toEqual({ acme: 'owner', ada: 'admin', max: 'viewer' });
    });

    test('memberships of another team can neither act nor be changed', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const viewer = await join(store, 'vic', 'viewer');
      expect(await changeRole(change('member-other', viewer), 'admin')).toEqual({
        outcome: 'not_allowed',
      });
      expect(await removeMember(change('member-other', viewer))).toEqual({ outcome: 'not_allowed' });
      expect(await removeMember(change(OWNER, 'member-other'))).toEqual({ outcome: 'not_found' });
      expect(await transferTeam(change(OWNER, 'member-other'))).toEqual({ outcome: 'not_found' });
      expect(await transferTeam(change('member-other', viewer))).toEqual({ outcome: 'owners_only' });
      expect(await rolesOf(store)).toEqual({ acme: 'owner', vic: 'viewer' });
    });

    test('memberships end with their tokens', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const member = await join(store, 'max', 'member');
      const viewer = await join(store, 'vic', 'viewer');
      const works = await giveToken(store, member);
      expect(await removeMember(change(viewer, member))).toEqual({ outcome: 'not_allowed' });
      expect(await works()).toBe(true);
      expect(await removeMember(change(OWNER, member))).toMatchObject({ outcome: 'done' });
      expect(await works()).toBe(false);
      expect(await removeMember(change(OWNER, member))).toEqual({ outcome: 'not_found' });
      expect(await removeMember(change(viewer, viewer))).toMatchObject({ outcome: 'done' });
      expect(await rolesOf(store)).toEqual({ acme: 'owner' });
    });

    test('only one of two owners can leave or step down at the same time', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const other = await join(store, 'oda', 'owner');
      const left = await Promise.all([OWNER, other].map((id) => removeMember(change(id, id))));
      expect(left.map(({ outcome }) => outcome).sort()).toEqual(['done', 'last_owner']);
      const [last] = await store.listMembers({ teamID: ACME });
      const third = await join(store, 'tom', 'owner');
      const stepped = await Promise.all(
        [last?.id ?? '', third].map((id) => changeRole(change(id, id), 'viewer')),
      );
      expect(stepped.map(({ outcome }) => outcome).sort()).toEqual(['done', 'last_owner']);
    });

    test('the owner changes in one step, and becomes an admin', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const member = await join(store, 'max', 'member');
      const admin = await join(store, 'ada', 'admin');
      expect(await transferTeam(change(admin, member))).toEqual({ outcome: 'owners_only' });
      expect(await transferTeam(change(OWNER, OWNER))).toMatchObject({ outcome: 'done' });
      const both = await Promise.all(
        [member, admin].map((memberID) => transferTeam(change(OWNER, memberID))),
      );
      expect(both.map(({ outcome }) => outcome).sort()).toEqual(['done', 'owners_only']);
      const roles = await rolesOf(store);
      expect(roles).toMatchObject({ acme: 'admin' });
      expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1);
    });
  });

  describe('deleted teams', () => {
    const deleteTeam = (target: ReturnType<typeof change>) =>
      database.store.changeMembership({ ...target, action: 'delete_team' });

    test('only owners delete a team, after its last monitor', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const admin = await join(store, 'ada', 'admin');
      const works = await giveToken(store, admin);
      const monitor = await makeMonitor(store, { teamID, projectID, name: 'a' });
      expect(await deleteTeam(change(admin, admin))).toEqual({ outcome: 'owners_only' });
      expect(await deleteTeam(change('member-other', OWNER))).toEqual({ outcome: 'owners_only' });
      expect(await deleteTeam(change(OWNER, OWNER))).toEqual({ outcome: 'has_monitors' });
      expect(await works()).toBe(true);
      await store.deleteMonitors([monitor.id], NOON);
      await store.createInvitation(newInvitation('1'), 10);
      expect(await deleteTeam(change(OWNER, OWNER))).toMatchObject({
        outcome: 'done',
        member: { team: 'acme', role: 'owner' },
      });
      expect(await works()).toBe(false);
      expect((await store.listTeams()).map(({ name }) => name)).toEqual(['other']);
      expect(await store.listMembers({ userID: 'user-acme' })).toEqual([]);
      expect(await store.listInvitations({ id: '1' }, NOON)).toEqual([]);
      expect(await deleteTeam(change(OWNER, OWNER))).toEqual({ outcome: 'not_found' });
      expect(await store.findUser({ id: 'user-acme' })).not.toBeNull();
    });

    test('a team is deleted after its alerts are sent, and gets no report afterwards', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const channelID = await makeChannel(store, teamID, 'c', { subscriptions: ['report_weekly'] });
      const report = { kind: 'reports', period: 'weekly', from: NOON - 7 * DAY, to: NOON } as const;
      expect(await store.raiseAlerts(report, NOON)).toBe(1);
      expect(await deleteTeam(change(OWNER, OWNER))).toEqual({ outcome: 'has_alerts' });
      await planDeliveries(store, [channelID]);
      expect(await deleteTeam(change(OWNER, OWNER))).toEqual({ outcome: 'has_alerts' });
      await store.channels.delete(teamID, 'c');
      const [deleted] = await Promise.all([
        deleteTeam(change(OWNER, OWNER)),
        store.raiseAlerts({ ...report, from: NOON, to: NOON + 7 * DAY }, NOON + 7 * DAY),
      ]);
      expect(deleted).toMatchObject({ outcome: 'done' });
    });

    test('a team gets no monitor while it is deleted', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const [deleted, created] = await Promise.all([
        deleteTeam(change(OWNER, OWNER)),
        makeMonitor(store, { teamID, projectID, name: 'a' }).then(
          () => true,
          () => false,
        ),
      ]);
      expect(deleted.outcome).toBe(created ? 'has_monitors' : 'done');
    });
  });

  describe('further teams', () => {
    const team = (name: string) => ({
      teamID: `team-${name}`,
      name,
      slug: name,
      projectShortID: `project-${name}`,
      createdAt: NOON + 1,
    });
    const owner = (name: string) => ({ memberID: `member-of-${name}`, userID: 'user-acme' });

    test('a further team belongs to its creator, with a default project', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      expect(await store.createTeam(team('second'), owner('second'), { ownedMax: 3 })).toMatchObject({
        outcome: 'created',
        member: { id: 'member-of-second', userID: 'user-acme', team: 'second', role: 'owner' },
      });
      expect(await store.createTeam(team('other'), owner('other'), { ownedMax: 2 })).toEqual({
        outcome: 'too_many',
      });
      const third = { ...team('third'), slug: 'second' };
      expect(await store.createTeam(third, owner('third'), { ownedMax: 3 })).toEqual({
        outcome: 'slug_taken',
      });
      expect(await store.listMembers({ userID: 'user-acme' })).toMatchObject([
        { team: 'acme', role: 'owner' },
        { team: 'second', role: 'owner' },
      ]);
      expect(await findDefaultProject(store, 'team-second')).toMatchObject({ shortID: 'project-second' });
      await store.changeTeam('team-second', createEdit({ name: 'Zwei' }));
      expect((await store.listTeams()).map(({ name }) => name)).toEqual(['acme', 'Zwei']);
    });
  });

  describe('invitations', () => {
    test('invitations can be found and listed until they expire, to the millisecond', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const invited = newInvitation('1', { email: 'Eve@Example.com', role: 'admin' });
      expect(await store.createInvitation(invited, 10)).toBe('created');
      const shown = {
        id: '1',
        teamID: ACME,
        team: 'acme',
        email: 'eve@example.com',
        role: 'admin',
        createdAt: NOON,
        expiresAt: NOON + DAY,
        invitedBy: { memberID: OWNER, name: 'acme', email: 'acme@example.com' },
      };
      const page = { teamID: ACME, afterID: '', limit: 10 };
      expect(await store.listInvitations({ hash: 'hash-1' }, NOON + DAY - 1)).toEqual([shown]);
      expect(await store.listInvitations({ hash: 'hash-1' }, NOON + DAY)).toEqual([]);
      expect(await store.listInvitations({ hash: 'hash-2' }, NOON)).toEqual([]);
      expect(await store.listInvitations({ email: 'EVE@example.com' }, NOON)).toEqual([shown]);
      expect(await store.listInvitations({ email: 'eve@example.com' }, NOON + DAY)).toEqual([]);
      expect(await store.listInvitations(page, NOON)).toEqual([shown]);
      expect(await store.listInvitations({ ...page, afterID: '1' }, NOON)).toEqual([]);
      expect(await store.listInvitations(page, NOON + DAY)).toEqual([]);
      expect(await store.listInvitations({ ...page, teamID: 'team-other' }, NOON)).toEqual([]);
    });

    test('open invitations are limited, and each address has one', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const eve = { email: 'eve@example.com' };
      expect(await store.createInvitation(newInvitation('1', eve), 2)).toBe('created');
      expect(await store.createInvitation(newInvitation('2', { expiresAt: NOON + 1 }), 2)).toBe('created');
      expect(await store.createInvitation(newInvitation('3'), 2)).toBe('too_many');
      expect(await store.createInvitation(newInvitation('4', eve), 2)).toBe('created');
      expect(await store.listInvitations({ hash: 'hash-1' }, NOON)).toEqual([]);
      const late = { createdAt: NOON + 1, expiresAt: NOON + DAY };
      expect(await store.createInvitation(newInvitation('5', late), 2)).toBe('created');
      const ids = await store.listInvitations({ teamID: ACME, afterID: '', limit: 10 }, NOON);
      expect(ids.map(({ id }) => id)).toEqual(['4', '5']);
    });

    test('invitations are only for people outside the team, and from members who may invite', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const member = await join(store, 'max', 'member');
      const known = newInvitation('1', { email: 'MAX@example.com' });
      expect(await store.createInvitation(known, 10)).toBe('member');
      for (const invitedBy of [member, 'member-other', 'member-nobody'])
        expect(await store.createInvitation(newInvitation('2', { invitedBy }), 10)).toBe('not_allowed');
    });

    test('invitations are revoked only in their own team, once', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createInvitation(newInvitation('1'), 10);
      expect(await store.revokeInvitation('team-other', '1')).toBeNull();
      expect(await store.revokeInvitation(ACME, '1')).toMatchObject({ id: '1', role: 'member' });
      expect(await store.revokeInvitation(ACME, '1')).toBeNull();
      expect(await store.acceptInvitation({ hash: 'hash-1' }, newJoiner('eve'), NOW)).toEqual({
        outcome: 'gone',
      });
    });

    test('an invitation creates a user with a password, who then belongs to the team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.createInvitation(newInvitation('1', { role: 'viewer' }), 10);
      const joined = await store.acceptInvitation({ hash: 'hash-1' }, newJoiner('eve'), NOW);
      expect(joined).toMatchObject({
        outcome: 'joined',
        member: {
          id: 'member-eve',
          userID: 'user-eve',
          teamID: ACME,
          email: 'eve@example.com',
          name: 'eve',
          role: 'viewer',
          createdAt: NOON + HOUR,
        },
        invitation: { id: '1' },
      });
      expect(await rolesOf(store)).toEqual({ acme: 'owner', eve: 'viewer' });
      expect(await store.listInvitations({ hash: 'hash-1' }, NOON)).toEqual([]);
    });

    test('an existing user joins by an invitation', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createInvitation(newInvitation('1', { email: 'other@example.com' }), 10);
      const joiner = { userID: 'user-other', memberID: 'member-new' };
      expect(await store.acceptInvitation({ id: '1' }, joiner, NOW)).toMatchObject({
        outcome: 'joined',
        member: { id: 'member-new', userID: 'user-other', name: 'other', role: 'member' },
      });
      expect(await store.listMembers({ userID: 'user-other' })).toHaveLength(2);
    });

    test("an invitation that can't be accepted stays unchanged", async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createInvitation(newInvitation('1', { email: 'eve@example.com' }), 10);
      await store.createInvitation(newInvitation('2'), 10);
      const accept = async (hash: string, joiner: Joiner, when = NOW) =>
        (await store.acceptInvitation({ hash }, joiner, when)).outcome;
      const other = { userID: 'user-other', memberID: 'member-new' };
      expect(await accept('hash-1', other)).toBe('other_email');
      expect(await accept('hash-1', newJoiner('dan'))).toBe('other_email');
      expect(await accept('hash-2', { ...other, userID: 'user-acme' })).toBe('member');
      expect(await accept('hash-2', newJoiner('x', { email: 'OTHER@example.com' }))).toBe('email_taken');
      expect(await accept('hash-2', newJoiner('dan'), { ...NOW, membersMax: 1 })).toBe('too_many');
      expect(await accept('hash-2', newJoiner('dan'), { ...NOW, now: NOON + DAY })).toBe('gone');
      expect(await accept('hash-3', newJoiner('dan'))).toBe('gone');
      expect(await rolesOf(store)).toEqual({ acme: 'owner' });
      expect(await accept('hash-1', newJoiner('eve', { email: 'EVE@example.com' }))).toBe('joined');
      expect(await accept('hash-2', other)).toBe('joined');
    });

    test('invitations are accepted once, for any number of simultaneous attempts', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.createInvitation(newInvitation('1'), 10);
      const tries = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.acceptInvitation({ hash: 'hash-1' }, newJoiner(name), NOW)),
      );
      expect(tries.map(({ outcome }) => outcome).sort()).toEqual(['gone', 'gone', 'gone', 'joined']);
      expect(await store.listMembers({ teamID: ACME })).toHaveLength(2);
    });

    test('invitations of two teams to one address create one user, in either order', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createInvitation(newInvitation('1'), 10);
      await store.createInvitation(
        newInvitation('2', { teamID: 'team-other', invitedBy: 'member-other' }),
        10,
      );
      const tries = await Promise.all(
        ['1', '2'].map((id) =>
          store.acceptInvitation(
            { hash: `hash-${id}` },
            newJoiner(`eve-${id}`, { email: 'eve@example.com' }),
            NOW,
          ),
        ),
      );
      expect(tries.map(({ outcome }) => outcome).sort()).toEqual(['email_taken', 'joined']);
    });

    test('invitations end with the right to invite, so that no member returns by their own link', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const makers = ['left', 'lower', 'cli', 'higher'];
      for (const name of makers) {
        const invitedBy = await join(store, name, 'admin');
        await store.createInvitation(newInvitation(name, { invitedBy }), 10);
      }
      await removeMember(change(OWNER, 'member-left'));
      await changeRole(change(OWNER, 'member-lower'), 'member');
      await store.changeMembership({
        teamID: ACME,
        actorID: null,
        memberID: 'member-cli',
        action: 'remove',
      });
      await changeRole(change(OWNER, 'member-higher'), 'owner');
      const open = await Promise.all(
        makers.map((name) => store.listInvitations({ hash: `hash-${name}` }, NOON)),
      );
      expect(open.map(({ length }) => length)).toEqual([0, 0, 0, 1]);
    });
  });

  describe('the audit log', () => {
    const entry = (at: number, more: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
      teamID: ACME,
      at,
      actor: {
        kind: 'token',
        userID: 'user-acme',
        name: 'acme',
        email: 'acme@example.com',
        token: 'deploy',
      },
      action: 'monitor.create',
      target: { kind: 'monitor', id: 'short-a', name: 'a' },
      details: { changed: ['name'], count: 3, gone: null, isNew: true, word: 'x' },
      remoteAddress: '192.0.2.1',
      ...more,
    });
    const all = { limit: 100 };
    const times = async (teamID: string, filter: Parameters<Store['listAudit']>[1]) =>
      (await database.store.listAudit(teamID, filter)).map(({ at }) => at);

    test('the audit log keeps entries newest first, separate for each team', async () => {
      const { store } = database;
      await store.recordAudit([]);
      await store.recordAudit([entry(1), entry(2, { target: null, details: {} })]);
      await store.recordAudit([entry(3, { teamID: 'team-other' })]);
      const [second, first] = await store.listAudit(ACME, all);
      expect(first).toEqual({ ...entry(1), id: first?.id });
      expect(second).toEqual({ ...entry(2, { target: null, details: {} }), id: second?.id });
      expect(await times('team-other', all)).toEqual([3]);
      expect(await times(ACME, { limit: 1 })).toEqual([2]);
      expect(await times(ACME, { limit: 5, before: second?.id ?? 0 })).toEqual([1]);
    });

    test('the audit log is searched by actor and by action', async () => {
      const { store } = database;
      const actor = { ...entry(0).actor, email: 'Eve@example.com' };
      await store.recordAudit([
        entry(1, { action: 'monitor.delete' }),
        entry(2, { action: 'monitors.bulk', actor }),
        entry(3, { actor }),
      ]);
      expect(await times(ACME, { ...all, actor: 'eve@EXAMPLE.com' })).toEqual([3, 2]);
      expect(await times(ACME, { ...all, action: 'monitor' })).toEqual([3, 1]);
      expect(await times(ACME, { ...all, action: 'monitor.delete' })).toEqual([1]);
      expect(await times(ACME, { ...all, action: 'monitor', actor: 'eve@example.com' })).toEqual([3]);
      expect(await times(ACME, { ...all, action: '%' })).toEqual([]);
    });

    test('the audit log is pruned by age', async () => {
      const { store } = database;
      await store.recordAudit(Array.from({ length: 7 }, (_, index) => entry(NOON + index * DAY)));
      for (let from: PrunePosition | null = PRUNE_START; from !== null; ) {
        const policy = {
          now: NOON,
          keptPerMonitor: Number.MAX_SAFE_INTEGER,
          oldBefore: NOON + 3 * DAY,
          monitorsPerStep: 10,
          rowsPerStep: 2,
        };
        from = (await store.prune(policy, from)).next;
      }
      expect(await times(ACME, all)).toEqual([6, 5, 4, 3].map((day) => NOON + day * DAY));
    });
  });
}
