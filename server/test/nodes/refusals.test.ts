import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Load } from './load.ts';
import { findFaults, startLoad } from './load.ts';
import type { Nodes } from './nodes.ts';
import { openNodesForTest } from './nodes-for-test.ts';
import { until, waitRealTime } from './until.ts';

/** How long PostgreSQL refuses: longer than the interval and the grace of the monitors. */
const REFUSING_MS = 12_000;
/**
 * A trigger that refuses the events of monitors listed in `refusals`, with the SQLSTATE listed there. The trigger exists from before
 * the first node starts until the last node has stopped, because dropping it would deadlock with the nodes' batches: a drop locks the
 * partitions of `events` before `events` itself, and a batch locks them after it.
 */
const PREPARE = `CREATE TABLE refusals (monitor_id bigint NOT NULL, code text NOT NULL);
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE code text := (SELECT refusals.code FROM refusals WHERE monitor_id = NEW.monitor_id);
  BEGIN
    IF code IS NOT NULL THEN RAISE EXCEPTION 'no rows now' USING ERRCODE = code; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse()`;
const REMOVE = 'DROP FUNCTION refuse CASCADE; DROP TABLE refusals';
/** Role of the nodes. Unlike the owner of the database, it loses a right that is revoked. */
const ROLE = 'overdue_refused';

type NodesForTest = Awaited<ReturnType<typeof openNodesForTest>>;

async function openWithLoad(prepare: (nodes: NodesForTest) => Promise<string>) {
  let cleanUp = async () => {};
  // Runs last, after the nodes have stopped.
  onTestFinished(() => cleanUp());
  const nodes = await openNodesForTest();
  cleanUp = async () => {
    await nodes.query(`DROP OWNED BY ${ROLE}`).catch(() => undefined);
    await nodes.query(REMOVE);
  };
  await nodes.query(PREPARE);
  const DATABASE_URL = await prepare(nodes);
  await nodes.start({ DATABASE_URL });
  await nodes.start({ DATABASE_URL });
  // Without a ping for eleven seconds, a run counts as missed.
  const schedule = { interval: 10, graceDuration: 1 };
  const monitors = await nodes.createMonitors(4, { schedule });
  const load = startLoad({ nodes: () => nodes.all, monitors, connections: 6, pauseMs: 20 });
  await until(() => expect(load.sent.length).toBeGreaterThan(40));
  return { nodes, monitors, load };
}

async function isStoringAgain(nodes: Nodes): Promise<void> {
  for (const { baseURL } of nodes.all)
    await until(async () => {
      const response = await fetch(`${baseURL}/readyz`);
      expect(JSON.parse(await response.text())).toMatchObject({ data: { pings: 'storing' } });
    });
}

async function expectNothingLost(nodes: NodesForTest, load: Load): Promise<void> {
  const before = load.sent.length;
  await until(() => expect(load.sent.length).toBeGreaterThan(before + 40));
  await isStoringAgain(nodes);
  await load.end();
  await isStoringAgain(nodes);
  await until(async () => expect(await findFaults(nodes, load.sent)).toEqual([]));
}

const count = z.array(z.object({ count: z.coerce.number() }));

async function countMissed(nodes: Nodes): Promise<number> {
  const [row] = count.parse(
    await nodes.query("SELECT count(*) FROM transitions WHERE reason IN ('missed', 'failed', 'timed_out')"),
  );
  return row?.count ?? -1;
}

/** Creates a role that has the rights on all tables, and returns the URL with which it connects. */
async function withRole({ query, url }: NodesForTest, settings = ''): Promise<string> {
  await query(
    `DO $$ BEGIN CREATE ROLE ${ROLE} LOGIN PASSWORD 'refused'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  await query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
  await query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${ROLE}`);
  await query(`GRANT ALL ON SCHEMA public TO ${ROLE}`);
  const of = new URL(url);
  of.username = ROLE;
  of.password = 'refused';
  if (settings !== '') of.searchParams.set('options', settings);
  return of.href;
}

describe('a monitor whose rows PostgreSQL refuses', () => {
  test.each([
    ['with a constraint', '23514'],
    ['with an error of its own', 'P0001'],
  ])('%s: its pings are kept and stored later, and the others are stored in time', async (_, code) => {
    const { nodes, load, monitors } = await openWithLoad((opened) => Promise.resolve(opened.url));
    const [refused] = monitors;
    await nodes.query(
      `INSERT INTO refusals SELECT id, '${code}' FROM monitors WHERE short_id = '${refused!.shortID}'`,
    );
    const before = load.sent.length;
    await waitRealTime(REFUSING_MS);
    const during = load.sent.slice(before);
    const metrics = await (await fetch(`${nodes.all[0]!.baseURL}/metrics`)).text();
    expect(Number(/^overdue_pings_set_aside (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(await nodes.check()).toEqual([expect.stringContaining('no rows now')]);
    await nodes.query('DELETE FROM refusals');
    await expectNothingLost(nodes, load);
    expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(during.filter(({ shortID, number }) => shortID === refused!.shortID && number > 0)).toEqual([]);
    expect(
      during.filter(({ shortID, number }) => shortID !== refused!.shortID && number > 0).length,
    ).toBeGreaterThan(100);
    expect(await countMissed(nodes)).toBe(0);
  });
});

describe('a refusal that may pass', () => {
  test.each([
    ['a revoked right', `REVOKE INSERT ON events FROM ${ROLE}`, `GRANT INSERT ON events TO ${ROLE}`],
    [
      'a table that is away',
      'ALTER TABLE events RENAME TO events_away',
      'ALTER TABLE events_away RENAME TO events',
    ],
    [
      'conflicts with other transactions',
      "INSERT INTO refusals SELECT id, CASE WHEN id % 2 = 0 THEN '40P01' ELSE '40001' END FROM monitors",
      'DELETE FROM refusals',
    ],
  ])(
    '%s: pings are spooled with 200, none is lost or set aside, and no job counts as missed',
    async (_, begin, end) => {
      const { nodes, load } = await openWithLoad((opened) => withRole(opened));
      await nodes.query(begin);
      await waitRealTime(REFUSING_MS);
      expect(await nodes.query('SELECT reason FROM pings_set_aside')).toEqual([]);
      await nodes.query(end);
      await expectNothingLost(nodes, load);
      expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
      expect(await countMissed(nodes)).toBe(0);
      expect(await nodes.query('SELECT from_at, to_at FROM blind_windows WHERE brief = 0')).toEqual([]);
    },
  );

  test('a lock time limit of the server: pings that wait for a locked row are spooled with 200', async () => {
    const { nodes, load, monitors } = await openWithLoad((opened) => withRole(opened, '-c lock_timeout=10'));
    const holder = new pg.Client({ connectionString: nodes.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM monitor_states s JOIN monitors m ON m.id = s.monitor_id
      WHERE m.short_id = '${monitors[0]!.shortID}' FOR UPDATE OF s`);
    await waitRealTime(REFUSING_MS);
    await holder.end();
    await expectNothingLost(nodes, load);
    expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await countMissed(nodes)).toBe(0);
  });
});
