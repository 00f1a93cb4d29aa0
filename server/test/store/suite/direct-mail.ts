import { DIRECT_MAIL_CHANNEL_ID } from '@overdue/domain/alerting/direct-mail.ts';
import { pushChannelID } from '@overdue/domain/alerting/direct-recipient.ts';
import { describe, expect, test } from 'vitest';
import {
  claim,
  EMPTY_PLAN,
  ended,
  makeChannel,
  newDelivery,
  planDeliveries,
  planned,
  readPlanInput,
} from './alert-fixtures.ts';
import {
  applyOne,
  DAY,
  eachTest,
  MINUTE,
  makeMonitors,
  makeTeam,
  NOON,
  newMember,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const GONE = { outcome: 'gone', status: 410, answer: 'The webhook was deleted.' } as const;

export function describeDirectMail(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates a team whose only channel has just been disabled. */
  async function disableChannel(): Promise<string> {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    const { teamID, id } = monitor!;
    const channel = await makeChannel(store, teamID, 'ops');
    await applyOne(store, ping(id, 'fail', NOON));
    await planDeliveries(store, [channel]);
    const [alarm] = await claim(store, NOON);
    await store.recordAttempts([ended(alarm!, NOON, GONE)]);
    return teamID;
  }

  /** Plans a mail to each address. The key is the address. */
  async function mail(...addresses: readonly string[]): Promise<void> {
    await database.store.planDueRows(NOON, 10, {
      plan: ({ rows }) => ({
        ...EMPTY_PLAN,
        rows: planned(rows),
        deliveries: addresses.map((address) =>
          newDelivery(rows[0]!, DIRECT_MAIL_CHANNEL_ID, {
            key: address,
            kind: 'channel_disabled',
            alert: JSON.stringify({ key: address, title: 'Off', text: ['Why.'], recipient: address }),
          }),
        ),
      }),
    });
  }

  describe('direct mail', () => {
    test('planning sees only the owners and admins when a channel was disabled', async () => {
      const { store } = database;
      const teamID = await disableChannel();
      await store.addMember(teamID, newMember('bob', { role: 'admin', createdAt: NOON - DAY }));
      await store.addMember(teamID, newMember('cy', { role: 'member' }));
      await store.addMember(teamID, newMember('di', { role: 'viewer' }));
      await makeTeam(store, 'other');
      expect((await readPlanInput(store, NOON))?.admins).toEqual(['acme@example.com', 'bob@example.com']);
    });

    test('planning sees no members for other alerts', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'fail', NOON));
      expect((await readPlanInput(store, NOON))?.admins).toEqual([]);
    });

    test('direct mail is claimed, retried and listed like a delivery to a channel', async () => {
      const { store } = database;
      const teamID = await disableChannel();
      await mail('ada@example.com', 'bob@example.com');
      expect(await store.findNextAlertAt()).toBe(NOON);
      const [ada, bob, ...more] = await claim(store, NOON);
      expect([ada, bob, more]).toMatchObject([
        { key: 'ada@example.com', channel: { id: DIRECT_MAIL_CHANNEL_ID, shortID: '', type: 'email' } },
        { key: 'bob@example.com' },
        [],
      ]);
      expect(await claim(store, NOON + MINUTE - 1)).toEqual([]);
      const later = { outcome: 'failed', status: 421, answer: 'Busy', nextAt: NOON + MINUTE } as const;
      await store.recordAttempts([ended(ada!, NOON, later), ended(bob!, NOON)]);
      expect(await store.findNextAlertAt()).toBe(NOON + MINUTE);
      const [again] = await claim(store, NOON + MINUTE);
      expect(again).toMatchObject({ key: 'ada@example.com', attempts: 1 });
      expect(
        (await store.listDeliveries(teamID, { key: 'ada@example.com', limit: 1 }))[0] ?? null,
      ).toMatchObject({
        state: 'waiting',
        channel: { shortID: '', name: 'ada@example.com', type: 'email' },
      });
      const [newest, ...older] = await store.listDeliveries(teamID, { limit: 10 });
      expect(newest).toMatchObject({
        key: 'bob@example.com',
        state: 'sent',
        channel: { name: 'bob@example.com' },
      });
      expect(older).toHaveLength(2);
      expect(await store.listDeliveries(teamID, { channelShortID: 'ops', limit: 10 })).toHaveLength(1);
    });

    test('a message to the devices of a member is claimed as a notification, and named by the member', async () => {
      const { store } = database;
      const teamID = await disableChannel();
      const alert = {
        key: 'push',
        title: 'Off',
        text: ['Why.'],
        recipient: 'member-ada',
        recipientName: 'Ada',
      };
      await store.planDueRows(NOON, 10, {
        plan: ({ rows }) => ({
          ...EMPTY_PLAN,
          rows: planned(rows),
          deliveries: [
            newDelivery(rows[0]!, pushChannelID('member-ada'), {
              key: 'push',
              kind: 'down',
              alert: JSON.stringify(alert),
            }),
          ],
        }),
      });
      expect(await claim(store, NOON)).toMatchObject([
        { key: 'push', channel: { id: pushChannelID('member-ada'), shortID: '', type: 'webpush' } },
      ]);
      expect(await store.listDeliveries(teamID, { key: 'push', limit: 1 })).toMatchObject([
        { channel: { shortID: '', name: 'Ada', type: 'webpush' } },
      ]);
    });

    test('direct mail to an address that does not exist ends without an alert', async () => {
      const { store } = database;
      const teamID = await disableChannel();
      await mail('ada@example.com');
      const [only] = await claim(store, NOON);
      await store.recordAttempts([ended(only!, NOON, { ...GONE, status: 550 })]);
      expect(
        (await store.listDeliveries(teamID, { key: 'ada@example.com', limit: 1 }))[0] ?? null,
      ).toMatchObject({ state: 'failed' });
      expect(await readPlanInput(store, NOON + DAY)).toBeNull();
    });

    test('direct mail is given up after its time, and can be sent again', async () => {
      const { store } = database;
      const teamID = await disableChannel();
      await mail('ada@example.com');
      expect(await claim(store, NOON + DAY)).toEqual([]);
      const given = (await store.listDeliveries(teamID, { key: 'ada@example.com', limit: 1 }))[0] ?? null;
      expect(given).toMatchObject({ state: 'failed' });
      expect(
        await store.makeAlertsDue({ deliveryID: given!.id, expiresAt: NOON + 2 * DAY }, NOON + DAY),
      ).toBe(1);
      expect(await claim(store, NOON + DAY)).toHaveLength(1);
    });
  });
}
