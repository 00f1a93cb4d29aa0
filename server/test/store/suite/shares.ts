import { SHARE_OPTIONS_DEFAULT, type Share, type ShareScope } from '@overdue/domain/access/share.ts';
import { describe, expect, test } from 'vitest';
import { createEdit, recordOf } from '../../edits.ts';
import { eachTest, makeTeam, NOON, type OpenDatabase } from './fixtures.ts';

function newShare(teamID: string, name: string, more: Partial<Share> = {}): Share {
  return {
    shareID: `share-${name}`,
    teamID,
    kind: 'badge',
    key: `key-${name}`,
    title: `Share ${name}`,
    scope: { kind: 'team' },
    options: SHARE_OPTIONS_DEFAULT,
    createdAt: NOON,
    createdBy: 'Ann',
    ...more,
  };
}

export function describeShares(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('shares', () => {
    test('shares keep their settings, for every scope and option', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const scopes: readonly ShareScope[] = [
        { kind: 'team' },
        { kind: 'project', projectShortID: 'p1' },
        { kind: 'tag', tag: 'prod "db"' },
        { kind: 'monitor', shortID: 'm1' },
      ];
      const options = {
        description: 'Ünïcode\n',
        timezone: 'Europe/Riga',
        indexed: true,
        style: 'flat-square',
      } as const;
      for (const [index, scope] of scopes.entries()) {
        const share = newShare('team-acme', `s${index}`, { scope, options, kind: 'status_page' });
        expect(recordOf(await store.shares.create(share, { max: 10 }))).toEqual({ ...share, revision: 1 });
        expect(await store.shares.findInAnyTeam(share.key)).toEqual({ ...share, revision: 1 });
      }
      expect((await store.shares.list('team-acme')).map(({ scope }) => scope)).toEqual(scopes);
    });

    test('shares are found by their exact key, in any team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const share = newShare('team-acme', 'a');
      await store.shares.create(share, { max: 10 });
      expect(await store.shares.findInAnyTeam('key-a')).toEqual({ ...share, revision: 1 });
      expect(await store.shares.findInAnyTeam('KEY-A')).toBeNull();
      expect(await store.shares.findInAnyTeam('share-a')).toBeNull();
      expect(await store.shares.findInAnyTeam('')).toBeNull();
    });

    test('the key of a share is unique among all teams', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      recordOf(await store.shares.create(newShare('team-acme', 'a'), { max: 10 }));
      const again = newShare('team-other', 'b', { key: 'key-a', kind: 'calendar' });
      expect(await store.shares.create(again, { max: 10 })).toEqual({ outcome: 'key_taken' });
      expect(await store.shares.list('team-other')).toEqual([]);
    });

    test('simultaneous creates never exceed the maximum number of shares per team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const outcomes = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.shares.create(newShare('team-acme', name), { max: 2 })),
      );
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
        'created',
        'created',
        'too_many',
        'too_many',
      ]);
      recordOf(await store.shares.create(newShare('team-other', 'e'), { max: 2 }));
    });

    test('only the given fields of a share change, and only for its team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const share = newShare('team-acme', 'a');
      await store.shares.create(share, { max: 10 });
      const options = { ...SHARE_OPTIONS_DEFAULT, description: 'New' };
      expect(await store.shares.change('team-acme', 'share-a', createEdit({ options }))).toEqual({
        before: { ...share, revision: 1 },
        after: { ...share, options, revision: 2 },
      });
      const after = { ...share, options, title: 'T', revision: 3 };
      expect(await store.shares.change('team-acme', 'share-a', createEdit({ title: 'T' }))).toMatchObject({
        after,
      });
      const nothing = { references: [], merge: () => null };
      expect(await store.shares.change('team-acme', 'share-a', nothing)).toEqual({ before: after, after });
      expect(await store.shares.change('team-other', 'share-a', createEdit({ title: 'Theirs' }))).toBeNull();
      expect(await store.shares.findInAnyTeam('key-a')).toEqual(after);
    });

    test('only its team deletes a share, and the key is free afterwards', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const share = newShare('team-acme', 'a');
      await store.shares.create(share, { max: 10 });
      expect(await store.shares.delete('team-other', 'share-a')).toEqual({ outcome: 'not_found' });
      const deletion = () => store.shares.delete('team-acme', 'share-a');
      const record = { ...share, revision: 1 };
      expect(await deletion()).toEqual({ outcome: 'deleted', record });
      expect(await deletion()).toEqual({ outcome: 'not_found' });
      expect(await store.shares.findInAnyTeam('key-a')).toBeNull();
      recordOf(await store.shares.create(newShare('team-other', 'b', { key: 'key-a' }), { max: 10 }));
    });
  });
}
