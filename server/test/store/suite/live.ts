import type { Access } from '@overdue/domain/access/access.ts';
import { describe, expect, test } from 'vitest';
import { createMonitorEdit } from '../../edits.ts';
import {
  applyOne,
  command,
  eachTest,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
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

  test('an applied input names its monitor', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    expect(await applyOne(store, ping(monitor!.id, 'end', NOON))).toMatchObject({ teamID: 'team-acme' });
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
