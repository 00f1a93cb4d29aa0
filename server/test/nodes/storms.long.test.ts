import { expect, onTestFinished, test } from 'vitest';
import type { Receiver } from '../notify/receiver.ts';
import { holdConnection } from '../postgres/connection.ts';
import { findAlarmFaults, openReceiver } from './alarms.ts';
import type { Node, Nodes, NodesMonitor } from './nodes.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

const STORM = 400;
/** Maximum duration of the runs: enough time to start all of them. */
const STORM_LIMIT_SECONDS = 60;
const LEAD_MS = 1500;
/** Time for the lease of a delivery, and for the delivery itself on a busy machine. */
const TAKEN_OVER_MS_MAX = 40_000;

/** Starts a run of each monitor. */
async function startAll(nodes: Nodes, monitors: readonly NodesMonitor[]): Promise<void> {
  await Promise.all(
    monitors.map(({ path }, index) => required(nodes.all[index % nodes.all.length]).ping(`${path}/start`)),
  );
}

async function receiverForTest(node: Node): Promise<Receiver> {
  const receiver = await openReceiver(node);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Checks that each monitor was judged once: one transition, one incident, one delivery. */
async function expectJudgedOnce(nodes: Nodes, monitors: readonly NodesMonitor[]): Promise<void> {
  const count = async (from: string) =>
    Number(required((await nodes.query(`SELECT count(*) FROM ${from}`))[0]).count);
  expect(await count("runs WHERE state = 'timed_out'")).toBe(monitors.length);
  expect(await count('runs')).toBe(monitors.length);
  expect(await count('incidents')).toBe(monitors.length);
  expect(await count('deliveries')).toBe(monitors.length);
  // Each monitor also has a transition from `new`.
  expect(await count("transitions WHERE to_status = 'down'")).toBe(monitors.length);
}

/**
 * Gives all runs the same deadline, which passes in a moment. Stops each node in the middle of a verdict's transaction, when it
 * has locked the monitors and not committed, until `count` nodes have reached this point.
 * @returns a function that lets the nodes continue
 */
async function meet(nodes: Nodes & { readonly url: string }, count: number): Promise<() => Promise<void>> {
  const { release } = await holdConnection(nodes.url, 'LOCK TABLE incidents IN SHARE ROW EXCLUSIVE MODE');
  onTestFinished(release);
  const deadline = Date.now() + LEAD_MS;
  await nodes.query(`BEGIN; UPDATE runs SET limit_at = ${deadline};
    UPDATE monitor_states SET run_limit_at = ${deadline}, wake_at = ${deadline}; COMMIT`);
  await until(async () => {
    // Counts the locks of this database only. In the databases of other tests, which are copies, the table has the same OID.
    const waiting = await nodes.query(
      `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE datname = current_database() AND relation = 'incidents'::regclass AND NOT granted`,
    );
    expect(waiting).toHaveLength(count);
  });
  return release;
}

test('monitors that are due at the same time are judged once and alerted once by the nodes that share them', async () => {
  const nodes = await openNodesForTest();
  const [one, other] = await Promise.all([nodes.start(), nodes.start()]);
  const receiver = await receiverForTest(one);
  const monitors = await nodes.createMonitors(STORM, { maxRunDuration: STORM_LIMIT_SECONDS });
  await startAll(nodes, monitors);
  const goOn = await meet(nodes, 2);
  await goOn();
  await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(STORM), 60_000);
  await until(async () => expect(await findAlarmFaults(nodes, receiver)).toEqual([]));
  await expectJudgedOnce(nodes, monitors);
  const shares = await Promise.all([one, other].map((node) => readVerdicts(node)));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(STORM);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});

test('another node takes over from a node that is killed during its verdicts and its alerts, and nothing is judged twice or lost', async () => {
  const nodes = await openNodesForTest();
  const [, victim] = await Promise.all([nodes.start({ ROLE: 'ping,api,watchdog' }), nodes.start()]);
  const receiver = await receiverForTest(victim);
  const monitors = await nodes.createMonitors(STORM, { maxRunDuration: STORM_LIMIT_SECONDS });
  await startAll(nodes, monitors);
  const goOn = await meet(nodes, 2);
  await victim.kill('SIGKILL');
  await goOn();
  const down = "SELECT 1 FROM transitions WHERE to_status = 'down'";
  await until(async () => expect(await nodes.query(down)).toHaveLength(STORM));
  receiver.react('hang');
  await victim.restart();
  await receiver.arrived(1);
  await victim.kill('SIGKILL');
  receiver.react({ status: 200 });
  const killedAt = Date.now();
  await nodes.start();
  await until(
    async () => expect(await nodes.query("SELECT 1 FROM deliveries WHERE state <> 'sent'")).toEqual([]),
    60_000,
  );
  expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_MS_MAX);
  await expectJudgedOnce(nodes, monitors);
});

/** Returns the number of monitors that a node has judged. */
async function readVerdicts({ baseURL }: Node): Promise<number> {
  const text = await (await fetch(`${baseURL}/metrics`)).text();
  return Number(/^overdue_watchdog_verdicts_total (\d+)$/m.exec(text)?.[1]);
}
