import { describe, expect, test } from 'vitest';
import { createEdit } from '../../edits.ts';
import { claim, ended, makeChannel, planDeliveries } from './alert-fixtures.ts';
import {
  applyOne,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describeDeliveries(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates monitors that are down, and channels. Each channel has an alarm for each monitor. */
  async function alarm(monitors: number, ...names: readonly string[]) {
    const { store } = database;
    const made = await makeMonitors(store, monitors);
    const teamID = made[0]?.teamID ?? '';
    const channels: number[] = [];
    for (const name of names) channels.push(await makeChannel(store, teamID, name));
    await store.apply(made.map(({ id }, index) => ping(id, 'fail', NOON + index)));
    await planDeliveries(store, channels);
    return { teamID, ids: made.map(({ id }) => id), channels };
  }

  const failed = (nextAt: number | null) =>
    ({ outcome: 'failed', status: 503, answer: 'Busy', nextAt }) as const;
  const titles = (claimed: readonly { readonly alert: string }[]) =>
    claimed.map(({ alert }): unknown => JSON.parse(alert).title);

  describe('claimDeliveries', () => {
    test('each delivery is leased to one claimer, until the lease ends', async () => {
      await alarm(5, 'ops', 'dev');
      const { store } = database;
      const both = await Promise.all([claim(store, NOON, { limit: 6 }), claim(store, NOON, { limit: 6 })]);
      expect(both.map(({ length }) => length > 6)).toEqual([false, false]);
      expect(both.flat()).toHaveLength(10);
      expect(new Set(both.flat().map(({ id }) => id)).size).toBe(10);
      expect(await claim(store, NOON + MINUTE - 1)).toEqual([]);
      expect(await store.findNextAlertAt()).toBe(NOON + MINUTE);
      expect(await claim(store, NOON + MINUTE)).toHaveLength(10);
    });

    test('deliveries that another process may still attempt are not claimed right after an outage', async () => {
      await alarm(2, 'ops');
      const { store } = database;
      await claim(store, NOON, { limit: 1 });
      const later = NOON + 2 * DAY;
      expect(await claim(store, NOON + MINUTE, { takesOver: false })).toHaveLength(1);
      expect(await claim(store, later, { takesOver: false })).toEqual([]);
      expect(await store.findNextAlertAt()).toBeLessThan(later);
    });

    test('each channel gets only as many deliveries as it has room for', async () => {
      const { channels } = await alarm(5, 'ops', 'dev', 'sick');
      const [ops, dev, sick] = channels;
      const claimed = await claim(database.store, NOON, {
        perChannel: 2,
        capacity: new Map([
          [sick!, 0],
          [dev!, 4],
        ]),
      });
      const perChannel = Map.groupBy(claimed, ({ channel }) => channel.id);
      expect([ops, dev, sick].map((id) => perChannel.get(id!)?.length ?? 0)).toEqual([2, 4, 0]);
      expect(claimed[0]).toMatchObject({
        attempts: 0,
        channel: { shortID: 'ops', type: 'slack', settings: 'sealed' },
      });
    });

    test('no recovery overtakes its alarm', async () => {
      const { ids, channels } = await alarm(2, 'ops');
      const { store } = database;
      await applyOne(store, ping(ids[0]!, 'end', NOON + MINUTE));
      await planDeliveries(store, channels);
      const [first, second, ...more] = await claim(store, NOON + MINUTE);
      expect([titles([first!, second!]), more]).toEqual([['down', 'down'], []]);
      await store.recordAttempts([ended(second!, NOON + MINUTE)]);
      expect(await claim(store, NOON + MINUTE)).toEqual([]);
      await store.recordAttempts([ended(first!, NOON + MINUTE)]);
      expect(titles(await claim(store, NOON + MINUTE))).toEqual(['recovered']);
    });

    test('a queued delivery does not count as the next delivery', async () => {
      const { ids, channels } = await alarm(1, 'ops');
      const { store } = database;
      const [first] = await claim(store, NOON);
      await store.recordAttempts([ended(first!, NOON, failed(NOON + HOUR))]);
      await applyOne(store, ping(ids[0]!, 'end', NOON + MINUTE));
      await planDeliveries(store, channels);
      expect(await claim(store, NOON + MINUTE)).toEqual([]);
      expect(await store.findNextAlertAt()).toBe(NOON + HOUR);
    });

    test('expired deliveries are given up, also of a disabled channel', async () => {
      const { teamID } = await alarm(1, 'ops');
      const { store } = database;
      await store.channels.change(teamID, 'ops', createEdit({ disabled: 'Gone.', disabledAt: NOON }));
      expect(await claim(store, NOON)).toEqual([]);
      expect(await store.findNextAlertAt()).toBe(NOON + DAY);
      expect(await claim(store, NOON + DAY - 1)).toEqual([]);
      expect(await store.listDeliveries(teamID, { state: 'failed', limit: 10 })).toEqual([]);
      expect(await claim(store, NOON + DAY)).toEqual([]);
      expect(await store.listDeliveries(teamID, { state: 'failed', limit: 10 })).toMatchObject([
        { doneAt: NOON + DAY, attempts: 0 },
      ]);
      expect(await store.findNextAlertAt()).toBeNull();
    });
  });

  describe('extendClaims', () => {
    test('the end of a lease moves, unless the lease was taken over or has ended', async () => {
      await alarm(3, 'ops');
      const { store } = database;
      const [kept, lost, done] = await claim(store, NOON);
      const claims = [kept, lost, done].map((delivery) => ({
        deliveryID: delivery!.id,
        leaseUntil: delivery!.leaseUntil,
      }));
      await store.recordAttempts([ended(done!, NOON)]);
      expect(await store.extendClaims([claims[0]!], NOON + 2 * MINUTE)).toEqual([kept!.id]);
      expect(await claim(store, NOON + MINUTE)).toMatchObject([{ id: lost!.id }]);
      expect(await store.extendClaims(claims.slice(1), NOON + HOUR)).toEqual([]);
      const again = await claim(store, NOON + 2 * MINUTE);
      expect(again.map(({ id }) => id).sort()).toEqual([kept!.id, lost!.id]);
    });
  });

  describe('recordAttempts', () => {
    test('each attempt is recorded, with the health of the channel', async () => {
      const { teamID } = await alarm(1, 'ops');
      const { store } = database;
      const [first] = await claim(store, NOON);
      await store.recordAttempts([ended(first!, NOON + 1, failed(NOON + MINUTE))]);
      expect(await store.channels.find(teamID, 'ops')).toMatchObject({
        lastSentAt: null,
        lastError: { at: NOON + 1, answer: 'Busy' },
      });
      expect(await claim(store, NOON + MINUTE - 1)).toEqual([]);
      const [again] = await claim(store, NOON + MINUTE);
      expect(again).toMatchObject({ id: first!.id, key: first!.key, attempts: 1 });
      await store.recordAttempts([ended(again!, NOON + MINUTE)]);
      expect((await store.listDeliveries(teamID, { key: first!.key, limit: 1 }))[0] ?? null).toMatchObject({
        state: 'sent',
        attempts: 2,
        doneAt: NOON + MINUTE,
      });
      expect(await store.listAttempts(first!.id, 10)).toMatchObject([
        { at: NOON + 1, latencyMs: 7, ...failed(NOON + MINUTE) },
        { at: NOON + MINUTE, outcome: 'sent', status: 200, answer: 'OK', nextAt: null },
      ]);
      expect(await store.channels.find(teamID, 'ops')).toMatchObject({
        lastSentAt: NOON + MINUTE,
        lastError: null,
      });
      expect(await store.findNextAlertAt()).toBeNull();
    });

    test('only success counts for an attempt whose lease was taken over', async () => {
      const { teamID } = await alarm(2, 'ops');
      const { store } = database;
      const late = await claim(store, NOON);
      const [first, second] = await claim(store, NOON + MINUTE);
      expect([first?.id, second?.id]).toEqual(late.map(({ id }) => id));
      await store.recordAttempts([ended(late[0]!, NOON + 1, failed(null)), ended(late[1]!, NOON + 1)]);
      expect(await claim(store, NOON + MINUTE + 1)).toEqual([]);
      expect(await store.listDeliveries(teamID, { limit: 10 })).toMatchObject([
        { key: second!.key, state: 'sent', attempts: 1 },
        { key: first!.key, state: 'waiting', attempts: 1 },
      ]);
      await store.recordAttempts([
        ended(first!, NOON + MINUTE, failed(NOON + HOUR)),
        ended(second!, NOON + MINUTE, failed(NOON + HOUR)),
      ]);
      expect(await store.listDeliveries(teamID, { limit: 10 })).toMatchObject([
        { state: 'sent', attempts: 2, doneAt: NOON + 1 },
        { state: 'waiting', attempts: 2, dueAt: NOON + HOUR },
      ]);
    });

    test('a repeated record changes nothing', async () => {
      const { teamID } = await alarm(1, 'ops');
      const { store } = database;
      const [first] = await claim(store, NOON);
      const attempts = [ended(first!, NOON, failed(NOON + HOUR))];
      for (let time = 0; time < 2; time += 1) await store.recordAttempts(attempts);
      expect(await store.listAttempts(first!.id, 10)).toHaveLength(1);
      expect((await store.listDeliveries(teamID, { key: first!.key, limit: 1 }))[0] ?? null).toMatchObject({
        attempts: 1,
        dueAt: NOON + HOUR,
      });
    });

    test('a refused delivery, and a delivery without another attempt, is given up', async () => {
      const { teamID } = await alarm(2, 'ops');
      const { store } = database;
      const [first, second] = await claim(store, NOON);
      await store.recordAttempts([
        ended(first!, NOON, { outcome: 'refused', answer: 'Too long' }),
        ended(second!, NOON, failed(null)),
      ]);
      expect(await store.listDeliveries(teamID, { state: 'failed', limit: 10 })).toHaveLength(2);
      expect(await claim(store, NOON + HOUR)).toEqual([]);
    });

    test('a failed alarm is merged into the recovery behind it', async () => {
      const { ids, teamID, channels } = await alarm(1, 'ops');
      const { store } = database;
      const [first] = await claim(store, NOON);
      await applyOne(store, ping(ids[0]!, 'end', NOON + MINUTE));
      await planDeliveries(store, channels);
      await store.recordAttempts([ended(first!, NOON + MINUTE, failed(NOON + HOUR))]);
      const [recovery, ...more] = await claim(store, NOON + MINUTE);
      expect(JSON.parse(recovery!.alert)).toEqual({
        title: 'Was down. recovered',
        text: ['Why.', 'The down alert could not be delivered.'],
        includesLostAlarm: true,
      });
      expect(more).toEqual([]);
      expect((await store.listDeliveries(teamID, { key: first!.key, limit: 1 }))[0] ?? null).toMatchObject({
        state: 'merged',
        mergedInto: recovery!.key,
        attempts: 1,
      });
    });

    test('a channel that is gone is disabled, the team is informed once, and waiting deliveries are kept', async () => {
      const { teamID } = await alarm(3, 'ops');
      const { store } = database;
      const [first, second] = await claim(store, NOON, { limit: 2 });
      const gone = { outcome: 'gone', status: 410, answer: 'The webhook was deleted.' } as const;
      await store.recordAttempts([ended(first!, NOON, gone), ended(second!, NOON, gone)]);
      expect(await store.channels.find(teamID, 'ops')).toMatchObject({
        disabled: 'The webhook was deleted.',
        disabledAt: NOON,
      });
      const rows = await planDeliveries(store, []);
      expect(rows).toMatchObject([{ kind: 'channel_disabled', at: NOON, subject: null }]);
      expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({
        channel: 'ops',
        name: '#ops',
        reason: gone.answer,
      });
      expect(await claim(store, NOON)).toEqual([]);
      await store.channels.change(teamID, 'ops', createEdit({ disabled: null, disabledAt: null }));
      expect(await claim(store, NOON)).toHaveLength(1);
    });

    test('deliveries that were deleted during their attempt are skipped', async () => {
      const { teamID } = await alarm(2, 'ops', 'dev');
      const { store } = database;
      const claimed = await claim(store, NOON);
      await store.channels.delete(teamID, 'ops');
      await store.recordAttempts(claimed.map((delivery) => ended(delivery, NOON)));
      expect(await store.listDeliveries(teamID, { state: 'sent', limit: 10 })).toHaveLength(2);
    });
  });

  describe('retryAlerts of a channel', () => {
    test('the time of a combined message stays', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const channel = await makeChannel(store, monitor!.teamID, 'ops');
      await applyOne(store, ping(monitor!.id, 'fail', NOON));
      await planDeliveries(store, [channel], { kind: 'combined', dueAt: NOON + MINUTE });
      await store.makeAlertsDue({ channelID: channel }, NOON + 1);
      expect(await claim(store, NOON + 1)).toEqual([]);
    });

    test('failed deliveries become due, but not deliveries under way or of other channels', async () => {
      const { channels } = await alarm(2, 'ops', 'dev');
      const { store } = database;
      const claimed = await claim(store, NOON);
      await store.recordAttempts(
        claimed.slice(0, -1).map((delivery) => ended(delivery, NOON, failed(NOON + HOUR))),
      );
      await store.makeAlertsDue({ channelID: channels[0]! }, NOON + 1);
      const woken = await claim(store, NOON + 1);
      expect(woken.map(({ channel }) => channel.shortID)).toEqual(['ops', 'ops']);
    });
  });

  describe('raiseAlerts of timers', () => {
    test('each due timer gets a row, and is cleared', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'fail', NOON));
      await store.planDueRows(NOON, 10, {
        plan: ({ rows }) => ({
          rows: rows.map(({ id }) => ({
            outboxID: id,
            outcome: 'planned',
            planAt: 0,
            held: null,
            decisions: [],
          })),
          deliveries: [],
          additions: [],
          replacedAlarms: [],
          incidentTimers: [
            {
              incidentID: rows[0]?.incident?.id ?? 0,
              remindAt: NOON + HOUR,
              escalateAt: NOON + MINUTE,
              escalationStep: 1,
            },
          ],
        }),
      });
      expect(await store.findNextAlertAt()).toBe(NOON + MINUTE);
      expect(await store.raiseAlerts({ kind: 'timers', limit: 10 }, NOON + MINUTE - 1)).toBe(0);
      expect(await store.raiseAlerts({ kind: 'timers', limit: 1 }, NOON + HOUR)).toBe(1);
      expect(await store.raiseAlerts({ kind: 'timers', limit: 10 }, NOON + HOUR)).toBe(1);
      expect(await store.raiseAlerts({ kind: 'timers', limit: 10 }, NOON + HOUR)).toBe(0);
      const rows = await planDeliveries(store, []);
      expect(rows.map(({ kind, at, incident }) => [kind, at, incident?.escalationStep])).toEqual([
        ['reminder', NOON + HOUR, 1],
        ['escalation', NOON + HOUR, 1],
      ]);
      expect(await store.findNextAlertAt()).toBeNull();
    });
  });

  describe('raiseAlerts of reports', () => {
    test('each subscribed team gets one report', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const { teamID } = a!;
      await makeChannel(store, teamID, 'mail', { subscriptions: ['report_weekly'] });
      await store.apply([
        ping(a!.id, 'end', NOON - 1),
        ...[0, 1, 2].map((minute) => ping(a!.id, 'fail', NOON + minute)),
        ping(b!.id, 'end', NOON),
        ping(b!.id, 'end', NOON + DAY),
      ]);
      await planDeliveries(store, []);
      const raise = () =>
        store.raiseAlerts({ kind: 'reports', period: 'weekly', from: NOON, to: NOON + HOUR }, NOON + DAY);
      expect(
        await store.raiseAlerts(
          { kind: 'reports', period: 'monthly', from: NOON, to: NOON + HOUR },
          NOON + DAY,
        ),
      ).toBe(0);
      expect([await raise(), await raise()]).toEqual([1, 0]);
      const rows = await planDeliveries(store, []);
      expect(rows).toMatchObject([{ kind: 'report', at: NOON + DAY, subject: null, incident: null }]);
      expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({
        period: 'weekly',
        from: NOON,
        to: NOON + HOUR,
        runs: 4,
        succeeded: 1,
        failed: 3,
        missed: 0,
        incidents: 1,
        worst: [{ shortID: 'short-job-1', name: 'job-1', runs: 3, failures: 3 }],
        silentChannels: [{ name: '#mail', why: 'No message was sent to this channel in this period.' }],
      });
    });
  });
}
