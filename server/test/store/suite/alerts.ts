import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { describe, expect, test } from 'vitest';
import type { Planner } from '../../../src/alerts/contract.ts';
import { listOutbox } from '../outbox.ts';
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
  command,
  createBlindWindow,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

export function describeAlerts(open: OpenDatabase): void {
  const database = eachTest(open);
  const fail = (id: number, at = NOON) => applyOne(database.store, ping(id, 'fail', at, { rid: `${at}` }));
  const incidents = async (teamID: string) =>
    (await database.store.listIncidents(teamID, { limit: 10 })).map(
      ({ openedAt, closedAt, closedBy, reason }) => ({ openedAt, closedAt, closedBy, reason }),
    );

  describe('incidents', () => {
    test('incidents open and close with the transitions, and their outbox rows name them', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, teamID } = monitor!;
      await store.apply([ping(id, 'fail', NOON), ping(id, 'end', NOON + 1), ping(id, 'fail', NOON + 2)]);
      await applyOne(store, command(id, { kind: 'pause', at: NOON + 3 }));
      await applyOne(store, command(id, { kind: 'resume', at: NOON + 4 }));
      expect(await incidents(teamID)).toEqual([
        { openedAt: NOON + 2, closedAt: NOON + 3, closedBy: 'paused', reason: 'failed' },
        { openedAt: NOON, closedAt: NOON + 1, closedBy: 'recovered', reason: 'failed' },
      ]);
      const rows = await listOutbox(store, 0, 100);
      expect(rows.map(({ kind, incidentID, plannedAt }) => [kind, incidentID, plannedAt])).toEqual([
        ['down', rows[0]?.incidentID, null],
        ['recovered', rows[0]?.incidentID, null],
        ['down', rows[2]?.incidentID, null],
        ['paused', rows[2]?.incidentID, null],
        ['resumed', null, NOON + 4],
      ]);
      expect(rows[0]?.incidentID).not.toBe(rows[2]?.incidentID);
    });

    test('incidents of a deleted monitor end, and alerted channels are informed', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const channel = await makeChannel(store, monitor!.teamID, 'ops');
      await fail(monitor!.id);
      await planDeliveries(store, [channel]);
      await store.deleteMonitors([monitor!.id], NOON + MINUTE);
      const input = await readPlanInput(store, NOON + MINUTE);
      expect(input?.rows).toMatchObject([
        {
          kind: 'recovered',
          subject: null,
          incident: { closedBy: 'deleted', closedAt: NOON + MINUTE, alarmedChannelIDs: [channel] },
        },
      ]);
      expect(JSON.parse(input?.rows[0]?.detail ?? '')).toEqual({
        shortID: 'short-job-1',
        name: 'job-1',
        project: expect.any(String),
        tags: [],
        runbookURL: '',
        severity: 'normal',
      });
    });
  });

  describe('planDueRows', () => {
    test('the due rows of one team are shown, the longest due first, with all details for the plan', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const other = await makeTeam(store, 'other');
      const theirs = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'theirs',
      });
      const body = new TextEncoder().encode(`${'ä'.repeat(9000)}end`);
      await applyOne(store, ping(a!.id, 'fail', NOON, { rid: 'bad', request: { body } }));
      await fail(theirs.id);
      await fail(b!.id, NOON + 1);
      await applyOne(store, ping(a!.id, 'end', NOON + 2));
      const input = await readPlanInput(store, NOON + MINUTE);
      expect(input).toMatchObject({ now: NOON + MINUTE, team: { id: a!.teamID, name: 'acme' } });
      expect(input?.rows).toMatchObject([
        {
          kind: 'down',
          at: NOON,
          subject: { monitorID: a!.id, name: 'job-1', project: { shortID: 'project-acme' } },
          incident: {
            run: { runID: 'bad', state: 'failed' },
            alarmedChannelIDs: [],
            isEscalationPending: false,
          },
          isSuperseded: true,
          flapCount: 1,
          previousHold: null,
        },
        { kind: 'down', at: NOON + 1, isSuperseded: false, flapCount: 1, log: null },
        {
          kind: 'recovered',
          at: NOON + 2,
          incident: { closedAt: NOON + 2 },
          isSuperseded: false,
          flapCount: 2,
          log: null,
        },
      ]);
      expect(input?.rows[0]?.log).toBe(`${'ä'.repeat(1997)}end`);
    });

    test('held rows are planned again at their time, and planned rows are not', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await fail(a!.id);
      await fail(b!.id);
      const until = NOON + HOUR;
      const looked = await store.planDueRows(NOON, 100, {
        plan: ({ rows: [first, ...others] }) => ({
          ...EMPTY_PLAN,
          rows: [
            {
              outboxID: first!.id,
              outcome: 'held',
              planAt: until,
              held: { by: 'mute', reason: 'Muted.' },
              decisions: [],
            },
            ...planned(others),
          ],
        }),
      });
      expect(looked).toBe(2);
      expect(await readPlanInput(store, until - 1)).toBeNull();
      expect(await store.findNextAlertAt()).toBe(until);
      expect((await readPlanInput(store, until))?.rows).toMatchObject([
        { subject: { monitorID: a!.id }, previousHold: { by: 'mute', reason: 'Muted.' } },
      ]);
    });

    test('held rows are planned early when a silence may have ended, but not flapping monitors or other teams', async () => {
      const { store } = database;
      const [muted, flapping] = await makeMonitors(store, 2);
      await fail(muted!.id);
      await fail(flapping!.id);
      const causes = ['mute', 'flapping'] as const;
      await store.planDueRows(NOON, 100, {
        plan: ({ rows }) => ({
          ...EMPTY_PLAN,
          rows: rows.map(({ id }, index) => ({
            outboxID: id,
            outcome: 'held',
            planAt: NOON + HOUR,
            held: { by: causes[index] ?? 'mute', reason: 'A sentence.' },
            decisions: [],
          })),
        }),
      });
      expect(await store.makeAlertsDue({ heldInTeam: 'team-other' }, NOON)).toBe(0);
      expect(await readPlanInput(store, NOON)).toBeNull();
      expect(await store.makeAlertsDue({ heldInTeam: muted!.teamID }, NOON)).toBe(1);
      expect((await readPlanInput(store, NOON))?.rows).toMatchObject([{ subject: { monitorID: muted!.id } }]);
    });

    test('a failed plan saves nothing and sets its row aside, until a retry is requested', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const channel = await makeChannel(store, monitor!.teamID, 'ops');
      await fail(monitor!.id);
      const twice = store.planDueRows(NOON, 100, {
        plan: ({ rows }) => ({
          ...EMPTY_PLAN,
          rows: planned(rows),
          deliveries: rows.flatMap((row) => [newDelivery(row, channel), newDelivery(row, channel)]),
        }),
      });
      expect(await twice).toBe(1);
      expect(await readPlanInput(store, NOON)).toBeNull();
      expect(await claim(store, NOON)).toEqual([]);
      expect(await store.countAlertsSetAside()).toBe(1);
      expect(await store.check(10)).toEqual([expect.stringMatching(/^Alert \d+ \(outbox\) was set aside: /)]);
      expect(await store.makeAlertsDue({ setAside: 'all', expiresAt: NOON + DAY }, NOON)).toBe(1);
      expect((await readPlanInput(store, NOON))?.rows).toHaveLength(1);
      expect(await store.countAlertsSetAside()).toBe(0);
    });

    test("only the row that can't be planned is set aside, and the others are planned", async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      const channel = await makeChannel(store, a!.teamID, 'ops');
      for (const monitor of [a!, b!, c!]) await fail(monitor.id);
      const aside: number[] = [];
      const planner: Planner = {
        plan({ rows }) {
          if (rows.some(({ subject }) => subject?.monitorID === b!.id)) throw new Error('It is poisoned.');
          return {
            ...EMPTY_PLAN,
            rows: planned(rows),
            deliveries: rows.map((row) => newDelivery(row, channel)),
          };
        },
        onSetAside: ({ outboxID }) => void aside.push(outboxID),
      };
      expect(await store.planDueRows(NOON, 100, planner)).toBe(3);
      expect(aside).toHaveLength(1);
      expect(await claim(store, NOON)).toHaveLength(2);
      expect(await store.planDueRows(NOON, 100, planner)).toBe(0);
      expect(await store.makeAlertsDue({ setAside: 'all', expiresAt: NOON + DAY }, NOON)).toBe(1);
      expect((await readPlanInput(store, NOON))?.rows).toMatchObject([{ subject: { monitorID: b!.id } }]);
    });

    test('a waiting alarm is merged into the message that replaces it', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, teamID } = monitor!;
      const [ops, dev] = [await makeChannel(store, teamID, 'ops'), await makeChannel(store, teamID, 'dev')];
      await fail(id);
      await planDeliveries(store, [ops, dev]);
      const [toOps] = await claim(store, NOON, { capacity: new Map([[dev, 0]]) });
      await store.recordAttempts([ended(toOps!, NOON)]);
      await applyOne(store, ping(id, 'end', NOON + 1));
      await store.planDueRows(NOON + 1, 100, {
        plan: ({ rows }) => {
          const { incident } = rows[0]!;
          expect(new Set(incident?.alarmedChannelIDs)).toEqual(new Set([ops, dev]));
          expect([...(incident?.unsentAlarms.keys() ?? [])]).toEqual([dev]);
          const replacedAlarms = [{ deliveryID: incident?.unsentAlarms.get(dev) ?? 0, into: 'both' }];
          return {
            ...EMPTY_PLAN,
            rows: planned(rows),
            deliveries: [{ ...newDelivery(rows[0]!, dev), key: 'both' }],
            replacedAlarms,
          };
        },
      });
      expect((await claim(store, NOON + 2)).map(({ key }) => key)).toEqual(['both']);
      const [merged] = await store.listDeliveries(teamID, { state: 'merged', limit: 10 });
      expect(merged).toMatchObject({ mergedInto: 'both', doneAt: NOON + 1 });
    });

    test('an alarm joins a combined message, unless it would overtake another message', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 3);
      const channel = await makeChannel(store, monitors[0]!.teamID, 'ops');
      await fail(monitors[0]!.id);
      await planDeliveries(store, [channel], { kind: 'combined', alert: '"one"', dueAt: NOON + MINUTE });
      await fail(monitors[1]!.id, NOON + 1);
      await store.planDueRows(NOON + 1, 100, {
        plan: ({ rows, combinedMessages, recentAlarms }) => {
          expect(combinedMessages.get(channel)?.alert).toBe('"one"');
          expect(recentAlarms.get(channel)).toBe(1);
          const { items } = newDelivery(rows[0]!, channel);
          const deliveryID = combinedMessages.get(channel)?.deliveryID ?? 0;
          return { ...EMPTY_PLAN, rows: planned(rows), additions: [{ deliveryID, alert: '"two"', items }] };
        },
      });
      await fail(monitors[2]!.id, NOON + 2);
      await planDeliveries(store, [channel]);
      await applyOne(store, ping(monitors[2]!.id, 'end', NOON + 3));
      expect((await readPlanInput(store, NOON + 3))?.combinedMessages.size).toBe(0);
      await planDeliveries(store, []);
      await applyOne(store, ping(monitors[1]!.id, 'end', NOON + 3));
      expect((await readPlanInput(store, NOON + 3))?.combinedMessages.size).toBe(1);
      const claimed = await claim(store, NOON + MINUTE);
      expect(claimed.map(({ alert }) => alert)).toEqual([expect.stringContaining('down'), '"two"']);
      expect((await readPlanInput(store, NOON + 3))?.combinedMessages.size).toBe(0);
    });

    test('the monitors that a blind window affects are listed', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 2);
      await store.apply(monitors.map(({ id }) => ping(id, 'end', NOON)));
      const window = await createBlindWindow(store, NOON + HOUR - MINUTE, NOON + HOUR + 1);
      const at = NOON + HOUR + 1;
      await store.apply(monitors.map(({ id }) => command(id, { kind: 'blind_window', at, window })));
      await store.settleBlindWindow(window.id, at);
      const input: AlertPlanInput | null = await readPlanInput(store, at);
      expect(input?.rows).toMatchObject([{ kind: 'blind_window', subject: null, incident: null }]);
      expect(JSON.parse(input?.rows[0]?.detail ?? '')).toEqual({
        from: window.from,
        to: window.to,
        isLater: false,
        monitors: [
          { shortID: 'short-job-1', name: 'job-1' },
          { shortID: 'short-job-2', name: 'job-2' },
        ],
        count: 2,
      });
      await planDeliveries(store, []);
    });

    test('runs that are judged after the message about a blind window are listed together in a later message', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 4);
      const [a, b, reported, later] = monitors.map(({ id }) => id);
      await store.apply(monitors.map(({ id }) => ping(id, 'start', NOON)));
      const window = await createBlindWindow(store, NOON + 2 * MINUTE, NOON + 3 * MINUTE);
      await store.settleBlindWindow(window.id, NOON + 3 * MINUTE);
      await planDeliveries(store, []);
      expect(await readPlanInput(store, NOON + HOUR)).toBeNull();
      const [limit, next] = [NOON + HOUR, NOON + HOUR + MINUTE];
      const deadline = (id: number, at: number) => applyOne(store, command(id, { kind: 'deadline', at }));
      for (const id of [a!, b!, reported!]) await deadline(id, limit + 1);
      await applyOne(store, ping(reported!, 'end', limit + 2));
      expect(await readPlanInput(store, next - 1)).toBeNull();
      await deadline(later!, next + 1);
      const input: AlertPlanInput | null = await readPlanInput(store, next);
      const details = input?.rows.map(({ detail }) => JSON.parse(detail ?? ''));
      const detail = { from: window.from, to: window.to, isLater: true };
      expect(details).toEqual([
        {
          ...detail,
          monitors: [
            { shortID: 'short-job-1', name: 'job-1' },
            { shortID: 'short-job-2', name: 'job-2' },
          ],
          count: 2,
        },
        { ...detail, monitors: [], count: 0 },
        { ...detail, monitors: [], count: 0 },
      ]);
      await store.settleBlindWindow(window.id, next);
      expect((await readPlanInput(store, next + MINUTE))?.rows).toHaveLength(4);
      await planDeliveries(store, []);
    });
  });
}
