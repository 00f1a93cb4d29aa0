import { PROJECT_KEYS_MAX } from '@overdue/domain/access/project-key.ts';
import { describe, expect, test } from 'vitest';
import { isMissingParent } from '../../../src/database/missing-parent.ts';
import type { NewProjectKey } from '../../../src/projects/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import { createEdit, createMonitorEdit, recordOf } from '../../edits.ts';
import {
  DAY,
  eachTest,
  MINUTE,
  makeMonitor,
  makeTeam,
  NOON,
  newMember,
  newMonitor,
  newProject,
  type OpenDatabase,
} from './fixtures.ts';

type Team = Awaited<ReturnType<typeof makeTeam>>;

function newKey(team: Team, name: string, more: Partial<NewProjectKey> = {}): NewProjectKey {
  return {
    teamID: team.id,
    shortID: `short-${name}`,
    projectID: team.projectID,
    kind: 'ping',
    name: `Key ${name}`,
    prefix: name.slice(0, 4),
    hash: `hash-${name}`,
    createdAt: NOON,
    createdBy: 'Ann',
    expiresAt: null,
    endsWithToken: null,
    ...more,
  };
}

async function makeKey(store: Store, team: Team, name: string, more: Partial<NewProjectKey> = {}) {
  return recordOf(await store.projectKeys.create(newKey(team, name, more)));
}

export function describeProjectKeys(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('project keys', () => {
    test('a key of a token that was revoked is refused, and the error says why', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const error: unknown = await makeKey(store, team, 'a', { endsWithToken: 'revoked' }).catch(
        (reason: unknown) => reason,
      );
      expect(isMissingParent(error)).toBe(true);
      await makeKey(store, team, 'b');
      const repeated: unknown = await makeKey(store, team, 'b').catch((reason: unknown) => reason);
      expect(repeated).toBeInstanceOf(Error);
      expect(isMissingParent(repeated)).toBe(false);
    });

    test('project keys are found by the hash of their secret, with their team and project', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const created = await makeKey(store, team, 'a', { kind: 'read_write' });
      expect(created).toMatchObject({
        teamID: 'team-acme',
        shortID: 'short-a',
        projectID: team.projectID,
        projectShortID: 'project-acme',
        kind: 'read_write',
        name: 'Key a',
        lastUsedAt: null,
        revision: 1,
      });
      expect(JSON.stringify(created)).not.toContain('hash-a');
      expect(await store.projectKeys.findInAnyTeam('hash-a')).toEqual(created);
      expect(await store.projectKeys.find('team-acme', 'short-a')).toEqual(created);
      for (const other of ['HASH-A', 'short-a', '', "' OR 1=1 --"])
        expect(await store.projectKeys.findInAnyTeam(other)).toBeNull();
    });

    test('project keys are listed oldest first, only for their team', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const { id } = recordOf(await store.projects.create(newProject(team.id, 'p2')));
      await makeKey(store, team, 'a');
      await makeKey(store, team, 'b', { projectID: id });
      await makeKey(store, team, 'c');
      await makeKey(store, other, 'd');
      const listed = async (teamID: string) =>
        (await store.projectKeys.list(teamID)).map(({ shortID, projectShortID }) => [
          shortID,
          projectShortID,
        ]);
      expect(await listed('team-acme')).toEqual([
        ['short-a', 'project-acme'],
        ['short-b', 'p2'],
        ['short-c', 'project-acme'],
      ]);
      expect(await listed('team-other')).toEqual([['short-d', 'project-other']]);
      expect(await store.projectKeys.find('team-other', 'short-a')).toBeNull();
      expect(await store.projectKeys.delete('team-other', 'short-a')).toEqual({ outcome: 'not_found' });
    });

    test('a key is refused for a full project and for a project of another team', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const stolen = newKey(team, 'x', { projectID: other.projectID });
      expect(await store.projectKeys.create(stolen)).toEqual({ outcome: 'project_gone' });
      const wanted = Array.from({ length: PROJECT_KEYS_MAX + 2 }, (_, index) => newKey(team, String(index)));
      const outcomes = await Promise.all(wanted.map((key) => store.projectKeys.create(key)));
      expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(PROJECT_KEYS_MAX);
      expect(outcomes.filter(({ outcome }) => outcome === 'project_full')).toHaveLength(2);
      await makeKey(store, other, 'y');
    });

    test('project keys stop working when they or their project are deleted', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const { id } = recordOf(await store.projects.create(newProject(team.id, 'p2')));
      await makeKey(store, team, 'a');
      await makeKey(store, team, 'b', { projectID: id });
      await makeKey(store, other, 'c');
      const hashes = async () =>
        (
          await Promise.all(['a', 'b', 'c'].map((name) => store.projectKeys.findInAnyTeam(`hash-${name}`)))
        ).flatMap((key) => key?.shortID ?? []);
      expect(await store.projects.delete('team-acme', 'project-acme')).toEqual({ outcome: 'default' });
      expect(await hashes()).toEqual(['short-a', 'short-b', 'short-c']);
      expect(await store.projects.delete('team-acme', 'p2')).toMatchObject({ outcome: 'deleted' });
      expect(await hashes()).toEqual(['short-a', 'short-c']);
      expect(await store.projectKeys.delete('team-acme', 'short-a')).toMatchObject({ outcome: 'deleted' });
      expect(await hashes()).toEqual(['short-c']);
    });

    test('the end of a key is its own expiry or the end of the team’s limit, also where slugs are remembered', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeKey(store, team, 'a', { expiresAt: NOON + 20 * DAY });
      await makeMonitor(store, { teamID: team.id, projectID: team.projectID, name: 'job' });
      const address = { keyHash: 'hash-a', slug: 'job' };
      const ends = async () => [
        (await store.projectKeys.findInAnyTeam('hash-a'))?.expiresAt,
        (store.slugs.findCached(address, 0) ?? (await store.slugs.find(address, 0)))?.key.expiresAt,
      ];
      const limit = (tokenDaysMax: number | null) => store.changeTeam(team.id, createEdit({ tokenDaysMax }));
      expect(await ends()).toEqual([NOON + 20 * DAY, NOON + 20 * DAY]);
      await limit(10);
      expect(await ends()).toEqual([NOON + 10 * DAY, NOON + 10 * DAY]);
      await limit(null);
      expect(await ends()).toEqual([NOON + 20 * DAY, NOON + 20 * DAY]);
    });

    test('keys and invitations end with the token that created them, also when its member leaves', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeMonitor(store, { teamID: team.id, projectID: team.projectID, name: 'job' });
      const memberID = 'member-ann';
      expect(await store.addMember(team.id, newMember('ann'))).toMatchObject({
        outcome: 'added',
        member: { id: memberID },
      });
      for (const [id, owner] of [
        ['token-1', memberID],
        ['token-2', memberID],
        ['token-3', 'member-acme'],
      ] as const)
        await store.createToken({
          id,
          memberID: owner,
          name: id,
          scope: 'admin',
          prefix: 'ovd_abcd',
          hash: `hash ${id}`,
          createdAt: NOON,
          expiresAt: NOON + DAY,
          projects: null,
        });
      await makeKey(store, team, 'a', { endsWithToken: 'token-1' });
      await makeKey(store, team, 'b', { endsWithToken: 'token-2' });
      await makeKey(store, team, 'c', { endsWithToken: 'token-3' });
      const invitation = {
        id: 'invitation-1',
        teamID: team.id,
        email: null,
        role: 'viewer',
        hash: 'hash-invitation',
        createdAt: NOON,
        expiresAt: NOON + DAY,
        invitedBy: 'member-acme',
        endsWithToken: 'token-3',
      } as const;
      expect(await store.createInvitation(invitation, 10)).toBe('created');
      const find = async (name: string) => {
        const address = { keyHash: `hash-${name}`, slug: 'job' };
        const ofSlug = store.slugs.findCached(address, 0) ?? (await store.slugs.find(address, 0));
        expect(ofSlug === null).toBe((await store.projectKeys.findInAnyTeam(`hash-${name}`)) === null);
        return ofSlug !== null;
      };
      const working = async () => [await find('a'), await find('b'), await find('c')];
      expect(await working()).toEqual([true, true, true]);
      await store.revokeToken(memberID, 'token-1');
      expect(await working()).toEqual([false, true, true]);
      await store.changeMembership({ teamID: team.id, actorID: 'member-acme', memberID, action: 'remove' });
      expect(await working()).toEqual([false, false, true]);
      expect(await store.listInvitations({ id: 'invitation-1' }, NOON)).toHaveLength(1);
      await store.revokeToken('member-acme', 'token-3');
      expect(await working()).toEqual([false, false, false]);
      expect(await store.listInvitations({ id: 'invitation-1' }, NOON)).toEqual([]);
    });

    test('keys and invitations of a token also end when the team shortens the life of the token', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeMonitor(store, { teamID: team.id, projectID: team.projectID, name: 'job' });
      await store.createToken({
        id: 'token-1',
        memberID: 'member-acme',
        name: 'token-1',
        scope: 'admin',
        prefix: 'ovd_abcd',
        hash: 'hash token-1',
        createdAt: NOON,
        expiresAt: NOON + 90 * DAY,
        projects: null,
      });
      const grant = {
        createdAt: NOON + 9 * DAY,
        expiresAt: NOON + 30 * DAY,
        endsWithToken: 'token-1',
      } as const;
      await makeKey(store, team, 'a', grant);
      const invitation = {
        id: 'invitation-1',
        teamID: team.id,
        email: 'eve@example.com',
        role: 'admin',
        hash: 'hash-invitation',
        invitedBy: 'member-acme',
        ...grant,
      } as const;
      expect(await store.createInvitation(invitation, 10)).toBe('created');
      const address = { keyHash: 'hash-a', slug: 'job' };
      const ends = async (at: number) => [
        (await store.authenticate('hash token-1', at))?.via,
        (await store.projectKeys.findInAnyTeam('hash-a'))?.expiresAt,
        (store.slugs.findCached(address, 0) ?? (await store.slugs.find(address, 0)))?.key.expiresAt,
        ...(await store.listInvitations({ hash: 'hash-invitation' }, at)).map(({ expiresAt }) => expiresAt),
      ];
      const limit = (tokenDaysMax: number | null) => store.changeTeam(team.id, createEdit({ tokenDaysMax }));
      const end = NOON + 10 * DAY;
      await limit(10);
      expect(await ends(end - 1)).toMatchObject([{ endsAt: end }, end, end, end]);
      expect(await ends(end)).toEqual([undefined, end, end]);
      expect(await store.listInvitations({ email: 'eve@example.com' }, end)).toEqual([]);
      // The time that the token was created for applies again without a limit, as for the token itself.
      await limit(null);
      const own = NOON + 30 * DAY;
      expect(await ends(end)).toMatchObject([{ endsAt: NOON + 90 * DAY }, own, own, own]);
    });

    test('the last use of a key is recorded, at most once a minute', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeKey(store, team, 'a');
      const use = async (at: number) => {
        await store.recordUse({ kind: 'project_key', id: 'short-a' }, at);
        return (await store.projectKeys.findInAnyTeam('hash-a'))?.lastUsedAt;
      };
      expect(await use(NOON)).toBe(NOON);
      expect(await use(NOON + MINUTE - 1)).toBe(NOON);
      expect(await use(NOON + MINUTE)).toBe(NOON + MINUTE);
    });
  });

  describe('slugs', () => {
    test('the monitors of a ping key and slug are found in one read: none, one, or two of several', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeKey(store, team, 'a');
      const project = {
        keyShortID: 'short-a',
        teamID: team.id,
        projectID: team.projectID,
        projectShortID: 'project-acme',
      };
      const key = { expiresAt: null };
      const find = (slug: string, keyHash = 'hash-a') => store.slugs.find({ keyHash, slug }, 0);
      expect(await find('nightly')).toEqual({ project, key, monitors: [] });
      const wish = { teamID: team.id, projectID: team.projectID, slug: 'nightly' };
      const { id } = await makeMonitor(store, { ...wish, name: 'first' });
      const first = { monitorID: id, pingID: 'Ping-first', revision: 1 };
      expect(await find('nightly')).toEqual({ project, key, monitors: [first] });
      // The cache contains exactly the found monitors.
      const cached = store.slugs.findCached({ keyHash: 'hash-a', slug: 'nightly' }, 0);
      expect(cached).toEqual({ project, key, monitors: [first] });
      await makeMonitor(store, { ...wish, name: 'second' });
      await makeMonitor(store, { ...wish, name: 'third' });
      const ambiguous = await find('nightly');
      expect(ambiguous?.monitors.map(({ pingID }) => pingID)).toEqual(['Ping-first', 'Ping-second']);
      for (const other of ['NIGHTLY', 'nightl', '%', '']) expect((await find(other))?.monitors).toEqual([]);
    });

    test('slugs reach only the project of the key, and not with a key that only reads', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      await makeMonitor(store, { teamID: team.id, projectID: team.projectID, name: 'nightly' });
      await makeKey(store, other, 'theirs');
      await makeKey(store, team, 'managing', { kind: 'read_write' });
      await makeKey(store, team, 'reading', { kind: 'read' });
      expect(await store.slugs.find({ keyHash: 'hash-theirs', slug: 'nightly' }, 0)).toMatchObject({
        monitors: [],
      });
      expect(await store.slugs.find({ keyHash: 'hash-managing', slug: 'nightly' }, 0)).toMatchObject({
        monitors: [{ pingID: 'Ping-nightly' }],
      });
      for (const keyHash of ['hash-reading', 'hash-none'])
        expect(await store.slugs.find({ keyHash, slug: 'nightly' }, 0)).toBeNull();
    });

    test('slugs lead to the right monitor after an edit, a deletion and the end of the key', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeKey(store, team, 'a');
      const wish = { teamID: team.id, projectID: team.projectID };
      const first = await makeMonitor(store, { ...wish, name: 'first', slug: 'job' });
      const second = await makeMonitor(store, { ...wish, name: 'second', slug: 'other' });
      const address = { keyHash: 'hash-a', slug: 'job' };
      const found = async () => {
        const match = store.slugs.findCached(address, 0) ?? (await store.slugs.find(address, 0));
        return match?.monitors.map(({ monitorID }) => monitorID);
      };
      expect(await found()).toEqual([first.id]);
      await store.apply([
        createMonitorEdit(first, NOON, { slug: 'renamed' }),
        createMonitorEdit(second, NOON, { slug: 'job' }),
      ]);
      expect(await found()).toEqual([second.id]);
      await store.deleteMonitors([second.id], NOON);
      expect(await found()).toEqual([]);
      await store.apply([createMonitorEdit(first, NOON, { slug: 'job' })]);
      expect(await found()).toEqual([first.id]);
      await store.projectKeys.delete(team.id, 'short-a');
      expect(await found()).toBeUndefined();
    });

    test('a slug is taken by one of several monitors that must be the only one', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const wanted = ['a', 'b', 'c'].map((name) => ({
        ...newMonitor({ teamID, projectID, name, slug: 'job' }),
        slugMustBeUnused: true,
      }));
      const created = await Promise.all(wanted.map((monitor) => store.createMonitor(monitor, 100)));
      const outcomes = created.map(({ outcome }) => outcome).toSorted();
      expect(outcomes).toEqual(['created', 'slug_taken', 'slug_taken']);
      expect(await store.findMonitors(teamID, { projectID, slugs: ['job'] })).toHaveLength(1);
    });

    test('slugs are remembered for an outage, also after an edit of another monitor', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeKey(store, team, 'a');
      const wish = { teamID: team.id, projectID: team.projectID };
      const { id } = await makeMonitor(store, { ...wish, name: 'job' });
      const address = { keyHash: 'hash-a', slug: 'job' };
      await store.slugs.find(address, 0);
      await store.apply([
        createMonitorEdit(await makeMonitor(store, { ...wish, name: 'other' }), NOON, { slug: 'x' }),
      ]);
      const remembered = store.slugs.findCached(address, Number.NEGATIVE_INFINITY);
      expect(remembered?.monitors).toMatchObject([{ monitorID: id }]);
    });

    test('slugs select monitors of a project for its team', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const { projectID } = team;
      for (const [name, slug] of [
        ['a', 'job'],
        ['b', 'job'],
        ['c', 'other'],
      ] as const)
        await makeMonitor(store, { teamID: team.id, projectID, name, slug });
      const named = async (teamID: string, slugs: readonly string[]) =>
        (await store.findMonitors(teamID, { projectID, slugs }))
          .map(({ details }) => details.name)
          .toSorted();
      expect(await named(team.id, ['job'])).toEqual(['a', 'b']);
      expect(await named(team.id, ['job', 'other', 'none'])).toEqual(['a', 'b', 'c']);
      expect(await named(team.id, [])).toEqual([]);
      expect(await named('team-other', ['job'])).toEqual([]);
    });
  });
}
