import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { describe, expect, test } from 'vitest';
import type { NewToken } from '../../../src/accounts/contract.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { createEdit, recordOf } from '../../edits.ts';
import {
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeTeam,
  NOON,
  newMember,
  newProject,
  type OpenDatabase,
  removeByEmail,
} from './fixtures.ts';

function newToken(id: string, memberID: string, more: Partial<NewToken> = {}): NewToken {
  return {
    id,
    memberID,
    name: `Token ${id}`,
    scope: 'write',
    prefix: 'ovd_abcd',
    hash: `hash-${id}`,
    createdAt: NOON,
    expiresAt: null,
    projects: null,
    ...more,
  };
}

export function describeTenancy(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('projects', () => {
    test('projects are listed oldest first, with their numbers of monitors', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const side = recordOf(await store.projects.create(newProject(teamID, 'side', NOON + 1)));
      expect(side).toEqual({
        id: side.id,
        shortID: 'side',
        name: 'side',
        isDefault: false,
        createdAt: NOON + 1,
        monitors: 0,
        alerting: PROJECT_ALERTING_DEFAULT,
        revision: 1,
      });
      await makeMonitor(store, { teamID, projectID: side.id, name: 'a' });
      await makeMonitor(store, { teamID, projectID: side.id, name: 'b' });
      const first = {
        id: projectID,
        shortID: 'project-acme',
        name: 'Default',
        isDefault: true,
        createdAt: NOON,
        monitors: 0,
        alerting: PROJECT_ALERTING_DEFAULT,
        revision: 1,
      };
      expect(await store.projects.list(teamID, { afterID: 0, limit: 10 })).toEqual([
        first,
        { ...side, monitors: 2 },
      ]);
      expect(await store.projects.list(teamID, { afterID: 0, limit: 1 })).toEqual([first]);
      expect(await store.projects.list(teamID, { afterID: first.id, limit: 10 })).toEqual([
        { ...side, monitors: 2 },
      ]);
      expect(await store.projects.find(teamID, 'side')).toEqual({ ...side, monitors: 2 });
      expect(await store.projects.find('team-other', 'side')).toBeNull();
      expect(await store.projects.findInAnyTeam('side')).toEqual({ teamID });
      expect(await store.projects.findInAnyTeam('none')).toBeNull();
      expect(await findDefaultProject(store, teamID)).toEqual(first);
      await expect(findDefaultProject(store, 'team-nobody')).rejects.toThrow();
    });

    test('only the given fields of a project change', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const alerting = { channels: ['c'], remindEveryMs: HOUR, escalation: 'e' };
      await store.projects.change(teamID, 'project-acme', createEdit({ name: 'Main' }));
      await store.projects.change(teamID, 'project-acme', createEdit({ alerting }));
      await store.projects.change(teamID, 'project-acme', { references: [], merge: () => null });
      expect(await findDefaultProject(store, teamID)).toMatchObject({
        name: 'Main',
        isDefault: true,
        alerting,
        revision: 3,
      });
    });

    test('empty projects are deleted, except the default project', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const side = recordOf(await store.projects.create(newProject(teamID, 'side')));
      const monitor = await makeMonitor(store, { teamID, projectID: side.id, name: 'a' });
      expect(await store.projects.delete(teamID, 'project-acme')).toEqual({ outcome: 'default' });
      expect(await store.projects.delete(teamID, 'side')).toEqual({ outcome: 'not_empty' });
      await store.deleteMonitors([monitor.id], NOON);
      expect(await store.projects.delete(teamID, 'side')).toMatchObject({ outcome: 'deleted', record: side });
      expect(await store.projects.delete(teamID, 'side')).toEqual({ outcome: 'not_found' });
      expect(
        (await store.projects.list(teamID, { afterID: 0, limit: 10 })).map(({ shortID }) => shortID),
      ).toEqual(['project-acme']);
    });
  });

  describe('tokens', () => {
    test('tokens belong to a membership with its role, and have their own scope', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'viewer' }));
      await store.createToken(newToken('1', 'member-eve', { scope: 'read' }));
      expect(await store.authenticate('hash-1', NOON)).toEqual({
        via: { kind: 'token', tokenID: '1', name: 'Token 1', endsAt: null },
        teamID: 'team-acme',
        memberID: 'member-eve',
        userID: 'user-eve',
        role: 'viewer',
        scope: 'read',
        projects: null,
        hasSecondFactor: false,
        lacksSecondFactor: false,
      });
      expect(await store.authenticate('hash-2', NOON)).toBeNull();
      expect(await store.authenticate('', NOON)).toBeNull();
      expect(await store.authenticate('HASH-1', NOON)).toBeNull();
    });

    test('tokens end when they expire, to the millisecond', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.createToken(newToken('1', 'member-acme', { expiresAt: NOON + 10 }));
      expect(await store.authenticate('hash-1', NOON + 9)).not.toBeNull();
      expect(await store.authenticate('hash-1', NOON + 10)).toBeNull();
    });

    test('tokens end with their membership, and with no other', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.addMember('team-acme', newMember('eve', { role: 'admin' }));
      await store.addMember('team-other', newMember('eve', { role: 'member', memberID: 'member-eve-2' }));
      await store.createToken(newToken('1', 'member-eve'));
      await store.createToken(newToken('2', 'member-eve-2'));
      expect(await removeByEmail(store, 'team-acme', 'eve@example.com')).toBe('done');
      expect(await store.authenticate('hash-1', NOON)).toBeNull();
      expect(await store.listTokens('member-eve', '', 10)).toEqual([]);
      expect(await store.authenticate('hash-2', NOON)).toMatchObject({
        teamID: 'team-other',
        role: 'member',
      });
    });

    test('the last use of a token is recorded, at most once a minute', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.createToken(newToken('1', 'member-acme'));
      const lastUsedAt = async () => (await store.listTokens('member-acme', '', 10))[0]?.lastUsedAt;
      expect(await lastUsedAt()).toBeNull();
      await store.recordUse({ kind: 'token', id: '1' }, NOON);
      await store.recordUse({ kind: 'token', id: '1' }, NOON + MINUTE - 1);
      expect(await lastUsedAt()).toBe(NOON);
      await store.recordUse({ kind: 'token', id: '1' }, NOON + MINUTE);
      expect(await lastUsedAt()).toBe(NOON + MINUTE);
      await store.recordUse({ kind: 'token', id: 'unknown' }, NOON);
    });

    test('tokens are listed by membership, oldest first, page after page', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'admin' }));
      for (const id of ['b', 'a', 'c']) await store.createToken(newToken(id, 'member-acme'));
      await store.createToken(newToken('d', 'member-eve'));
      const { memberID, hash, ...shown } = newToken('a', 'member-acme');
      expect([memberID, hash]).toEqual(['member-acme', 'hash-a']);
      expect((await store.listTokens('member-acme', '', 10))[0]).toEqual({ ...shown, lastUsedAt: null });
      const ids = async (after: string) =>
        (await store.listTokens('member-acme', after, 2)).map(({ id }) => id);
      expect([await ids(''), await ids('b'), await ids('c')]).toEqual([['a', 'b'], ['c'], []]);
    });

    test('tokens are revoked only by their own membership', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'admin' }));
      await store.createToken(newToken('1', 'member-acme'));
      expect(await store.revokeToken('member-eve', '1')).toBeNull();
      expect(await store.authenticate('hash-1', NOON)).not.toBeNull();
      expect(await store.revokeToken('member-acme', '1')).toEqual({ name: 'Token 1' });
      expect(await store.revokeToken('member-acme', '1')).toBeNull();
      expect(await store.authenticate('hash-1', NOON)).toBeNull();
    });

    test('tokens need a membership and a unique hash', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await expect(store.createToken(newToken('1', 'member-nobody'))).rejects.toThrow();
      await store.createToken(newToken('2', 'member-acme'));
      await expect(store.createToken(newToken('3', 'member-acme', { hash: 'hash-2' }))).rejects.toThrow();
    });
  });

  describe('teams and members', () => {
    test('a team is created with its owner and its default project', async () => {
      const { store } = database;
      const team = { teamID: 't', name: 'Acme & Söhne', slug: 'acme', projectShortID: 'p', createdAt: NOON };
      const created = await store.createTeam(team, newMember('Ann', { email: 'Ann@Example.COM' }));
      const owner = {
        id: 'member-Ann',
        userID: 'user-Ann',
        teamID: 't',
        team: 'Acme & Söhne',
        email: 'ann@example.com',
        name: 'Ann',
        role: 'owner',
        createdAt: NOON,
        revision: 1,
        lastActiveAt: null,
      };
      expect(created).toEqual({ outcome: 'created', member: owner });
      expect(await store.listMembers({ teamID: 't' })).toEqual([owner]);
      expect(await store.listTeams()).toEqual([{ id: 't', name: 'Acme & Söhne', slug: 'acme' }]);
      expect(await findDefaultProject(store, 't')).toMatchObject({ shortID: 'p', isDefault: true });
    });

    test("a team that can't be created leaves nothing behind", async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const team = { teamID: 't2', name: 'Two', slug: 'acme', projectShortID: 'p2', createdAt: NOON };
      expect(await store.createTeam(team, newMember('bob'))).toEqual({ outcome: 'slug_taken' });
      const clash = { ...team, slug: 'two', projectShortID: 'project-acme' };
      await expect(store.createTeam(clash, newMember('bob'))).rejects.toThrow();
      expect(await store.listTeams()).toHaveLength(1);
      expect(await store.addMember('team-acme', newMember('bob'))).toMatchObject({
        outcome: 'added',
        isNewUser: true,
      });
    });

    test('a user with an account joins with it, regardless of the case of the email', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const again = newMember('second', { email: 'ACME@example.com', role: 'viewer', name: 'Ignored' });
      expect(await store.addMember('team-other', again)).toMatchObject({
        outcome: 'added',
        isNewUser: false,
        member: {
          id: 'member-second',
          userID: 'user-acme',
          email: 'acme@example.com',
          name: 'acme',
          role: 'viewer',
        },
      });
      expect(await store.addMember('team-other', { ...again, memberID: 'x' })).toEqual({ outcome: 'exists' });
      expect((await store.listMembers({ teamID: 'team-other' })).map(({ userID }) => userID)).toEqual([
        'user-other',
        'user-acme',
      ]);
    });

    test('a member can be without a password', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const eve = newMember('eve', { passwordHash: null, role: 'member' });
      expect(await store.addMember('team-acme', eve)).toMatchObject({ outcome: 'added' });
    });

    test('an email address that two requests add at the same time becomes one user', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const added = await Promise.all(
        ['x', 'y'].map((name) => store.addMember('team-acme', newMember(name, { email: 'eve@example.com' }))),
      );
      expect(added.map(({ outcome }) => outcome).sort()).toEqual(['added', 'exists']);
    });

    test('the last owner stays', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'admin' }));
      expect(await removeByEmail(store, 'team-acme', 'Acme@Example.com')).toBe('last_owner');
      expect(await removeByEmail(store, 'team-acme', 'nobody@example.com')).toBe('not_found');
      await store.addMember('team-acme', newMember('dan', { role: 'owner' }));
      const removed = await Promise.all(
        ['acme@example.com', 'dan@example.com'].map((email) => removeByEmail(store, 'team-acme', email)),
      );
      expect(removed.sort()).toEqual(['done', 'last_owner']);
      expect(await store.listMembers({ teamID: 'team-acme' })).toHaveLength(2);
    });

    test('a former member can join again', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'admin' }));
      await removeByEmail(store, 'team-acme', 'eve@example.com');
      expect(await removeByEmail(store, 'team-acme', 'eve@example.com')).toBe('not_found');
      const back = newMember('eve-again', { email: 'eve@example.com', role: 'viewer' });
      expect(await store.addMember('team-acme', back)).toMatchObject({
        isNewUser: false,
        member: { userID: 'user-eve', role: 'viewer' },
      });
    });
  });
}
