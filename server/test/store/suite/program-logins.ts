import type { ProgramLogin } from '@overdue/domain/access/program-login.ts';
import { describe, expect, test } from 'vitest';
import { DAY, eachTest, makeTeam, NOON, type OpenDatabase } from './fixtures.ts';

function newLogin(id: string): ProgramLogin {
  return {
    unreceivedHash: `unreceived ${id}`,
    tokenPrefix: 'ovd_abcd',
    userCodeHash: `code ${id}`,
    hostName: 'Ünïcode host',
    remoteAddress: '192.0.2.1',
    scope: 'write',
    createdAt: NOON,
    expiresAt: NOON + 600_000,
    intervalSeconds: 5,
    polledAt: null,
    decision: 'pending',
  };
}

const limits = (max: number, totalMax = max) => ({ max, totalMax });

export function describeProgramLogins(open: OpenDatabase): void {
  const database = eachTest(open);
  const logins = () => database.store.programLogins;
  const read = async (id: string) =>
    (await logins().change({ unreceivedHash: `unreceived ${id}` }, () => ({ kind: 'nothing' })))?.login ??
    null;

  describe('program logins', () => {
    test('each login is found by both of its unique codes, and open logins are limited until they expire', async () => {
      expect(await logins().open(newLogin('a'), limits(1))).toBe('opened');
      expect(await read('a')).toEqual(newLogin('a'));
      expect(await logins().change({ userCodeHash: 'code a' }, () => ({ kind: 'nothing' }))).toEqual({
        login: newLogin('a'),
        token: null,
      });
      expect(await read('b')).toBeNull();
      expect(await logins().open(newLogin('b'), limits(1))).toBe('too_many');
      expect(await logins().open({ ...newLogin('b'), userCodeHash: 'code a' }, limits(2))).toBe('taken');
      expect(await logins().open({ ...newLogin('b'), createdAt: NOON + 600_000 }, limits(1))).toBe('opened');
    });

    test('above the first limit, a network may have one waiting login', async () => {
      const from = (id: string, remoteAddress: string) =>
        logins().open({ ...newLogin(id), remoteAddress }, limits(2, 4));
      expect(await from('a', '2001:db8::1')).toBe('opened');
      expect(await from('b', '2001:db8::2')).toBe('opened');
      expect(await from('c', '2001:db8::3')).toBe('too_many');
      expect(await from('d', '192.0.2.1')).toBe('opened');
      expect(await from('e', '192.0.2.1')).toBe('too_many');
      expect(await from('f', '192.0.2.2')).toBe('opened');
      expect(await from('g', '192.0.2.3')).toBe('too_many');
      await logins().change({ unreceivedHash: 'unreceived a' }, () => ({ kind: 'deny' }));
      expect(await from('h', '192.0.2.3')).toBe('opened');
    });

    test('record polls and denials, and are deleted some time after their expiry', async () => {
      await logins().open(newLogin('a'), limits(1));
      const key = { unreceivedHash: 'unreceived a' };
      await logins().change(key, () => ({ kind: 'poll', polledAt: NOON + 1, intervalSeconds: 10 }));
      expect(await read('a')).toMatchObject({ polledAt: NOON + 1, intervalSeconds: 10, decision: 'pending' });
      await logins().change(key, () => ({ kind: 'deny' }));
      expect(await read('a')).toMatchObject({ decision: 'denied' });
      const prune = (now: number) =>
        database.store.prune(
          { now, keptPerMonitor: 1, oldBefore: 0, monitorsPerStep: 1, rowsPerStep: 100 },
          { by: 'expiry' },
        );
      await prune(NOON + 600_001);
      expect(await read('a')).not.toBeNull();
      await prune(NOON + DAY);
      expect(await read('a')).toBeNull();
    });

    test('logins create their token once, and not if the decision is refused', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await logins().open(newLogin('a'), limits(1));
      const token = {
        id: 'token-1',
        memberID: 'member-acme',
        name: 'overdue on db1',
        scope: 'read',
        createdAt: NOON,
        expiresAt: null,
        projects: null,
      } as const;
      const references = { teamID: 'team-acme', references: [], check: () => {} };
      const refusal = new Error('refused');
      const refused = {
        ...references,
        check: () => {
          throw refusal;
        },
      };
      const approve = (checked: typeof references) =>
        logins().change({ userCodeHash: 'code a' }, ({ decision }) =>
          decision === 'pending' ? { kind: 'approve', token, references: checked } : { kind: 'nothing' },
        );
      await expect(approve(refused)).rejects.toBe(refusal);
      expect(await read('a')).toMatchObject({ decision: 'pending' });
      const [first, second] = await Promise.all([approve(references), approve(references)]);
      expect([first?.login.decision, second?.login.decision].toSorted()).toEqual(['approved', 'pending']);
      const receive = (hash: string) =>
        logins().change({ unreceivedHash: 'unreceived a' }, ({ decision }) =>
          decision === 'approved' ? { kind: 'receive', hash } : { kind: 'nothing' },
        );
      const received = await Promise.all([receive('hash 1'), receive('hash 2')]);
      expect(received.map((each) => each?.token?.id ?? null).toSorted()).toEqual(
        [null, 'token-1'].toSorted(),
      );
      const working = await Promise.all(['hash 1', 'hash 2'].map((hash) => store.authenticate(hash, NOON)));
      expect(working.filter((access) => access !== null)).toMatchObject([
        { memberID: 'member-acme', scope: 'read' },
      ]);
    });

    test('the token of an approved login that no program received is deleted with the login', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await logins().open(newLogin('a'), limits(1));
      const token = {
        id: 'token-1',
        memberID: 'member-acme',
        name: 'overdue on db1',
        scope: 'read',
        createdAt: NOON,
        expiresAt: null,
        projects: null,
      } as const;
      const references = { teamID: 'team-acme', references: [], check: () => {} };
      await logins().change({ userCodeHash: 'code a' }, () => ({ kind: 'approve', token, references }));
      expect(await store.listTokens('member-acme', '', 10)).toMatchObject([{ id: 'token-1' }]);
      await store.prune(
        { now: NOON + DAY, keptPerMonitor: 1, oldBefore: 0, monitorsPerStep: 1, rowsPerStep: 100 },
        { by: 'expiry' },
      );
      expect(await store.listTokens('member-acme', '', 10)).toEqual([]);
    });
  });
}
