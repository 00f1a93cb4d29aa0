import { describe, expect, test, vi } from 'vitest';
import type { ClaimedDelivery } from '../../src/channels/contract.ts';
import { openDatabase } from '../../src/core/postgres/database.ts';
import { createTransactionRunner } from '../../src/database/postgres/transactions.ts';
import { ROW_LOCKS } from '../../src/database/row-locks.ts';
import { lockTeam } from '../../src/database/team-lock.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import { claim, EMPTY_PLAN, ended, planDeliveries, readPlanInput } from '../store/suite/alert-fixtures.ts';
import { DAY, MINUTE, NOON, ping } from '../store/suite/fixtures.ts';
import { openNodes, planner } from './alert-nodes.ts';
import { createAlertTeam, fail, openWithAlarms } from './alert-teams.ts';
import { VERSIONS } from './binaries.ts';

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

describe.each(VERSIONS)('two nodes on PostgreSQL %s', (version) => {
  test('a node goes on to another team while the other node plans the first', async () => {
    const { a, b, hold } = await openNodes(version);
    const [x, y] = [await createAlertTeam(a, 'x', 1, []), await createAlertTeam(a, 'y', 1, [])];
    await fail(a, x.monitors, NOON);
    await fail(a, y.monitors, NOON + 1);
    const nobody = await hold("SELECT id FROM teams WHERE id = 'team-other' FOR NO KEY UPDATE");
    expect((await readPlanInput(b, NOON + 1))?.team.id).toBe(x.teamID);
    await nobody.release();
    const planning = await hold(`SELECT id FROM teams WHERE id = '${x.teamID}' FOR NO KEY UPDATE`);
    expect((await readPlanInput(b, NOON + 1))?.team.id).toBe(y.teamID);
    await b.planDueRows(NOON + 1, 10, { plan: planner() });
    expect(await readPlanInput(b, NOON + 1)).toBeNull();
    await planning.release();
    expect((await readPlanInput(b, NOON + 1))?.team.id).toBe(x.teamID);
  });

  test('a node takes a team over from a node that hangs', async () => {
    const { a, url } = await openNodes(version);
    const { teamID, monitors } = await createAlertTeam(a, 'x', 1, []);
    await fail(a, monitors);
    const database = openDatabase(url);
    database.allow();
    const locked = Promise.withResolvers<void>();
    const wakes = Promise.withResolvers<void>();
    const hanging = createTransactionRunner(database.kysely)(async (transaction) => {
      await lockTeam(transaction, teamID, ROW_LOCKS);
      locked.resolve();
      await wakes.promise;
    });
    await locked.promise;
    expect(await readPlanInput(a, NOON)).toBeNull();
    await vi.waitFor(async () => expect(await readPlanInput(a, NOON)).not.toBeNull(), {
      timeout: 30_000,
      interval: 100,
    });
    wakes.resolve();
    await expect(hanging).rejects.toThrow(DatabaseUnavailable);
    await database.close();
  });

  test('a node claims no delivery that the other node has claimed, and none behind such a delivery', async () => {
    const { b, monitors, channels, hold } = await openWithAlarms(version, 2, 'ops');
    await b.apply([ping(monitors[0] ?? 0, 'ping', NOON + MINUTE)]);
    await planDeliveries(b, channels);
    const recording = await hold('SELECT id FROM deliveries WHERE id = 1 FOR NO KEY UPDATE');
    expect(idsOf(await claim(b, NOON + MINUTE))).toEqual([2]);
    await recording.release();
    expect(idsOf(await claim(b, NOON + MINUTE))).toEqual([1]);
  });

  test('a claimed alarm does not count as unsent when a recovery is planned', async () => {
    const { a, b, monitors, hold } = await openWithAlarms(version, 1, 'ops');
    await a.apply([ping(monitors[0] ?? 0, 'ping', NOON + MINUTE)]);
    const claiming = await hold('SELECT id FROM deliveries WHERE id = 1 FOR NO KEY UPDATE');
    const busy = await readPlanInput(b, NOON + MINUTE);
    await claiming.release();
    const free = await readPlanInput(b, NOON + MINUTE);
    const alarmsOf = (input: typeof free) => [...(input?.rows[0]?.incident?.unsentAlarms.values() ?? [])];
    expect([alarmsOf(busy), alarmsOf(free)]).toEqual([[], [1]]);
    expect(busy?.rows[0]?.incident?.alarmedChannelIDs).toEqual(free?.rows[0]?.incident?.alarmedChannelIDs);
  });

  test('a node sees that a monitor was unmuted during planning', async () => {
    const { a, b, hold, untilLockWait } = await openNodes(version);
    const { teamID, monitors } = await createAlertTeam(a, 'x', 2, []);
    await fail(a, monitors);
    const planning = await hold(`SELECT id FROM teams WHERE id = '${teamID}' FOR NO KEY UPDATE;
      UPDATE outbox SET plan_at = ${NOON + DAY}, held = 'It is muted.'`);
    const looked = b.makeAlertsDue({ heldInTeam: teamID }, NOON + 1);
    await untilLockWait();
    await planning.commit();
    await looked;
    expect((await readPlanInput(b, NOON + 1))?.rows).toHaveLength(2);
  });

  test('a node sends no reminder of an incident that was acknowledged during planning', async () => {
    const { a, b, hold, untilLockWait } = await openNodes(version);
    const { monitors } = await createAlertTeam(a, 'x', 1, []);
    await fail(a, monitors);
    const acknowledging = await hold(
      `UPDATE incidents SET acknowledged_at = ${NOON}, acknowledged_by = 'Ann'`,
    );
    const planned = a.planDueRows(NOON, 100, {
      plan: ({ rows }) => ({
        ...EMPTY_PLAN,
        incidentTimers: rows.map(({ incident }) => ({
          incidentID: incident?.id ?? 0,
          remindAt: NOON,
          escalateAt: NOON,
          escalationStep: 0,
        })),
      }),
    });
    await untilLockWait();
    await acknowledging.commit();
    await planned;
    expect(await b.raiseAlerts({ kind: 'timers', limit: 10 }, NOON)).toBe(0);
  });

  type AlertTeam = Awaited<ReturnType<typeof openWithAlarms>> & {
    readonly claimed: readonly ClaimedDelivery[];
  };
  const at = NOON + MINUTE;
  const timers = { remindAt: at, escalateAt: null, escalationStep: 0 };
  test.each<[string, 'deliveries' | 'incidents', (alertTeam: AlertTeam) => Promise<unknown>]>([
    [
      'save attempts',
      'deliveries',
      ({ a, claimed }) => a.recordAttempts(claimed.toReversed().map((delivery) => ended(delivery, at))),
    ],
    ['delete a channel', 'deliveries', ({ a }) => a.channels.delete('team-x', 'x-ops')],
    [
      'set timers',
      'incidents',
      ({ a }) =>
        a.planDueRows(at, 10, {
          plan: () => ({
            ...EMPTY_PLAN,
            incidentTimers: [2, 1].map((incidentID) => ({ ...timers, incidentID })),
          }),
        }),
    ],
    [
      'end incidents',
      'incidents',
      ({ a, monitors }) => a.apply(monitors.toReversed().map((id) => ping(id, 'ping', at))),
    ],
  ])(
    '%s: rows of %s are locked by their IDs, so that no two nodes wait for each other',
    async (_name, table, call) => {
      const opened = await openWithAlarms(version, 2, 'ops');
      const alertTeam = { ...opened, claimed: await claim(opened.a, NOON) };
      // Changes the channel, so that the planner has work.
      await alertTeam.a.channels.recordHealth(
        { id: alertTeam.channels[0] ?? 0, teamID: 'team-x' },
        {
          state: 'gone',
          at,
          answer: 'It is gone.',
        },
      );
      const first = await alertTeam.hold(`SELECT id FROM ${table} WHERE id = 1 FOR NO KEY UPDATE`);
      const called = call(alertTeam);
      await alertTeam.untilLockWait();
      const second = await alertTeam.hold(`SELECT id FROM ${table} WHERE id = 2 FOR NO KEY UPDATE NOWAIT`);
      await second.release();
      await first.release();
      await called;
    },
  );
});
