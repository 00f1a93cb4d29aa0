import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { describe, expect, test } from 'vitest';
import { createReports } from '../../src/alerts/reports.ts';
import type { ClaimedDelivery } from '../../src/channels/contract.ts';
import type { Store } from '../../src/store/store.ts';
import { createEdit } from '../edits.ts';
import { createFakeClock } from '../fake-clock.ts';
import { listOutbox } from '../store/outbox.ts';
import { claim, EMPTY_PLAN, ended, makeChannel } from '../store/suite/alert-fixtures.ts';
import { DAY, HOUR, MINUTE, makeTeam, NOON, ping } from '../store/suite/fixtures.ts';
import { openNodes, planner } from './alert-nodes.ts';
import { createAlertTeam, fail, openWithAlarms, QUIET } from './alert-teams.ts';
import { VERSIONS } from './binaries.ts';

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

describe.each(VERSIONS)('two nodes on PostgreSQL %s', (version) => {
  test('each row is planned once, and combined into messages that no node has claimed', async () => {
    const { a, b } = await openNodes(version);
    const teams = [];
    for (const name of ['x', 'y', 'z']) teams.push(await createAlertTeam(a, name, 30, ['ops', 'dev']));
    for (const { teamID } of teams)
      await a.changeTeam(teamID, createEdit({ alerting: { ...QUIET, combineAbove: 3 } }));
    const seen: number[] = [];
    const claimed: ClaimedDelivery[] = [];
    const write = planner(({ rows }) => seen.push(...idsOf(rows)));
    let isOver = false;
    async function work(store: Store): Promise<void> {
      for (let now = NOON; ; now += 1) {
        const planned = await store.planDueRows(now, 3, { plan: write });
        const found = await claim(store, now + 5000, { limit: 3, leaseUntil: NOON + DAY });
        claimed.push(...found);
        if (isOver && planned + found.length === 0) return;
      }
    }
    const nodes = [work(a), work(b)];
    for (const { monitors } of teams)
      for (let from = 0; from < 30; from += 5) await fail(a, monitors.slice(from, from + 5));
    isOver = true;
    await Promise.all(nodes);
    claimed.push(...(await claim(a, NOON + HOUR, { limit: 1000, leaseUntil: NOON + DAY, perChannel: 1000 })));
    expect(seen.toSorted((one, other) => one - other)).toEqual(idsOf(await listOutbox(a, 0, 1000)));
    expect(new Set(idsOf(claimed)).size).toBe(claimed.length);
    const alerted = new Map<string, string[]>();
    for (const { alert, channel, key } of claimed) {
      const { items }: Alert = JSON.parse(alert);
      const before = alerted.get(channel.shortID) ?? [];
      alerted.set(channel.shortID, [...before, ...items.map(({ monitor }) => monitor.shortID)]);
      const team = teams.find(({ channels }) => channels.includes(channel.id))?.teamID ?? '';
      expect((await a.listDeliveries(team, { key, limit: 1 }))[0]?.alert).toBe(alert);
    }
    expect(alerted.size).toBe(6);
    for (const monitors of alerted.values())
      expect([monitors.length, new Set(monitors).size]).toEqual([30, 30]);
  });

  test('every channel is alerted of each change once and in order, however the nodes divide the work', async () => {
    const { a, b } = await openNodes(version);
    const { monitors } = await createAlertTeam(a, 'x', 12, ['ops', 'dev']);
    const write = planner();
    const sent: { readonly to: string; readonly what: string; readonly monitor: string }[] = [];
    let tries = 0;
    let isOver = false;
    async function work(store: Store): Promise<void> {
      for (let now = NOON; ; now += 1000) {
        const planned = await store.planDueRows(now, 5, { plan: write });
        const found = await claim(store, now, { limit: 5, leaseUntil: NOON + 2 * DAY });
        const outcomes = found.map((delivery) => {
          tries += 1;
          if (tries % 4 === 0)
            return ended(delivery, now, { outcome: 'failed', answer: 'Busy', nextAt: now + 1 });
          const { kind, items, includesLostAlarm }: Alert = JSON.parse(delivery.alert);
          const of = { to: delivery.channel.shortID, monitor: items[0]?.monitor.shortID ?? '' };
          sent.push(...(includesLostAlarm ? ['down', kind] : [kind]).map((what) => ({ ...of, what })));
          return ended(delivery, now);
        });
        await store.recordAttempts(outcomes);
        if (isOver && planned + found.length === 0 && (await store.findNextAlertAt()) === null) return;
      }
    }
    const nodes = [work(a), work(b)];
    for (let round = 0; round < 6; round += 1)
      await a.apply(monitors.map((id) => ping(id, round % 2 === 0 ? 'fail' : 'ping', NOON + round * MINUTE)));
    isOver = true;
    await Promise.all(nodes);
    const heard = Map.groupBy(sent, ({ to, monitor }) => `${to} ${monitor}`);
    expect(heard.size).toBe(24);
    for (const facts of heard.values())
      expect(facts.map(({ what }) => what)).toEqual([
        'down',
        'recovered',
        'down',
        'recovered',
        'down',
        'recovered',
      ]);
  });

  test('each reminder is raised once', async () => {
    const { a, b, monitors } = await openWithAlarms(version, 40, 'ops');
    const incidentTimers = await a.listIncidents('team-x', { limit: 100 });
    const due = { remindAt: NOON + HOUR, escalateAt: NOON + HOUR, escalationStep: 0 };
    await fail(a, monitors, NOON + MINUTE);
    await a.apply(monitors.slice(0, 1).map((id) => ping(id, 'ping', NOON + MINUTE)));
    await a.planDueRows(NOON + MINUTE, 100, {
      plan: ({ rows }) => ({
        ...EMPTY_PLAN,
        rows: rows.map(({ id }) => ({
          outboxID: id,
          outcome: 'planned',
          planAt: 0,
          held: null,
          decisions: [],
        })),
        incidentTimers: incidentTimers.map(({ id }) => ({ ...due, incidentID: id })),
      }),
    });
    const raised = await Promise.all(
      [a, b, a, b].map((node) => node.raiseAlerts({ kind: 'timers', limit: 30 }, NOON + HOUR)),
    );
    raised.push(await a.raiseAlerts({ kind: 'timers', limit: 100 }, NOON + HOUR));
    expect(raised.reduce((sum, each) => sum + each)).toBe(78);
    const kinds = Map.groupBy(await listOutbox(a, 0, 1000), ({ kind }) => kind);
    expect([kinds.get('reminder')?.length, kinds.get('escalation')?.length]).toEqual([39, 39]);
  });

  test('a node leaves reports to the node that writes them, unless that node is gone', async () => {
    const { a, b } = await openNodes(version);
    const { id } = await makeTeam(a, 'x');
    await makeChannel(a, id, 'x', { subscriptions: ['report_weekly'] });
    const clock = createFakeClock(NOON);
    const silent = () => {};
    const log = { debug: silent, info: silent, warn: silent, error: silent };
    async function look(): Promise<readonly string[]> {
      const reports = createReports({ store: b, clock, log, holder: 'b', wake: silent });
      reports.start();
      await reports.stop();
      return (await listOutbox(a, 0, 10)).map(({ kind }) => kind);
    }
    await a.takeLease({ name: 'reports', holder: 'a', at: NOON, until: NOON + MINUTE });
    expect(await look()).toEqual([]);
    clock.jump(MINUTE);
    expect(await look()).toEqual(['report']);
    // Returns the lease.
    expect(await a.takeLease({ name: 'reports', holder: 'a', at: clock.now(), until: clock.now() })).toBe(
      true,
    );
  });

  test('each report is written once, and a channel that is gone is reported once', async () => {
    const { a, b } = await openNodes(version);
    for (const name of ['x', 'y', 'z']) {
      const { id } = await makeTeam(a, name);
      await makeChannel(a, id, name, { subscriptions: ['report_weekly'] });
    }
    const raised = await Promise.all(
      [a, b].map((node) =>
        node.raiseAlerts({ kind: 'reports', period: 'weekly', from: NOON, to: NOON + HOUR }, NOON),
      ),
    );
    expect(raised.reduce((sum, each) => sum + each)).toBe(3);
    const channel = (await a.channels.find('team-x', 'x'))!;
    await Promise.all(
      [a, b, a, b].map((node) =>
        node.channels.recordHealth(channel, { state: 'gone', at: NOON, answer: 'It is gone.' }),
      ),
    );
    const kinds = (await listOutbox(a, 0, 10)).map(({ kind }) => kind);
    expect(kinds).toEqual(['report', 'report', 'report', 'channel_disabled']);
  });

  test('attempts are saved while one of their channels is deleted', async () => {
    const { a, b } = await openWithAlarms(version, 60, 'ops', 'dev');
    const claimed = await claim(a, NOON, { limit: 120, perChannel: 60, leaseUntil: NOON + DAY });
    expect(claimed).toHaveLength(120);
    const parts = Array.from({ length: 12 }, (_, part) =>
      claimed.filter((_one, index) => index % 12 === part),
    );
    await Promise.all([
      ...parts.map((part, index) =>
        (index % 2 === 0 ? a : b).recordAttempts(part.map((delivery) => ended(delivery, NOON))),
      ),
      b.channels.delete('team-x', 'x-dev'),
    ]);
    expect(await a.listDeliveries('team-x', { limit: 1000 })).toHaveLength(60);
    expect(await a.listDeliveries('team-x', { state: 'sent', limit: 1000 })).toHaveLength(60);
  });
});
