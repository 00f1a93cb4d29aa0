import { z } from 'zod';
import { type Receiver, startReceiver } from '../notify/receiver.ts';
import type { SentPing } from './load.ts';
import type { Node, Nodes, NodesMonitor } from './nodes.ts';
import { waitRealTime } from './until.ts';

/** Maximum duration of a run: the shortest that a monitor accepts. A run that takes longer times out. */
const LIMIT_SECONDS = 1;
const HUNG_MS = 1500;
const WELL_MS = 500;

/** Fields of a webhook message that these tests read. */
const message = z.object({
  data: z.object({
    key: z.string(),
    includesLostAlarm: z.boolean(),
    items: z.array(
      z.object({ event: z.enum(['down', 'recovered']), monitor: z.object({ shortID: z.string() }) }),
    ),
  }),
});

/** Opens a receiver that gets a separate message for each alarm of the team. */
export async function openReceiver(node: Node): Promise<Receiver> {
  const receiver = await startReceiver();
  const settings = { url: receiver.origin };
  await node.api('POST', '/v1/channels/', { type: 'webhook', name: 'receiver', settings });
  await node.api('PATCH', '/v1/team/', { alerting: { gatherAbove: 0, flapAbove: 0 } });
  return receiver;
}

/** Jobs whose runs time out and then succeed, alternately, until `end`. */
export interface Jobs {
  readonly sent: readonly SentPing[];
  end(): Promise<void>;
}

export async function startJobs(nodes: Nodes, count: number): Promise<Jobs> {
  const sent: SentPing[] = [];
  let isEnding = false;

  async function ping(type: SentPing['type'], monitor: NodesMonitor, turn: number): Promise<void> {
    const node = nodes.all[turn % nodes.all.length];
    if (node === undefined) throw new Error('There is no node to ping.');
    const { shortID, path } = monitor;
    const rid = `${shortID}-${type}-${turn}`;
    const sentAt = Date.now();
    const { status, number } = await node.ping(`${path}${type === 'start' ? '/start' : ''}?rid=${rid}`);
    sent.push({ shortID, type, rid, sentAt, answeredAt: Date.now(), status, number });
  }

  async function run(monitor: NodesMonitor, index: number): Promise<void> {
    // Spreads the starts of the jobs over one turn, so that verdicts are always due.
    await waitRealTime((index * (HUNG_MS + WELL_MS)) / count);
    for (let turn = index; !isEnding; turn += 1) {
      await ping('start', monitor, turn);
      await waitRealTime(HUNG_MS);
      await ping('ping', monitor, turn);
      await waitRealTime(WELL_MS);
    }
  }

  const [node] = nodes.all;
  if (node === undefined) throw new Error('No node was started.');
  const monitors = await Promise.all(
    Array.from({ length: count }, () => node.createMonitor({ maxRunDuration: LIMIT_SECONDS })),
  );
  const all = Promise.all(monitors.map(run));
  return {
    sent,
    async end() {
      isEnding = true;
      await all;
    },
  };
}

/** Returns faults in the received alerts. There are none if every change was sent once, in order, under one key. */
export async function findAlarmFaults(nodes: Nodes, { received }: Receiver): Promise<readonly string[]> {
  const rows = await nodes.query(
    `SELECT m.short_id AS monitor, t.from_status AS was, t.to_status AS is FROM transitions t
     JOIN monitors m ON m.id = t.monitor_id WHERE t.to_status = 'down' OR t.from_status = 'down' ORDER BY t.id`,
  );
  const happened = new Map<string, string[]>();
  for (const { monitor, is } of rows) add(happened, String(monitor), is === 'down' ? 'down' : 'recovered');
  const heard = new Map<string, string[]>();
  const keys = new Set<string>();
  const faults: string[] = [];
  for (const { body } of received) {
    const { key, items, includesLostAlarm } = message.parse(JSON.parse(body)).data;
    if (keys.has(key)) faults.push(`The message ${key} came again.`);
    keys.add(key);
    for (const { event, monitor } of items) {
      if (includesLostAlarm) add(heard, monitor.shortID, 'down');
      add(heard, monitor.shortID, event);
    }
  }
  for (const [monitor, story] of happened) {
    const received = heard.get(monitor) ?? [];
    if (received.join() !== story.join())
      faults.push(
        `${monitor}: ${story.length} changes (${story.join()}) have the alerts ${received.join()}.`,
      );
  }
  return faults;
}

function add(stories: Map<string, string[]>, monitor: string, event: string): void {
  const story = stories.get(monitor) ?? [];
  story.push(event);
  stories.set(monitor, story);
}
