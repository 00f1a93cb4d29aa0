import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { type Standby, startStandby } from '../postgres/standby.ts';
import { findFaults, type SentPing } from './load.ts';
import { type Node, type Nodes, type NodesMonitor, openNodes } from './nodes.ts';
import { until, waitRealTime } from './until.ts';

const NODES = 3;
const DATABASE = 'overdue';
/**
 * Number of monitors that expect a ping every few seconds. Some report through one node, and some through both nodes
 * alternately.
 */
const STEADY_MONITORS = 4;
const ALTERNATING_MONITORS = 9;
const EVERY_MS = 500;
const ALTERNATE_EVERY_MS = 120;
/** Interval and grace period of {@link SCHEDULE}. */
const EXPECTED_WITHIN_MS = 11_000;
/** A fault is reported with the pings sent within this time before and after the change. */
const AROUND_MS = 12_000;
const SCHEDULE = { schedule: { interval: 10, graceDuration: 1 } };
/** Number of jobs per outage that stop reporting permanently, and of runs that hang. */
const STOPPING = 4;
const HANGING = 4;
const LIMIT_SECONDS = 5;
/** Number of jobs that end each run in time. The end is reported to a different node than the start. */
const PAIRED = 3;
const PAIR_MS = 700;

export interface Outage {
  readonly ms: number;
  /** How long one node is stopped at the end of the outage; 0 if it isn't stopped. */
  readonly stallMs: number;
}

/** Nodes whose database waits for its standby at each commit. */
export interface StandbyWorld {
  readonly nodes: Nodes;
  /** Monitors that get pings all the time. */
  readonly monitors: readonly NodesMonitor[];
  /**
   * Stops the standby and restarts it later. Around the same time, some jobs stop reporting, and some runs hang. Waits until all
   * pings are stored and all monitors are judged.
   */
  endure(outage: Outage): Promise<void>;
  /** Ends the load and returns all faults. */
  findFaults(): Promise<{
    readonly pings: number;
    readonly spooled: number;
    readonly slowestMs: number;
    readonly faults: readonly string[];
  }>;
  /** Makes every commit hang until the returned function is called. */
  hangCommits(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

interface Job {
  readonly monitor: NodesMonitor;
  /** Expected statuses, in order. */
  readonly path: string;
}

export async function openStandbyWorld(): Promise<StandbyWorld> {
  const primary: Cluster = await startCluster({ version: '18' });
  await primary.createDatabase(DATABASE);
  const standby: Standby = await startStandby(primary);
  const nodes = await openNodes(primary.url(DATABASE));
  await Promise.all(Array.from({ length: NODES }, () => nodes.start()));
  const sent: SentPing[] = [];
  const jobs: Job[] = [];
  const inProgress = new Set<Promise<void>>();
  const stalled = new Set<Node>();
  let slowestMs = 0;
  let isEnding = false;
  let turns = 0;

  async function ping(
    node: Node,
    monitor: NodesMonitor,
    type: 'ping' | 'start' | 'end',
    rid: string,
  ): Promise<void> {
    const sentAt = Date.now();
    const wasStalled = stalled.has(node);
    const { status, number } = await node
      .ping(`${monitor.path}${type === 'ping' ? '' : `/${type}`}?rid=${rid}`)
      .catch(() => ({ status: 0, number: -1 }));
    const answeredAt = Date.now();
    if (!wasStalled && !stalled.has(node)) slowestMs = Math.max(slowestMs, answeredAt - sentAt);
    sent.push({ shortID: monitor.shortID, type, rid, sentAt, answeredAt, status, number });
  }

  function nodeOf(index: number): Node {
    const node = nodes.all[index % NODES];
    if (node === undefined) throw new Error('There is no node to ping.');
    return node;
  }

  async function make(path: string, json: object): Promise<NodesMonitor> {
    const monitor = await nodeOf(jobs.length).createMonitor(json);
    jobs.push({ monitor, path });
    return monitor;
  }

  function go(work: Promise<void>): void {
    inProgress.add(work);
    void work.finally(() => inProgress.delete(work));
  }

  /** Sends each ping after the response to the previous ping, so that the expected order of storage is known. */
  async function keepPinging(
    monitor: NodesMonitor,
    nodeAt: (turn: number) => Node,
    everyMs: number,
  ): Promise<void> {
    for (let turn = 0; !isEnding; turn += 1) {
      await ping(nodeAt(turn), monitor, 'ping', `${monitor.shortID}-${turn}`);
      await waitRealTime(everyMs);
    }
  }

  async function keepRunning(monitor: NodesMonitor, index: number): Promise<void> {
    for (let turn = 0; !isEnding; turn += 1) {
      await ping(nodeOf(index + turn), monitor, 'start', `${monitor.shortID}-${turn}`);
      await waitRealTime(PAIR_MS);
      await ping(nodeOf(index + turn + 1), monitor, 'end', `${monitor.shortID}-${turn}`);
    }
  }

  async function stopLater(monitor: NodesMonitor, index: number, untilAt: number): Promise<void> {
    for (let turn = 0; turn === 0 || Date.now() < untilAt; turn += 1) {
      await ping(nodeOf(index + turn), monitor, 'ping', `${monitor.shortID}-${turn}`);
      await waitRealTime(EVERY_MS);
    }
  }

  async function hangLater(monitor: NodesMonitor, index: number, delayMs: number): Promise<void> {
    await ping(nodeOf(index), monitor, 'ping', `${monitor.shortID}-before`);
    await waitRealTime(delayMs);
    await ping(nodeOf(index + 1), monitor, 'start', `${monitor.shortID}-hung`);
  }

  for (let node = 0; node < NODES; node += 1)
    for (let count = 0; count < STEADY_MONITORS; count += 1) {
      const monitor = await make('new>up', SCHEDULE);
      go(keepPinging(monitor, () => nodeOf(node), EVERY_MS));
    }
  for (let index = 0; index < ALTERNATING_MONITORS; index += 1) {
    const monitor = await make('new>up', SCHEDULE);
    go(keepPinging(monitor, (turn) => nodeOf(index + turn), ALTERNATE_EVERY_MS));
  }
  for (let index = 0; index < PAIRED; index += 1) {
    const monitor = await make('new>up', { maxRunDuration: LIMIT_SECONDS });
    go(keepRunning(monitor, index));
  }

  async function hangCommits(): Promise<() => Promise<void>> {
    await standby.shutDown('SIGINT');
    return () => standby.start();
  }

  async function endure({ ms, stallMs }: Outage): Promise<void> {
    turns += 1;
    const stopping: NodesMonitor[] = [];
    const hanging: NodesMonitor[] = [];
    for (let count = 0; count < STOPPING; count += 1) stopping.push(await make('new>up>down', SCHEDULE));
    for (let count = 0; count < HANGING; count += 1)
      hanging.push(await make('new>up>down', { maxRunDuration: LIMIT_SECONDS }));
    // Some jobs stop before the outage, and others during it.
    stopping.forEach((monitor, index) => {
      go(stopLater(monitor, index, Date.now() + 1000 + (index * ms) / STOPPING));
    });
    hanging.forEach((monitor, index) => {
      go(hangLater(monitor, index, 500 + (index * ms) / HANGING));
    });
    await waitRealTime(1000);
    const bringBack = await hangCommits();
    await waitRealTime(ms);
    const victim = nodeOf(turns);
    if (stallMs > 0) {
      stalled.add(victim);
      process.kill(victim.pid, 'SIGSTOP');
    }
    await bringBack();
    if (stallMs > 0) {
      await waitRealTime(stallMs);
      process.kill(victim.pid, 'SIGCONT');
      await waitRealTime(1000);
      stalled.delete(victim);
    }
    await until(async () => {
      for (const { baseURL } of nodes.all) {
        const ready = await (await fetch(`${baseURL}/readyz`)).text();
        if (!ready.includes('"storing"')) throw new Error(`A node is not back: ${ready}`);
      }
      for (const { shortID } of [...stopping, ...hanging]) {
        const { status } = await nodeOf(0).readMonitor(shortID);
        if (status !== 'down') throw new Error(`${shortID} is ${status}.`);
      }
    }, 60_000).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
  }

  return {
    nodes,
    monitors: jobs.map(({ monitor }) => monitor),
    hangCommits,
    endure,
    async findFaults() {
      isEnding = true;
      await Promise.all(inProgress);
      let faults: readonly string[] = [];
      await until(async () => {
        faults = [
          ...(await findFaults(nodes, sent)),
          ...(await findMisplaced(nodes, sent)),
          ...(await findWrongPaths(nodes, jobs, sent)),
        ];
        if (faults.length > 0) throw new Error('Not yet.');
        // Monitors that get no further pings go down after a while.
      }, 5000).catch(() => undefined);
      const windows = await nodes.query('SELECT * FROM blind_windows WHERE brief = 0');
      const refused = sent.filter(({ status }) => status !== 200);
      return {
        pings: sent.length,
        spooled: sent.filter(({ number }) => number === 0).length,
        slowestMs,
        faults: [
          ...faults,
          ...windows.map((window) => `A blind window: ${JSON.stringify(window)}`),
          ...refused.map(({ shortID, status }) => `${shortID}: a ping was answered ${status}.`),
        ],
      };
    },
    async stop() {
      isEnding = true;
      await Promise.all(inProgress);
      await nodes.stop();
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** Returns the pings of a monitor that were stored in a different order than they were sent. */
async function findMisplaced(nodes: Nodes, sent: readonly SentPing[]): Promise<readonly string[]> {
  const rows = await nodes.query(
    `SELECT m.short_id AS monitor, e.run_id AS rid, e.type, e.at FROM events e JOIN monitors m ON m.id = e.monitor_id
     ORDER BY e.monitor_id, e.number`,
  );
  const positions = new Map(sent.map(({ type, rid }, index) => [`${type} ${rid}`, index]));
  const faults: string[] = [];
  const last = new Map<string, { readonly position: number; readonly at: number }>();
  for (const { monitor, rid, type, at } of rows) {
    const position = positions.get(`${type} ${rid}`);
    if (position === undefined) continue;
    const before = last.get(String(monitor));
    if (before !== undefined && before.position > position)
      faults.push(
        `${monitor}: ${type} ${rid} is stored after one that came ${before.at - Number(at)} ms later.`,
      );
    last.set(String(monitor), { position, at: Number(at) });
  }
  return faults;
}

/** Returns monitors whose statuses differ from the expected ones, each with its changes and the pings around them. */
async function findWrongPaths(
  nodes: Nodes,
  jobs: readonly Job[],
  sent: readonly SentPing[],
): Promise<readonly string[]> {
  const rows = await nodes.query(
    `SELECT m.short_id AS monitor, t.to_status AS status, t.at, t.reason FROM transitions t
     JOIN monitors m ON m.id = t.monitor_id ORDER BY t.id`,
  );
  return jobs.flatMap(({ monitor: { shortID }, path }) => {
    const changes = rows.filter(({ monitor }) => monitor === shortID);
    const found = ['new', ...changes.map(({ status }) => String(status))].join('>');
    const pings = sent.filter((ping) => ping.shortID === shortID);
    if (found === path || (path === 'new>up' && wasLate(pings))) return [];
    const down = Number(changes.find(({ status }) => status === 'down')?.at);
    const around = pings.filter(({ sentAt }) => Math.abs(sentAt - down) < AROUND_MS);
    return [
      `${shortID} went ${found}, and should have gone ${path}: ${JSON.stringify(changes)}, ${JSON.stringify(around)}`,
    ];
  });
}

/**
 * Whether a job may really have been late. On a very busy machine, the test or a node that was stopped and resumed may
 * delay a ping for longer than the monitor's limit.
 */
function wasLate(pings: readonly SentPing[]): boolean {
  const starts = new Map(pings.filter(({ type }) => type === 'start').map((ping) => [ping.rid, ping.sentAt]));
  const isRunLate = pings.some(({ type, rid, answeredAt }) => {
    return type === 'end' && answeredAt - (starts.get(rid) ?? answeredAt) >= LIMIT_SECONDS * 1000;
  });
  const times = pings.filter(({ type }) => type === 'ping');
  const isGapLong = times.some(({ answeredAt }, index) => {
    return answeredAt - (times[index - 1]?.sentAt ?? answeredAt) >= EXPECTED_WITHIN_MS;
  });
  return isRunLate || isGapLong;
}
