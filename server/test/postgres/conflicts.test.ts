import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SpooledPing } from '../../src/core/spool/contract.ts';
import type { ApplyOutcome, MonitorRecord } from '../../src/database/records.ts';
import type { Store } from '../../src/store/store.ts';
import { HOUR, MINUTE, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { VERSIONS, type Version } from './binaries.ts';
import { openTwoNodes } from './two-nodes.ts';

/** SQLSTATEs of a transaction that PostgreSQL rolled back because of another: a serialization failure, and a deadlock. */
const CODES = ['40001', '40P01'];
/** Time from which a run counts as missed, for a monitor of {@link makeMonitors} with a ping at noon. */
const MISSED = NOON + HOUR + 10 * MINUTE + 1;
/** Fewer than the attempts at a transaction. */
const FEW = 4;
const MANY = 1000;
const GATE = 1;

/**
 * Opens a store whose transactions can be made to conflict when they insert events or runs. A sequence counts the inserts, because
 * a rollback doesn't reset it. Events of the monitors in the table `refused` violate a constraint. Other events wait while a session
 * holds the advisory lock {@link GATE}.
 */
async function openConflicting(version: Version, code: string) {
  const { a, url, query } = await openTwoNodes(version);
  await query(`CREATE TABLE refused (monitor_id bigint NOT NULL);
    CREATE SEQUENCE inserts;
    SELECT setval('inserts', ${MANY + 1});
    CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.monitor_id IN (SELECT monitor_id FROM refused) THEN
        RAISE EXCEPTION 'no rows now' USING ERRCODE = 'check_violation';
      ELSIF nextval('inserts') <= ${MANY} THEN
        RAISE EXCEPTION 'a conflict' USING ERRCODE = '${code}';
      END IF;
      PERFORM pg_advisory_xact_lock_shared(${GATE});
      RETURN NEW;
    END $$;
    CREATE TRIGGER conflict BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION conflict();
    CREATE TRIGGER conflict BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION conflict()`);
  onTestFinished(
    async () =>
      void (await query('DROP FUNCTION conflict CASCADE; DROP TABLE refused; DROP SEQUENCE inserts')),
  );
  const [one, two, three] = await makeMonitors(a, 3);
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('There are no monitors.');
  return {
    store: a,
    one,
    two,
    three,
    url,
    query,
    /** Makes the next inserts fail. */
    conflict: (count: number) => query(`SELECT setval('inserts', ${MANY - count + 1}, false)`),
    async pingsSetAside() {
      const [row] = await query('SELECT count(*) FROM pings_set_aside');
      return Number(row?.count);
    },
  };
}

function spooled({ id, details }: MonitorRecord, ticket: number): SpooledPing {
  const { command, request } = ping(id, 'ping', NOON + ticket);
  if (command.kind !== 'ping' || request === undefined) throw new Error('This is not a ping.');
  return { epoch: 'life', ticket, normalizedPingID: `key-${details.name}`, command, request };
}

function outcomes(applied: readonly ApplyOutcome[]): readonly (number | string | undefined)[] {
  return applied.map((result) => (result.outcome === 'applied' ? result.event?.number : result.outcome));
}

async function countEvents(store: Store, monitor: MonitorRecord): Promise<number> {
  return (await store.listEvents(monitor.id, { limit: 1000 })).length;
}

describe.each(VERSIONS)('conflicts of transactions on PostgreSQL %s', (version) => {
  describe.each(CODES)('SQLSTATE %s', (code) => {
    test('a batch is repeated, and sets no ping aside', async () => {
      const { store, one, two, conflict, pingsSetAside } = await openConflicting(version, code);
      const pings = [ping(one.id, 'ping', NOON), ping(two.id, 'ping', NOON), ping(one.id, 'ping', NOON + 1)];
      const tickets = { epoch: 'life', numbers: [1, 2, 3] };
      await conflict(FEW);
      expect(outcomes(await store.apply(pings, tickets))).toEqual([1, 1, 2]);
      expect(outcomes(await store.apply(pings, tickets))).toEqual(Array(3).fill('already_applied'));
      expect(await pingsSetAside()).toBe(0);
    });

    test('a batch with a ping that violates a constraint is repeated, and sets only this ping aside', async () => {
      const { store, one, two, query, conflict, pingsSetAside } = await openConflicting(version, code);
      await query(`INSERT INTO refused VALUES (${one.id})`);
      await conflict(FEW);
      const pings = [ping(one.id, 'ping', NOON), ping(two.id, 'ping', NOON)];
      expect(outcomes(await store.apply(pings))).toEqual(['set_aside', 1]);
      expect(await pingsSetAside()).toBe(1);
      await query('DELETE FROM refused');
      await conflict(FEW);
      expect(outcomes(await store.applyPingsSetAside(one.id, NOON + MINUTE))).toEqual([1]);
      expect(await pingsSetAside()).toBe(0);
    });

    test('queued pings are applied again, and only the one that violates a constraint is set aside', async () => {
      const { store, one, two, query, conflict, pingsSetAside } = await openConflicting(version, code);
      await store.enqueue([spooled(one, 1), spooled(two, 2), spooled(two, 3)]);
      await query(`INSERT INTO refused VALUES (${one.id})`);
      await conflict(FEW);
      const applied = await store.applyQueued(NOON + MINUTE, 10);
      expect(outcomes(applied.map((queued) => queued.applied))).toEqual(['set_aside', 1, 2]);
      expect(await pingsSetAside()).toBe(1);
      expect(await store.applyQueued(NOON + MINUTE, 10)).toEqual([]);
      await query('DELETE FROM refused');
      expect(outcomes(await store.applyPingsSetAside(one.id, NOON + MINUTE))).toEqual([1]);
    });

    test('verdicts are made again', async () => {
      const { store, one, conflict } = await openConflicting(version, code);
      await store.apply([ping(one.id, 'ping', NOON)]);
      await conflict(FEW);
      expect(await store.applyDeadlines(MISSED, 10, new Set())).toMatchObject([
        { monitorID: one.id, applied: { outcome: 'applied', changedStatus: true } },
      ]);
      expect(await store.listRuns(one.id, { limit: 10 })).toMatchObject([
        { state: 'missed' },
        { state: 'succeeded' },
      ]);
    });

    test('pings that conflict at each attempt are neither stored nor set aside, and wait where they are', async () => {
      const { store, one, two, query, conflict, pingsSetAside } = await openConflicting(version, code);
      await query(`INSERT INTO refused VALUES (${one.id})`);
      expect(outcomes(await store.apply([ping(one.id, 'ping', NOON)]))).toEqual(['set_aside']);
      await query('DELETE FROM refused');
      await store.enqueue([spooled(two, 1)]);
      await conflict(MANY);
      const batch = [ping(two.id, 'ping', NOON)];
      await expect(store.apply(batch, { epoch: 'other', numbers: [1] })).rejects.toMatchObject({ code });
      await expect(store.applyQueued(NOON + MINUTE, 10)).rejects.toMatchObject({ code });
      await expect(store.applyPingsSetAside(one.id, NOON + MINUTE)).rejects.toMatchObject({ code });
      expect(await pingsSetAside()).toBe(1);
      await conflict(0);
      expect(outcomes(await store.applyPingsSetAside(one.id, NOON + MINUTE))).toEqual([1]);
      expect(await store.applyQueued(NOON + MINUTE, 10)).toHaveLength(1);
      expect(outcomes(await store.apply(batch, { epoch: 'other', numbers: [1] }))).toEqual([2]);
      expect([await countEvents(store, one), await countEvents(store, two)]).toEqual([1, 2]);
    });
  });

  test.each<readonly [string, (store: Store, monitors: readonly MonitorRecord[]) => Promise<unknown>]>([
    ['a batch', (store, monitors) => store.apply(monitors.map(({ id }) => ping(id, 'ping', NOON)))],
    [
      'the queue',
      async (store, monitors) => {
        await store.enqueue(monitors.map((monitor, index) => spooled(monitor, index + 1)));
        return store.applyQueued(NOON + MINUTE, 10);
      },
    ],
  ])(
    '%s whose pings are applied one by one locks all monitors first, so that it can not deadlock',
    async (_, apply) => {
      const { store, one, two, three, url, query } = await openConflicting(version, '40P01');
      await query(`INSERT INTO refused VALUES (${one.id})`);
      const gate = new pg.Client({ connectionString: url });
      await gate.connect();
      onTestFinished(() => gate.end());
      await gate.query(`SELECT pg_advisory_lock(${GATE})`);
      const applied = apply(store, [one, three, two]);
      await expect
        .poll(() =>
          query(
            "SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()",
          ),
        )
        .toHaveLength(1);
      expect(await query('SELECT monitor_id FROM monitor_states FOR UPDATE SKIP LOCKED')).toEqual([]);
      await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
      await applied;
      expect([await countEvents(store, two), await countEvents(store, three)]).toEqual([1, 1]);
    },
  );
});
