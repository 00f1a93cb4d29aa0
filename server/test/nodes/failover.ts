import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { type Standby, startStandby } from '../postgres/standby.ts';
import { findAlarmFaults, openReceiver, startJobs } from './alarms.ts';
import { openGate } from './gate.ts';
import { findFaults, startLoad } from './load.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { until } from './until.ts';

const NODES = 2;
const LOAD_MONITORS = 64;
const LOAD_CONNECTIONS = 64;
const JOBS = 12;
const DATABASE = 'overdue';

/** Durations of a failover, in milliseconds from the kill of the primary. */
export interface Failover {
  readonly promotedMs: number;
  /** Time until every node has assigned a number to a ping again. */
  readonly pingsMs: number;
  /** Time until a node has judged a monitor again. */
  readonly verdictMs: number;
}

/** Nodes under load, on a primary with a synchronous standby. */
export interface FailoverWorld {
  /** Kills the primary, promotes the standby, and replaces the old primary with a new standby. */
  failOver(): Promise<Failover>;
  /** Ends the load. Waits until all acknowledged pings are stored and all alerts are sent. */
  settle(): Promise<{
    readonly pings: number;
    /** Number of pings that were spooled. */
    readonly spooled: number;
    readonly refused: number;
    readonly alarms: number;
    /** Pings that were lost or duplicated. `alarmFaults` lists the faults in the received alarms. */
    readonly pingFaults: readonly string[];
    readonly alarmFaults: readonly string[];
    readonly blindWindows: number;
  }>;
  stop(): Promise<void>;
}

export async function openFailoverWorld(): Promise<FailoverWorld> {
  let primary: Cluster = await startCluster({ version: '18', isDurable: true });
  await primary.createDatabase(DATABASE);
  let standby: Standby = await startStandby(primary);
  const gate = await openGate(primary.port);
  const nodes = await openNodes(gate.through(primary.url(DATABASE)));
  await Promise.all(Array.from({ length: NODES }, () => nodes.start()));
  const [node] = nodes.all;
  if (node === undefined) throw new Error('No node was started.');
  const receiver = await openReceiver(node);
  const probe = await node.createMonitor();
  const monitors = await Promise.all(Array.from({ length: LOAD_MONITORS }, () => node.createMonitor()));
  const load = startLoad({ nodes: () => nodes.all, monitors, connections: LOAD_CONNECTIONS, pauseMs: 5 });
  const jobs = await startJobs(nodes, JOBS);

  async function pingAll(): Promise<void> {
    await Promise.all(
      nodes.all.map((node) =>
        until(async () => {
          const { number, text } = await node.ping(probe.path);
          if (number < 1) throw new Error(`No node has given the ping a number: ${text}`);
        }),
      ),
    );
  }

  async function failOver(): Promise<Failover> {
    await pingAll();
    await newVerdict(nodes, await countVerdicts(nodes));
    const before = await countVerdicts(nodes);
    await primary.shutDown('SIGKILL');
    const startedAt = performance.now();
    const since = () => performance.now() - startedAt;
    await standby.promote();
    const promotedMs = since();
    gate.setTarget(standby.port);
    const [pingsMs, verdictMs] = await Promise.all([
      pingAll().then(since),
      newVerdict(nodes, before).then(since),
    ]);
    await primary.stop();
    primary = standby;
    standby = await startStandby(primary);
    return { promotedMs, pingsMs, verdictMs };
  }

  return {
    failOver,
    async settle() {
      await Promise.all([load.end(), jobs.end()]);
      const sent = [...load.sent, ...jobs.sent];
      const lookAtPings = () => findFaults(nodes, sent);
      const lookAtAlarms = () => findAlarmFaults(nodes, receiver);
      return {
        pings: sent.length,
        spooled: sent.filter(({ number }) => number === 0).length,
        refused: sent.filter(({ status }) => status !== 200).length,
        alarms: receiver.received.length,
        pingFaults: await settled(lookAtPings),
        alarmFaults: await settled(lookAtAlarms),
        blindWindows: (await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).length,
      };
    },
    async stop() {
      await Promise.all([load.end(), jobs.end()]);
      await nodes.stop();
      await receiver.close();
      gate.close();
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** Checks repeatedly for a while. Returns the faults that remain. */
async function settled(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  await until(async () => {
    faults = await look();
    if (faults.length > 0) throw new Error('Not yet.');
  }).catch(() => undefined);
  return faults;
}

async function countVerdicts(nodes: Nodes): Promise<number> {
  const [row] = await nodes.query("SELECT count(*) FROM runs WHERE state = 'timed_out'");
  return Number(row?.count);
}

function newVerdict(nodes: Nodes, before: number): Promise<void> {
  return until(async () => {
    if ((await countVerdicts(nodes)) <= before) throw new Error('No verdict has been made.');
  });
}
