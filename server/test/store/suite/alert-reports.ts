import { describe, expect, test } from 'vitest';
import type { DeliveryFilter } from '../../../src/alerts/contract.ts';
import { claim, EMPTY_PLAN, ended, makeChannel, planDeliveries, planned } from './alert-fixtures.ts';
import {
  applyOne,
  DAY,
  eachTest,
  foundMonitor,
  HOUR,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describeAlertReports(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates two monitors of the team Acme that are down, and two channels. */
  async function makeTrouble() {
    const { store } = database;
    const [a, b] = await makeMonitors(store, 2);
    const channels = [
      await makeChannel(store, a!.teamID, 'first'),
      await makeChannel(store, a!.teamID, 'second'),
    ];
    for (const { id } of [a!, b!]) await applyOne(store, ping(id, 'fail', NOON));
    return { store, teamID: a!.teamID, monitors: [a!, b!] as const, channels };
  }

  describe('deliveries', () => {
    test('deliveries are listed newest first, page by page, by combined filters, and only of one team', async () => {
      const { store, teamID, monitors, channels } = await makeTrouble();
      await planDeliveries(store, channels);
      await makeTeam(store, 'other');
      const list = async (filter: Partial<DeliveryFilter>) =>
        (await store.listDeliveries(teamID, { limit: 10, ...filter })).map(({ key }) => key);
      const all = await list({});
      expect(all).toHaveLength(4);
      const ids = (await store.listDeliveries(teamID, { limit: 10 })).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((x, y) => y - x));
      expect(await list({ limit: 3 })).toEqual(all.slice(0, 3));
      expect(await list({ before: ids[1]! })).toEqual(all.slice(2));
      const ofFirst = await list({ channelShortID: 'first' });
      expect(ofFirst).toHaveLength(2);
      const [, b] = monitors;
      const ofB = await list({ monitorShortID: b.shortID });
      expect(ofB).toHaveLength(2);
      const both = { channelShortID: 'first', monitorShortID: b.shortID };
      expect(await list(both)).toEqual(ofFirst.filter((key) => ofB.includes(key)));
      const [incident] = await store.listIncidents(teamID, { monitorShortID: b.shortID, limit: 1 });
      expect(await list({ incidentID: incident!.incidentID })).toEqual(ofB);
      for (const none of [{ state: 'sent' as const }, { incidentID: 'x' }, { monitorShortID: 'x' }])
        expect(await list(none)).toEqual([]);
      expect(await store.listDeliveries('team-other', { limit: 10 })).toEqual([]);
      expect((await store.listDeliveries('team-other', { key: all[0]!, limit: 1 }))[0] ?? null).toBeNull();
      expect((await store.listDeliveries(teamID, { key: all[0]!, limit: 1 }))[0] ?? null).toMatchObject({
        key: all[0],
        state: 'waiting',
        kind: 'down',
        attempts: 0,
        doneAt: null,
        mergedInto: null,
      });
    });

    test('deliveries are sent again with the same key, unless they wait', async () => {
      const { store, teamID, channels } = await makeTrouble();
      await planDeliveries(store, [channels[0]!]);
      const claimed = await claim(store, NOON);
      await store.recordAttempts(claimed.map((delivery) => ended(delivery, NOON + 1)));
      const { id, key } = claimed[0]!;
      const later = NOON + 3 * DAY;
      expect(await store.makeAlertsDue({ deliveryID: id, expiresAt: later + HOUR }, later)).toBe(1);
      expect(await store.makeAlertsDue({ deliveryID: id, expiresAt: later + HOUR }, later)).toBe(0);
      expect(await store.makeAlertsDue({ deliveryID: 4711, expiresAt: later + HOUR }, later)).toBe(0);
      expect((await store.listDeliveries(teamID, { key, limit: 1 }))[0] ?? null).toMatchObject({
        state: 'waiting',
        dueAt: later,
        expiresAt: later + HOUR,
        doneAt: null,
      });
      const again = await claim(store, later);
      expect(again.map((delivery) => delivery.key)).toEqual([key]);
      await store.recordAttempts(again.map((delivery) => ended(delivery, later + 1, { outcome: 'refused' })));
      expect((await store.listDeliveries(teamID, { key, limit: 1 }))[0] ?? null).toMatchObject({
        state: 'failed',
        attempts: 2,
      });
      const attempts = await store.listAttempts(id, 10);
      expect(attempts.map(({ at, outcome }) => [at, outcome])).toEqual([
        [NOON + 1, 'sent'],
        [later + 1, 'refused'],
      ]);
      expect(await store.listAttempts(id, 1)).toEqual(attempts.slice(1));
    });

    test('deliveries are deleted with their channel, and none of them can be claimed', async () => {
      const { store, teamID, channels } = await makeTrouble();
      await planDeliveries(store, channels);
      expect(await store.channels.delete(teamID, 'first')).toMatchObject({ outcome: 'deleted' });
      expect(await store.listDeliveries(teamID, { limit: 10 })).toHaveLength(2);
      const claimed = await claim(store, NOON);
      expect(claimed.map(({ channel }) => channel.shortID)).toEqual(['second', 'second']);
    });
  });

  test('a change without a reason to alert has that reason', async () => {
    const { store } = database;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'end', NOON));
    const [transition] = await store.listTransitions(monitor!.id, { limit: 1 });
    const [report] = await store.listAlertReports(monitor!.id, { transitionID: transition!.id });
    expect(report).toMatchObject({
      kind: 'up',
      state: 'planned',
      decisions: [{ channel: '', delivery: null, reason: expect.stringContaining('causes no alert') }],
    });
  });

  test('a transition is due, then held, then planned', async () => {
    const { store, teamID, monitors } = await makeTrouble();
    const [a, b] = monitors;
    const { id } = await foundMonitor(store, a);
    const [transition] = await store.listTransitions(id, { limit: 1 });
    const find = async () => (await store.listAlertReports(id, { transitionID: transition!.id }))[0];
    const due = { kind: 'down', at: NOON, state: 'due', held: null, decisions: [] };
    expect(await find()).toMatchObject(due);
    await store.planDueRows(NOON, 100, {
      plan: ({ rows }) => ({
        ...EMPTY_PLAN,
        rows: planned(rows).map((row) => ({
          ...row,
          outcome: 'held',
          planAt: NOON + HOUR,
          held: { by: 'mute', reason: 'Why.' },
        })),
      }),
    });
    expect(await find()).toMatchObject({ ...due, state: 'held', held: 'Why.', planAt: NOON + HOUR });
    const decisions = [{ channel: 'first', name: '#first', delivery: null, reason: 'Disabled.' }];
    await store.planDueRows(NOON + HOUR, 100, {
      plan: ({ rows }) => ({
        ...EMPTY_PLAN,
        rows: planned(rows).map((row) => ({ ...row, decisions })),
      }),
    });
    expect(await find()).toMatchObject({ ...due, state: 'planned', decisions });
    expect(await store.listAlertReports(b.id, { transitionID: transition!.id })).toEqual([]);
    expect(await store.listAlertReports(id, { transitionID: 4711 })).toEqual([]);
    const [incident] = await store.listIncidents(teamID, { monitorShortID: a.shortID, limit: 1 });
    const ofIncident = { incidentID: incident!.id };
    expect(await store.listAlertReports(id, ofIncident)).toMatchObject([
      { ...due, state: 'planned', decisions },
    ]);
    expect(await store.listAlertReports(b.id, ofIncident)).toEqual([]);
  });
}
