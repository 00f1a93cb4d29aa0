import { describe, expect, test } from 'vitest';
import type { ProgramLogin } from '../../../src/domain/access/program-login.ts';
import { DAY, eachTest, makeTeam, NOON, type OpenDatabase } from './fixtures.ts';

function newLogin(id: string): ProgramLogin {
  return {
    tokenHash: `token ${id}`,
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

export function describeProgramLogins(open: OpenDatabase): void {
  const database = eachTest(open);
  const logins = () => database.store.programLogins;
  const read = (id: string) => logins().change({ tokenHash: `token ${id}` }, () => ({ kind: 'nothing' }));

  describe('program logins', () => {
    test('each login is found by both of its unique codes, and open logins are limited until they expire', async () => {
      expect(await logins().open(newLogin('a'), 1)).toBe('opened');
      expect(await read('a')).toEqual(newLogin('a'));
      expect(await logins().change({ userCodeHash: 'code a' }, () => ({ kind: 'nothing' }))).toEqual(
        newLogin('a'),
      );
      expect(await read('b')).toBeNull();
      expect(await logins().open(newLogin('b'), 1)).toBe('too_many');
      expect(await logins().open({ ...newLogin('b'), userCodeHash: 'code a' }, 2)).toBe('taken');
      expect(await logins().open({ ...newLogin('b'), createdAt: NOON + 600_000 }, 1)).toBe('opened');
    });

    test('record polls and denials, and are deleted some time after their expiry', async () => {
      await logins().open(newLogin('a'), 1);
      const key = { tokenHash: 'token a' };
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
      await logins().open(newLogin('a'), 1);
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
      expect([first?.decision, second?.decision].toSorted()).toEqual(['approved', 'pending']);
      expect(await store.authenticate('token a', NOON)).toMatchObject({
        memberID: 'member-acme',
        scope: 'read',
      });
    });
  });
}
