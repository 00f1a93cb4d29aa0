import { describe, expect, test } from 'vitest';
import type { PushDevice } from '../../../src/push/contract.ts';
import {
  DAY,
  eachTest,
  MINUTE,
  makeTeam,
  NOON,
  newMember,
  type OpenDatabase,
  removeByEmail,
} from './fixtures.ts';

function newDevice(id: string, more: Partial<PushDevice> = {}): Omit<PushDevice, 'usedAt'> {
  return {
    id,
    userID: 'user-acme',
    sessionID: null,
    name: `Phone ${id}`,
    subscription: `sealed ${id}`,
    addressHash: `hash ${id}`,
    createdAt: NOON,
    ...more,
  };
}

export function describePushDevices(open: OpenDatabase): void {
  const database = eachTest(open);

  async function openSession(id: string): Promise<void> {
    const from = { remoteAddress: '', userAgent: '' };
    const times = { createdAt: NOON, expiresAt: NOON + DAY };
    await database.store.openSession({ id, userID: 'user-acme', token: id, ...times, ...from });
  }

  const idsOf = async (of: Parameters<typeof database.store.pushDevices.list>[0]) =>
    (await database.store.pushDevices.list(of)).map(({ id }) => id);
  const add = (device: Omit<PushDevice, 'usedAt'>, max: number) =>
    database.store.pushDevices.change({ kind: 'add', device, max });
  const remove = (device: Pick<PushDevice, 'id' | 'userID'>) =>
    database.store.pushDevices.change({ kind: 'delete', device });
  const ACME = { userID: 'user-acme' };

  describe('devices that show notifications', () => {
    test('devices belong to an account, and to each of its memberships while the membership lasts', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.addMember('team-other', {
        ...newMember('again', { role: 'member' }),
        email: 'acme@example.com',
      });
      expect(await add(newDevice('a'), 10)).toBe('changed');
      expect(await store.pushDevices.list(ACME)).toEqual([{ ...newDevice('a'), usedAt: null }]);
      expect(await idsOf({ memberID: 'member-acme' })).toEqual(['a']);
      expect(await idsOf({ memberID: 'member-again' })).toEqual(['a']);
      expect(await idsOf({ memberID: 'member-other' })).toEqual([]);
      expect(await idsOf({ teamID: 'team-acme' })).toEqual(['a']);
      expect(await idsOf({ teamID: 'team-other' })).toEqual(['a']);
      await removeByEmail(store, 'team-other', 'acme@example.com');
      expect(await idsOf({ memberID: 'member-again' })).toEqual([]);
      expect(await idsOf({ teamID: 'team-other' })).toEqual([]);
      expect(await idsOf({ memberID: 'member-acme' })).toEqual(['a']);
    });

    test('devices are limited, and an address belongs to the account that added it last', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const added = await Promise.all(['a', 'b', 'c'].map((id) => add(newDevice(id), 2)));
      expect(added.toSorted()).toEqual(['changed', 'changed', 'too_many']);
      const [kept = ''] = await idsOf(ACME);
      const moved = newDevice('d', { userID: 'user-other', addressHash: `hash ${kept}` });
      expect(await add(moved, 2)).toBe('changed');
      expect(await idsOf(ACME)).not.toContain(kept);
      expect(await idsOf({ userID: 'user-other' })).toEqual(['d']);
    });

    test('an address stays with its account if another account has no place for it', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await add(newDevice('a'), 1);
      await add(newDevice('b', { userID: 'user-other' }), 1);
      const stolen = newDevice('c', { userID: 'user-other', addressHash: 'hash a' });
      expect(await add(stolen, 1)).toBe('too_many');
      expect(await idsOf(ACME)).toEqual(['a']);
      expect(await add(newDevice('d', { addressHash: 'hash a' }), 1)).toBe('changed');
      expect(await idsOf(ACME)).toEqual(['d']);
    });

    test('only their account deletes devices', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await add(newDevice('a'), 10);
      expect(await remove({ id: 'a', userID: 'user-other' })).toBe('not_found');
      expect(await remove({ id: 'a', userID: 'user-acme' })).toBe('changed');
      expect(await remove({ id: 'a', userID: 'user-acme' })).toBe('not_found');
    });

    test('devices end with a session that is ended, and outlive a session that expires', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await openSession('ended');
      await openSession('expired');
      await add(newDevice('a', { sessionID: 'ended' }), 10);
      await add(newDevice('b', { sessionID: 'expired' }), 10);
      await store.endSessions('user-acme', { id: 'ended' });
      expect(await idsOf(ACME)).toEqual(['b']);
      await store.prune(
        { now: NOON + 2 * DAY, keptPerMonitor: 1, oldBefore: 0, monitorsPerStep: 1, rowsPerStep: 100 },
        { by: 'expiry' },
      );
      expect(await store.pushDevices.list(ACME)).toMatchObject([{ id: 'b', sessionID: null }]);
    });

    test('the last use of a device is recorded at most once a minute', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await add(newDevice('a'), 10);
      const use = { kind: 'push_device', id: 'a' } as const;
      const usedAt = async () => (await store.pushDevices.list(ACME))[0]?.usedAt;
      await store.recordUse(use, NOON);
      await store.recordUse(use, NOON + MINUTE - 1);
      expect(await usedAt()).toBe(NOON);
      await store.recordUse(use, NOON + MINUTE);
      expect(await usedAt()).toBe(NOON + MINUTE);
    });
  });
}
