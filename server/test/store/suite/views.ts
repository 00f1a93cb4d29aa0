import {
  DEFAULT_VIEW,
  type ListView,
  PRIVATE_VIEWS_MAX,
  SHARED_VIEWS_MAX,
} from '@overdue/domain/views/list-view.ts';
import { describe, expect, test } from 'vitest';
import type { ViewResource } from '../../../src/views/contract.ts';
import { createEdit, recordOf } from '../../edits.ts';
import { eachTest, makeTeam, NOON, newMember, type OpenDatabase, removeByEmail } from './fixtures.ts';

function newView(name: string, more: Partial<ViewResource['new']> = {}): ViewResource['new'] {
  return {
    teamID: 'team-acme',
    shortID: `view-${name}`,
    name,
    memberID: null,
    settings: DEFAULT_VIEW,
    createdAt: NOON,
    ...more,
  };
}

const ACME = 'member-acme';
const BOB = 'member-bob';

export function describeViews(open: OpenDatabase): void {
  const database = eachTest(open);

  /** A team with the members Acme and Bob. */
  async function makeTwo() {
    const { store } = database;
    await makeTeam(store, 'acme');
    await store.addMember('team-acme', newMember('bob', { role: 'viewer' }));
    return store;
  }
  const namesFor = async (memberID: string | null, teamID = 'team-acme') =>
    (await database.store.savedViews(memberID).list(teamID)).map(({ name }) => name);

  describe('saved views', () => {
    test('a view keeps its settings until a change', async () => {
      const store = await makeTwo();
      const settings: ListView = {
        q: 'pg "dump" \\',
        projects: ['p1'],
        statuses: ['down', 'late'],
        tags: ['ä,%'],
        severities: ['high'],
        sort: 'next',
        group: 'tag',
      };
      const view = newView('a', { settings });
      const { teamID, createdAt: _, ...stored } = view;
      expect(recordOf(await store.savedViews(ACME).create(view))).toEqual({ ...stored, revision: 1 });
      expect(await store.savedViews(BOB).find(teamID, view.shortID)).toEqual({ ...stored, revision: 1 });
      const change = { name: 'b', memberID: ACME, settings: DEFAULT_VIEW };
      const edited = await store.savedViews(ACME).change(teamID, view.shortID, createEdit(change));
      expect(edited?.after).toEqual({ shortID: view.shortID, ...change, revision: 2 });
      expect(await store.savedViews(ACME).list(teamID)).toEqual([edited?.after]);
    });

    test('a private view exists only for its member', async () => {
      const store = await makeTwo();
      await makeTeam(store, 'other');
      await store.savedViews(ACME).create(newView('shared'));
      await store.savedViews(ACME).create(newView('mine', { memberID: ACME }));
      await store.savedViews(BOB).create(newView('his', { memberID: BOB }));
      expect(await namesFor(ACME)).toEqual(['shared', 'mine']);
      expect(await namesFor(BOB)).toEqual(['shared', 'his']);
      expect(await namesFor(null)).toEqual(['shared']);
      for (const [memberID, teamID] of [
        [BOB, 'team-acme'],
        [null, 'team-acme'],
        ['member-other', 'team-other'],
        [ACME, 'team-other'],
      ] as const) {
        const views = store.savedViews(memberID);
        expect(await views.find(teamID, 'view-mine')).toBeNull();
        const refuse = () => {
          throw new Error('The view was shown.');
        };
        expect(await views.change(teamID, 'view-mine', { references: [], merge: refuse })).toBeNull();
        expect(await views.delete(teamID, 'view-mine', refuse)).toEqual({ outcome: 'not_found' });
      }
      expect(await namesFor('member-other', 'team-other')).toEqual([]);
      expect(await namesFor(ACME)).toEqual(['shared', 'mine']);
      expect(await store.savedViews(ACME).delete('team-acme', 'view-mine')).toMatchObject({
        outcome: 'deleted',
        record: { name: 'mine' },
      });
      expect(await namesFor(ACME)).toEqual(['shared']);
    });

    test('a name is unique among shared views, and among the private views of a member', async () => {
      const store = await makeTwo();
      await makeTeam(store, 'other');
      const views = store.savedViews(ACME);
      await views.create(newView('a'));
      await views.create(newView('a', { shortID: 'p', memberID: ACME }));
      await store.savedViews(BOB).create(newView('a', { shortID: 'q', memberID: BOB }));
      await store.savedViews('member-other').create(newView('a', { shortID: 'o', teamID: 'team-other' }));
      const taken = { code: 'conflict', message: expect.stringContaining('“a”') };
      await expect(views.create(newView('a', { shortID: 'x' }))).rejects.toMatchObject(taken);
      await expect(views.create(newView('a', { shortID: 'x', memberID: ACME }))).rejects.toMatchObject(taken);
      await views.create(newView('b'));
      const rename = (name: string, memberID: string | null) =>
        views.change('team-acme', 'view-b', createEdit({ name, memberID, settings: DEFAULT_VIEW }));
      await expect(rename('a', null)).rejects.toMatchObject(taken);
      await expect(rename('a', ACME)).rejects.toMatchObject(taken);
      expect(await rename('b', ACME)).toMatchObject({ after: { memberID: ACME } });
      expect(await rename('c', null)).toMatchObject({ after: { name: 'c', memberID: null } });
    });

    test('concurrent views of one name leave one of them', async () => {
      const store = await makeTwo();
      const made = await Promise.allSettled([
        store.savedViews(ACME).create(newView('a', { shortID: '1' })),
        store.savedViews(ACME).create(newView('a', { shortID: '2' })),
        store.savedViews(ACME).create(newView('b', { shortID: '3' })),
      ]);
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      const change = createEdit({ name: 'c', memberID: null, settings: DEFAULT_VIEW });
      const views = await store.savedViews(null).list('team-acme');
      const renamed = await Promise.allSettled(
        views.map(({ shortID }) => store.savedViews(ACME).change('team-acme', shortID, change)),
      );
      expect(renamed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of [...made, ...renamed])
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    });

    test.each([
      ['shared', null, SHARED_VIEWS_MAX],
      ['private', ACME, PRIVATE_VIEWS_MAX],
    ] as const)('there are at most so many %s views', async (kind, memberID, max) => {
      const store = await makeTwo();
      const views = store.savedViews(ACME);
      for (let number = 0; number < max; number += 1) await views.create(newView(`${number}`, { memberID }));
      const full = { code: 'conflict', message: expect.stringContaining(`${max} ${kind} views`) };
      await expect(views.create(newView('more', { memberID }))).rejects.toMatchObject(full);
      const other = memberID === null ? ACME : null;
      await views.create(newView('more', { memberID: other }));
      const moved = createEdit({ name: 'more', memberID, settings: DEFAULT_VIEW });
      await expect(views.change('team-acme', 'view-more', moved)).rejects.toMatchObject(full);
      const renamed = createEdit({ name: 'renamed', memberID, settings: DEFAULT_VIEW });
      expect(await views.change('team-acme', 'view-0', renamed)).toMatchObject({
        after: { name: 'renamed' },
      });
    });

    test('private views go with their member, and shared views stay', async () => {
      const store = await makeTwo();
      await store.savedViews(BOB).create(newView('his', { memberID: BOB }));
      await store.savedViews(BOB).create(newView('shared'));
      await removeByEmail(store, 'team-acme', 'bob@example.com');
      expect(await namesFor(BOB)).toEqual(['shared']);
    });
  });
}
