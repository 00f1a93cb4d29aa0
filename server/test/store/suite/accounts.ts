import { describe, expect, test } from 'vitest';
import type { RememberedBrowser } from '../../../src/accounts/contract.ts';
import { createEdit } from '../../edits.ts';
import {
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeTeam,
  NOON,
  newMember,
  newSession,
  type OpenDatabase,
  removeByEmail,
} from './fixtures.ts';

export function describeAccounts(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('sessions', () => {
    test('sessions belong to a user in their longest-standing team, until another team is chosen', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await makeTeam(store, 'strange');
      await store.addMember('team-other', {
        ...newMember('again', { role: 'viewer', createdAt: NOON + HOUR }),
        email: 'acme@example.com',
      });
      await store.openSession(newSession('a'));
      const session = {
        id: 'session-a',
        userID: 'user-acme',
        createdAt: NOON,
        usedAt: NOON,
        authenticatedAt: NOON,
        expiresAt: NOON + DAY,
        remoteAddress: '192.0.2.17',
        userAgent: 'Test/1.0',
      };
      const access = {
        via: { kind: 'session', sessionID: 'session-a', authenticatedAt: NOON },
        teamID: 'team-acme',
        memberID: 'member-acme',
        userID: 'user-acme',
        role: 'owner',
        scope: 'admin',
        projects: null,
        hasSecondFactor: false,
        lacksSecondFactor: false,
      };
      expect(await store.findSession('token-a', NOON)).toEqual({ session, access });
      expect(await store.changeSession(session, { activeTeamID: 'team-strange' })).toBe(false);
      expect(await store.findSession('token-a', NOON)).toEqual({ session, access });
      expect(
        await store.changeSession({ ...session, userID: 'user-strange' }, { activeTeamID: 'team-strange' }),
      ).toBe(true);
      expect(await store.findSession('token-a', NOON)).toEqual({ session, access });
      expect(await store.changeSession(session, { activeTeamID: 'team-other' })).toBe(true);
      const chosen = { ...access, teamID: 'team-other', memberID: 'member-again', role: 'viewer' };
      expect(await store.findSession('token-a', NOON)).toEqual({ session, access: chosen });
      expect(await store.listMembers({ userID: 'user-acme' })).toMatchObject([
        { teamID: 'team-acme', team: 'acme', role: 'owner' },
        { teamID: 'team-other', team: 'other', role: 'viewer' },
      ]);
      expect(await removeByEmail(store, 'team-other', 'acme@example.com')).toBe('done');
      expect(await store.findSession('token-a', NOON)).toEqual({ session, access });
    });

    test('sessions of a user without a team belong to no team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'member' }));
      await store.openSession(newSession('e', { userID: 'user-eve' }));
      await removeByEmail(store, 'team-acme', 'eve@example.com');
      expect(await store.findSession('token-e', NOON)).toMatchObject({
        session: { userID: 'user-eve' },
        access: null,
      });
      expect(await store.listMembers({ userID: 'user-eve' })).toEqual([]);
    });

    test('sessions end when they expire, to the millisecond, unless they were used', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.openSession(newSession('a'));
      expect(await store.findSession('token-a', NOON + DAY - 1)).not.toBeNull();
      expect(await store.findSession('token-a', NOON + DAY)).toBeNull();
      expect(await store.listSessions('user-acme', NOON + DAY)).toEqual([]);
      await store.recordUse({ kind: 'session', id: 'session-a', expiresAt: NOON + 2 * DAY }, NOON + HOUR);
      expect(await store.findSession('token-a', NOON + DAY)).toMatchObject({
        session: { usedAt: NOON + HOUR, expiresAt: NOON + 2 * DAY },
      });
    });

    test('sessions are listed by their last use, and only their user ends one, or all but one', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      for (const name of ['a', 'b', 'c']) await store.openSession(newSession(name));
      await store.openSession(newSession('x', { userID: 'user-other' }));
      await store.recordUse({ kind: 'session', id: 'session-b', expiresAt: NOON + DAY }, NOON + MINUTE);
      const listed = async (userID: string) => (await store.listSessions(userID, NOON)).map(({ id }) => id);
      expect(await listed('user-acme')).toEqual(['session-b', 'session-a', 'session-c']);
      expect(await store.endSessions('user-acme', { id: 'session-x' })).toBe(0);
      expect(await store.endSessions('user-acme', { id: 'session-a' })).toBe(1);
      expect(await store.endSessions('user-acme', { id: 'session-a' })).toBe(0);
      expect(await store.findSession('token-a', NOON)).toBeNull();
      expect(await store.endSessions('user-acme', { exceptID: 'session-c' })).toBe(1);
      expect(await listed('user-acme')).toEqual(['session-c']);
      expect(await store.endSessions('user-acme', { exceptID: null })).toBe(1);
      expect(await listed('user-other')).toEqual(['session-x']);
    });
  });

  describe('browsers', () => {
    const seen = (name: string, more: Partial<RememberedBrowser> = {}): RememberedBrowser => ({
      id: `browser-${name}`,
      userID: 'user-acme',
      oldHash: null,
      hash: name,
      at: NOON,
      expiresAt: NOON + DAY,
      trustedUntil: null,
      remoteAddress: '192.0.2.17',
      userAgent: 'Test/1.0',
      browsersMax: 3,
      ...more,
    });

    test('browsers get a new cookie with each sign-in, and keep the end of their trust', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const [trustedUntil, later] = [NOON + HOUR, NOON + MINUTE];
      await store.rememberBrowser(seen('a', { trustedUntil }));
      await store.rememberBrowser(seen('x', { userID: 'user-other', oldHash: 'a', hash: 'b' }));
      expect(await store.listBrowsers({ hash: 'a' }, NOON)).toEqual([]);
      await store.rememberBrowser(seen('c', { oldHash: 'b', at: later }));
      expect(await store.listBrowsers({ hash: 'c' }, NOON)).toEqual([
        {
          id: 'browser-a',
          userID: 'user-acme',
          createdAt: NOON,
          usedAt: later,
          trustedUntil,
          remoteAddress: '192.0.2.17',
          userAgent: 'Test/1.0',
        },
        expect.objectContaining({ userID: 'user-other', trustedUntil: null }),
      ]);
      expect(await store.listBrowsers({ trustedBy: 'user-acme' }, trustedUntil - 1)).toHaveLength(1);
      expect(await store.listBrowsers({ trustedBy: 'user-acme' }, trustedUntil)).toEqual([]);
      expect(await store.listBrowsers({ hash: 'c' }, NOON + DAY)).toEqual([]);
    });

    test('the number of browsers is limited, and the least recently used ones are forgotten', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      for (const [index, name] of ['a', 'b', 'c', 'd'].entries())
        await store.rememberBrowser(seen(name, { at: NOON + index, trustedUntil: NOON + DAY }));
      const names = (await store.listBrowsers({ trustedBy: 'user-acme' }, NOON)).map(({ id }) => id);
      expect(names).toEqual(['browser-d', 'browser-c', 'browser-b']);
    });

    test('only their user forgets browsers, one by one or all but one', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      for (const name of ['a', 'b', 'c'])
        await store.rememberBrowser(seen(name, { trustedUntil: name === 'c' ? null : NOON + DAY }));
      const none = { forgotten: 0, trusted: 0 };
      expect(await store.forgetBrowsers('user-other', { id: 'browser-a' }, NOON)).toEqual(none);
      expect(await store.forgetBrowsers('user-other', { exceptHash: null }, NOON)).toEqual(none);
      const rest = await store.forgetBrowsers('user-acme', { exceptHash: 'b' }, NOON);
      expect(rest).toEqual({ forgotten: 2, trusted: 1 });
      expect(await store.listBrowsers({ hash: 'c' }, NOON)).toEqual([]);
      expect(await store.listBrowsers({ hash: 'b' }, NOON)).toHaveLength(1);
      await store.changeCredentials('user-acme', { kind: 'browsers_distrusted' }, NOON);
      expect(await store.listBrowsers({ hash: 'b' }, NOON)).toMatchObject([{ trustedUntil: null }]);
      expect(await store.forgetBrowsers('user-acme', { id: 'browser-b' }, NOON)).toMatchObject({
        forgotten: 1,
      });
      expect(await store.listBrowsers({ hash: 'b' }, NOON)).toEqual([]);
    });

    test.each(['a new password', 'the end of the factors'])('browsers are forgotten by %s', async (by) => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const browser = seen('a', { trustedUntil: NOON + DAY });
      await store.rememberBrowser(browser);
      if (by === 'a new password')
        await store.changeCredentials(
          'user-acme',
          { kind: 'password', accountID: 'x', hash: 'x', endsTwoFactor: false },
          NOON,
        );
      else await store.changeCredentials('user-acme', { kind: 'factors_removed' }, NOON);
      expect(await store.listBrowsers({ hash: 'a' }, NOON)).toEqual([]);
    });
  });

  describe('users', () => {
    test('users are found by their ID, and by their address in any case', async () => {
      const { store } = database;
      expect(await store.findUser('any')).toBeNull();
      await makeTeam(store, 'acme');
      expect(await store.findUser('any')).not.toBeNull();
      await store.addMember('team-acme', {
        ...newMember('eve', { role: 'member', passwordHash: 'hash' }),
        emailVerified: false,
      });
      const eve = {
        id: 'user-eve',
        email: 'eve@example.com',
        name: 'eve',
        emailVerified: false,
        revision: 1,
        hasPassword: true,
        twoFactor: false,
      };
      expect(await store.findUser({ id: 'user-eve' })).toEqual(eve);
      expect(await store.findUser({ email: 'Eve@Example.com' })).toEqual(eve);
      expect(await store.findUser({ id: 'user-nobody' })).toBeNull();
      expect(await store.findUser({ email: 'nobody@example.com' })).toBeNull();
      await store.changeCredentials('user-eve', { kind: 'email_verified' }, NOON);
      await store.changeUser('user-eve', createEdit({ name: 'Eve' }), NOON);
      expect(await store.findUser({ id: 'user-eve' })).toEqual({
        ...eve,
        emailVerified: true,
        name: 'Eve',
        revision: 2,
      });
      expect(await store.findUser({ id: 'user-acme' })).toMatchObject({ name: 'acme', emailVerified: true });
    });

    test('a new password replaces the old one, or is the first, and ends all sessions', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'member', passwordHash: null }));
      await store.openSession(newSession('eve', { userID: 'user-eve' }));
      await store.openSession(newSession('acme'));
      const password = { accountID: 'account-new', hash: 'hash-1', endsTwoFactor: false };
      await store.changeCredentials('user-eve', { kind: 'password', ...password }, NOON);
      expect(await store.findUser({ id: 'user-eve' })).toMatchObject({ hasPassword: true });
      expect(await store.listSessions('user-eve', NOON)).toEqual([]);
      expect(await store.listSessions('user-acme', NOON)).toHaveLength(1);
      await store.changeCredentials(
        'user-eve',
        { kind: 'password', ...password, accountID: 'account-other', hash: 'hash-2' },
        NOON,
      );
      await store.changeCredentials('user-eve', { kind: 'password', ...password, endsTwoFactor: true }, NOON);
      expect(await store.findUser({ id: 'user-eve' })).toMatchObject({ hasPassword: true, twoFactor: false });
    });

    test('only one of two simultaneous first users is created', async () => {
      const { store } = database;
      const setUp = (name: string) =>
        store.createTeam(
          {
            teamID: `team-${name}`,
            name,
            slug: name,
            projectShortID: `project-${name}`,
            createdAt: NOON,
          },
          newMember(name),
          { isFirst: true },
        );
      const made = await Promise.all(['a', 'b', 'c'].map(setUp));
      expect(made.map(({ outcome }) => outcome).sort()).toEqual(['created', 'not_first', 'not_first']);
      expect(await store.listTeams()).toHaveLength(1);
      expect(await setUp('d')).toEqual({ outcome: 'not_first' });
    });

    test('no first account is created after the command line created one', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const team = { teamID: 'team-b', name: 'b', slug: 'b', projectShortID: 'project-b', createdAt: NOON };
      expect(await store.createTeam(team, newMember('b'), { isFirst: true })).toEqual({
        outcome: 'not_first',
      });
      expect(await store.listTeams()).toHaveLength(1);
    });
  });

  describe('attempts', () => {
    const LIMIT = { max: 3, withinMs: 10 * MINUTE };

    test('attempts are counted, also simultaneous ones, and expire after their time', async () => {
      const { store } = database;
      const count = (at: number, key = 'k') => store.countAttempt(key, LIMIT, at);
      const first = await Promise.all([1, 2, 3, 4, 5].map(() => count(NOON)));
      expect(first.filter((wait) => wait === null)).toHaveLength(3);
      expect(first.filter((wait) => wait === 600)).toHaveLength(2);
      expect(await count(NOON + 9 * MINUTE)).toBe(60);
      expect(await count(NOON + 9 * MINUTE, 'other')).toBeNull();
      expect(await count(NOON + 10 * MINUTE)).toBeNull();
      expect(await count(NOON + 10 * MINUTE)).toBeNull();
    });

    test('attempts can be taken back one by one, but not below zero', async () => {
      const { store } = database;
      for (let tried = 0; tried < 3; tried += 1) await store.countAttempt('k', LIMIT, NOON);
      await store.forgiveAttempts('k', 'last');
      expect(await store.countAttempt('k', LIMIT, NOON)).toBeNull();
      expect(await store.countAttempt('k', LIMIT, NOON)).not.toBeNull();
      for (let back = 0; back < 9; back += 1) await store.forgiveAttempts('k', 'last');
      for (let tried = 0; tried < 3; tried += 1)
        expect(await store.countAttempt('k', LIMIT, NOON)).toBeNull();
      expect(await store.countAttempt('k', LIMIT, NOON)).not.toBeNull();
    });

    test('attempts are forgotten when they are forgiven', async () => {
      const { store } = database;
      for (let tried = 0; tried < 4; tried += 1) await store.countAttempt('k', LIMIT, NOON);
      await store.forgiveAttempts('k', 'all');
      expect(await store.countAttempt('k', LIMIT, NOON)).toBeNull();
    });
  });

  test('only expired rows are pruned, in bounded steps', async () => {
    const { store } = database;
    await makeTeam(store, 'acme');
    for (const name of ['a', 'b', 'c'])
      await store.openSession(newSession(name, { expiresAt: NOON + MINUTE }));
    await store.openSession(newSession('d'));
    await store.countAttempt('old', { max: 1, withinMs: MINUTE }, NOON - 2 * DAY);
    await store.countAttempt('new', { max: 1, withinMs: DAY }, NOON);
    const left = async () => (await store.listSessions('user-acme', NOON)).length;
    const policy = {
      now: NOON + MINUTE,
      keptPerMonitor: 1,
      oldBefore: 0,
      monitorsPerStep: 1,
      rowsPerStep: 2,
    };
    const { next } = await store.prune(policy, { by: 'expiry' });
    expect(await left()).toBe(2);
    expect(next).toEqual({ by: 'expiry' });
    expect(await store.prune(policy, { by: 'expiry' })).toEqual({ deleted: 1, next: null });
    expect(await left()).toBe(1);
    expect(await store.countAttempt('old', { max: 1, withinMs: 10 * DAY }, NOON)).toBeNull();
    expect(await store.countAttempt('new', { max: 1, withinMs: DAY }, NOON)).not.toBeNull();
  });

  describe('deleted accounts', () => {
    const deleteAccount = (userID: string) =>
      database.store.changeCredentials(userID, { kind: 'account_deleted' }, NOON);

    test('an account is deleted with its memberships and sessions, unless a team would lose its only owner', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('eve', { role: 'member' }));
      await store.openSession(newSession('a', { userID: 'user-eve' }));
      expect(await deleteAccount('user-eve')).toBe(true);
      expect(await store.findSession('token-a', NOON)).toBeNull();
      expect(await store.findUser({ id: 'user-eve' })).toBeNull();
      expect(await store.listMembers({ teamID: 'team-acme' })).toHaveLength(1);
      expect(await deleteAccount('user-acme')).toBe(false);
      expect(await store.findUser({ id: 'user-acme' })).not.toBeNull();
    });

    test('of the only two owners, one can be deleted', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await store.addMember('team-acme', newMember('oda'));
      const deleted = await Promise.all(['user-acme', 'user-oda'].map(deleteAccount));
      expect(deleted.toSorted()).toEqual([false, true]);
    });

    test('after the last account, the service can be set up again', async () => {
      const { store } = database;
      const setUp = (name: string) => {
        const team = { teamID: `team-${name}`, name, slug: name, projectShortID: name, createdAt: NOON };
        return store.createTeam(team, newMember(name), { isFirst: true });
      };
      expect(await setUp('first')).toMatchObject({ outcome: 'created' });
      expect(await setUp('second')).toEqual({ outcome: 'not_first' });
      const owner = { teamID: 'team-first', actorID: 'member-first', memberID: 'member-first' };
      await store.changeMembership({ ...owner, action: 'delete_team' });
      expect(await deleteAccount('user-first')).toBe(true);
      expect(await setUp('third')).toMatchObject({ outcome: 'created' });
    });
  });
}
