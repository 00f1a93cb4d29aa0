import type { Access } from '@overdue/domain/access/access.ts';
import { describe, expect, test } from 'vitest';
import type { TeamTransaction } from '../../../src/configuration/contract.ts';
import { createMonitorEdit, recordOf } from '../../edits.ts';
import {
  applyOne,
  command,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  newMember,
  newProject,
  type OpenDatabase,
  ping,
  recordChanges,
} from './fixtures.ts';

export function describeLive(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('listVersions', () => {
    test("only the versions of a team's own monitors are read", async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const { id: teamID, projectID } = await makeTeam(store, 'other');
      const foreign = await makeMonitor(store, { teamID, projectID, name: 'foreign' });
      await applyOne(store, ping(a!.id, 'end', NOON));
      const versions = await store.listVersions(a!.teamID);
      if (versions === null) {
        expect(store.isShared).toBe(false);
        return;
      }
      expect([...versions].map(([id, { shortID }]) => [id, shortID]).sort()).toEqual([
        [a!.id, a!.shortID],
        [b!.id, b!.shortID],
      ]);
      const found = await store.listVersions(a!.teamID, [a!.id, foreign.id, 4711]);
      expect([...(found ?? [])]).toEqual([[a!.id, versions.get(a!.id)]]);
      expect(await store.listVersions(a!.teamID, [])).toEqual(new Map());
    });

    test('the version of a monitor changes after each change', async () => {
      const { store } = database;
      if (!store.isShared) return;
      const [monitor] = await makeMonitors(store, 1);
      const { id, teamID } = monitor!;
      const seen = new Set<string | undefined>();
      const look = async () => seen.add((await store.listVersions(teamID))?.get(id)?.version);
      await look();
      for (const input of [
        ping(id, 'start', NOON),
        ping(id, 'end', NOON),
        command(id, { kind: 'pause', at: NOON }),
        createMonitorEdit(monitor!, NOON, { name: 'renamed' }),
      ]) {
        await applyOne(store, input);
        await look();
        await look();
      }
      expect(seen.size).toBe(5);
    });
  });

  describe('reportChangesTo', () => {
    test('each change of a monitor is reported', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, shortID, teamID } = monitor!;
      const reported = recordChanges(store);
      await applyOne(store, ping(id, 'end', NOON));
      expect(reported()).toEqual(['incidents', `monitor ${id}`]);
      await applyOne(store, ping(id, 'end', NOON));
      expect(reported()).toEqual([`monitor ${id}`]);
      await store.applyDeadlines(NOON + 3 * HOUR, 10, new Set());
      expect(reported()).toEqual(['incidents', `monitor ${id}`]);
      const side = recordOf(await store.projects.create(newProject(teamID, 'side')));
      expect(reported()).toEqual(['projects']);
      await applyOne(store, createMonitorEdit(monitor!, NOON, { projectID: side.id }));
      expect(reported()).toEqual([`monitor ${id}`, 'projects']);
      await store.deleteMonitors([id, 4711], NOON);
      expect(reported()).toEqual([`deleted ${shortID}`]);
    });

    test('changes of several kinds are reported after their commit, and not after a rollback', async () => {
      const { store } = database;
      const [kept, doomed] = await makeMonitors(store, 2);
      const { teamID } = kept!;
      const reported = recordChanges(store);
      const work = async (changes: TeamTransaction) => {
        await changes.projects.create(newProject(teamID, 'side'));
        await changes.deleteMonitor(doomed!.id, NOON);
        const edits = [createMonitorEdit(kept!, NOON, { name: 'renamed' })];
        const rows = { teamID, monitors: [], channels: [], projectKeys: [], legacyIDs: [], edits };
        await changes.importMonitors(rows, { monitors: 10, channels: 10 });
        expect(reported()).toEqual([]);
      };
      const failing = store.changeTogether(teamID, async (changes) => {
        await work(changes);
        throw new Error('Not today.');
      });
      await expect(failing).rejects.toThrow('Not today.');
      expect(reported()).toEqual([]);
      await store.changeTogether(teamID, work);
      expect(reported()).toEqual([`deleted ${doomed!.shortID}`, `monitor ${kept!.id}`, 'projects']);
    });

    test('the end of access is reported', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const added = await store.addMember(teamID, newMember('ann'));
      const memberID = added.outcome === 'added' ? added.member.id : '';
      const reported = recordChanges(store);
      const change = { teamID, actorID: null, memberID };
      await store.changeMembership({ ...change, action: 'change_role', role: 'viewer' });
      expect(reported()).toEqual(['access', 'team']);
      await store.changeMembership({ ...change, action: 'remove' });
      expect(reported()).toEqual(['access', 'team']);
      await store.endSessions('user-acme', { exceptID: null });
      expect(reported()).toEqual(['access']);
    });
  });

  describe('hasAccess', () => {
    test('a token gives access until it is revoked, it expires, or its membership or role changes', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const token = { name: 't', scope: 'read', prefix: 'ovd_', createdAt: NOON } as const;
      const access = async (id: string): Promise<Access> => {
        const found = await store.authenticate(`hash-${id}`, NOON);
        if (found === null) throw new Error('It is good for nothing.');
        return found;
      };
      for (const [id, expiresAt] of [
        ['t-1', null],
        ['t-2', NOON + MINUTE],
      ] as const)
        await store.createToken({
          ...token,
          id,
          memberID: 'member-acme',
          hash: `hash-${id}`,
          expiresAt,
          projects: null,
        });
      const [lasting, expiring] = [await access('t-1'), await access('t-2')];
      expect(lasting.teamID).toBe(teamID);
      expect(await store.hasAccess(lasting, NOON)).toBe(true);
      expect(await store.hasAccess(expiring, NOON)).toBe(true);
      expect(await store.hasAccess(expiring, NOON + MINUTE)).toBe(false);
      expect(await store.hasAccess({ ...lasting, role: 'viewer' }, NOON)).toBe(false);
      expect(await store.hasAccess({ ...lasting, memberID: 'member-other' }, NOON)).toBe(false);
      await store.revokeToken('member-acme', 't-1');
      expect(await store.hasAccess(lasting, NOON)).toBe(false);
    });

    test('a session stands for a membership until it ends', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      const session = { id: 's-1', userID: 'user-acme', createdAt: NOON, expiresAt: NOON + MINUTE };
      await store.openSession({ ...session, token: 'secret', remoteAddress: '', userAgent: '' });
      const access = (await store.findSession('secret', NOON))?.access;
      expect(access).toMatchObject({ teamID, via: { kind: 'session', sessionID: 's-1' } });
      expect(await store.hasAccess(access!, NOON)).toBe(true);
      expect(await store.hasAccess(access!, NOON + MINUTE)).toBe(false);
      await store.endSessions('user-acme', { id: 's-1' });
      expect(await store.hasAccess(access!, NOON)).toBe(false);
    });
  });
}
