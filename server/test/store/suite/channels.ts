import { describe, expect, test } from 'vitest';
import type { NewChannel } from '../../../src/channels/contract.ts';
import { createEdit, recordOf } from '../../edits.ts';
import { eachTest, makeTeam, NOON, type OpenDatabase } from './fixtures.ts';

export function newChannel(name: string, more: Partial<NewChannel> = {}): NewChannel {
  return {
    teamID: 'team-acme',
    shortID: `channel-${name}`,
    type: 'webhook',
    name,
    isDefault: true,
    subscriptions: ['down', 'recovered'],
    tags: ['prod'],
    minSeverity: 'low',
    members: [],
    settings: `sealed settings of ${name}`,
    createdAt: NOON,
    ...more,
  };
}

export function describeChannels(open: OpenDatabase): void {
  const database = eachTest(open);

  async function makeChannels(...names: string[]) {
    const { store } = database;
    await makeTeam(store, 'acme');
    for (const name of names) await store.channels.create(newChannel(name), { max: 100 });
    return store.channels.list('team-acme');
  }

  describe('channels', () => {
    test('channels keep their settings', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const made = newChannel('a', {
        isDefault: false,
        subscriptions: [],
        tags: ['ä', 'b'],
        minSeverity: 'high',
        members: ['x'],
      });
      const created = recordOf(await store.channels.create(made, { max: 1 }));
      expect(created).toEqual({
        ...made,
        id: created.id,
        disabled: null,
        disabledAt: null,
        lastSentAt: null,
        lastError: null,
        revision: 1,
      });
      expect(await store.channels.find('team-acme', 'channel-a')).toEqual(created);
      expect(await store.channels.find('team-acme', 'channel-b')).toBeNull();
    });

    test('channels are listed oldest first, after an ID, and only of one team', async () => {
      const { store } = database;
      const [a, b, c] = await makeChannels('a', 'b', 'c');
      await makeTeam(store, 'other');
      await store.channels.create(newChannel('d', { teamID: 'team-other' }), { max: 100 });
      expect([a?.name, b?.name, c?.name]).toEqual(['a', 'b', 'c']);
      expect(await store.channels.list('team-acme', { afterID: 0, limit: 2 })).toEqual([a, b]);
      expect(await store.channels.list('team-acme', { afterID: a!.id, limit: 5 })).toEqual([b, c]);
      expect(await store.channels.find('team-other', 'channel-a')).toBeNull();
      expect(await store.channels.findInAnyTeam('channel-a')).toEqual(a);
      expect(await store.channels.findInAnyTeam('channel-x')).toBeNull();
    });

    test('simultaneous creates never exceed the maximum of channels', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const made = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.channels.create(newChannel(name), { max: 2 })),
      );
      expect(made.filter(({ outcome }) => outcome === 'created')).toHaveLength(2);
      expect(
        await store.channels.create(newChannel('e', { teamID: 'team-other' }), { max: 2 }),
      ).toMatchObject({ outcome: 'created' });
    });

    test('only the given fields of a channel change', async () => {
      const { store } = database;
      const [a, b] = await makeChannels('a', 'b');
      await store.channels.change('team-acme', 'channel-a', { references: [], merge: () => null });
      expect(await store.channels.find('team-acme', 'channel-a')).toEqual(a);
      const change = { disabled: 'why', disabledAt: NOON + 1, name: 'new', settings: 'other' };
      await store.channels.change('team-acme', 'channel-a', createEdit(change));
      expect(await store.channels.find('team-acme', 'channel-a')).toEqual({ ...a, ...change, revision: 2 });
      const rest = {
        isDefault: false,
        subscriptions: [],
        tags: [],
        minSeverity: 'critical',
        members: ['x'],
      } as const;
      await store.channels.change(
        'team-acme',
        'channel-a',
        createEdit({ ...rest, disabled: null, disabledAt: null }),
      );
      expect(await store.channels.find('team-acme', 'channel-a')).toEqual({
        ...a,
        ...change,
        ...rest,
        disabled: null,
        disabledAt: null,
        revision: 3,
      });
      expect(await store.channels.find('team-acme', 'channel-b')).toEqual(b);
    });

    test('deleted channels leave their groups', async () => {
      const { store } = database;
      const [a, b] = await makeChannels('a', 'b');
      const group = newChannel('all', { type: 'group', members: ['channel-a', 'channel-b'] });
      await store.channels.create(group, { max: 100 });
      const deletion = () => store.channels.delete('team-acme', 'channel-a');
      expect(await deletion()).toEqual({ outcome: 'deleted', record: a });
      expect(await deletion()).toEqual({ outcome: 'not_found' });
      expect((await store.channels.list('team-acme')).map(({ name }) => name)).toEqual(['b', 'all']);
      expect(await store.channels.find('team-acme', 'channel-all')).toMatchObject({ members: ['channel-b'] });
      expect(await store.channels.find('team-acme', 'channel-b')).toEqual(b);
    });
  });
}
