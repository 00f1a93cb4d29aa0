import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createSeededRandom } from '../fake-clock.ts';
import { isLongRun } from '../length.ts';
import { type Reaction, type Receiver, startReceiver } from '../notify/receiver.ts';
import { type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';

const ROUNDS = isLongRun ? 6 : 1;
/**
 * Number of monitors per round. Each round uses new monitors, because leases of the killed process delay the alerts of older
 * monitors.
 */
const MONITORS_A_ROUND = 4;
/** Longer than a lease of a killed process can last. */
const LEASE_MS = 20_000;

const message = z.object({
  data: z.object({
    key: z.string(),
    includesLostAlarm: z.boolean(),
    items: z.array(
      z.object({
        event: z.enum(['down', 'recovered']),
        monitor: z.object({ shortID: z.string() }),
        incident: z.object({ incidentID: z.string() }),
      }),
    ),
  }),
});
const delivery = z.object({
  key: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'merged']),
  mergedInto: z.string().nullable(),
  channel: z.object({ shortID: z.string() }),
});
const transitions = z.array(z.object({ id: z.int(), from: z.string(), to: z.string() }));
const alerts = z.object({
  state: z.string(),
  decisions: z.array(z.object({ delivery: z.string().nullable() })),
});

interface Channel {
  readonly receiver: Receiver;
  /** Indexes of the requests that were answered with 200. */
  readonly accepted: ReadonlySet<number>;
}

async function addChannel(server: RunningServer, name: string, react: () => Reaction): Promise<Channel> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const settings = { url: `${receiver.origin}/${name}` };
  await server.api('POST', '/v1/channels/', { type: 'webhook', name, settings });
  const accepted = new Set<number>();
  receiver.react(() => {
    const reaction = react();
    if (typeof reaction === 'object' && reaction.status === 200) accepted.add(receiver.received.length - 1);
    return reaction;
  });
  return { receiver, accepted };
}

/**
 * Starts jobs that alternately fail and succeed until `end`. Each request that the receiver gets triggers the next turn
 * of a job.
 */
function startJobs(server: RunningServer, monitors: readonly RunningMonitor[], receiver: Receiver) {
  let isEnding = false;
  const ended = Promise.withResolvers<void>();
  async function run({ path }: RunningMonitor): Promise<void> {
    for (let turn = 0; !isEnding; turn += 1) {
      const heard = receiver.arrived(receiver.received.length + 1);
      try {
        await fetch(`${server.baseURL}${path}${turn % 2 === 0 ? '/fail' : ''}`);
      } catch {
        return;
      }
      await Promise.race([heard, ended.promise]);
    }
  }
  const all = Promise.all(monitors.map(run));
  return {
    async end() {
      isEnding = true;
      ended.resolve();
      await all;
    },
  };
}

async function readDeliveries(
  server: RunningServer,
): Promise<ReadonlyMap<string, z.output<typeof delivery>>> {
  const found = new Map<string, z.output<typeof delivery>>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const data = await server.api('GET', `/v1/deliveries/?limit=1000${query}`);
    for (const row of z.array(delivery).parse(data.deliveries)) found.set(row.key, row);
    cursor = z.string().nullable().parse(data.nextCursor);
  }
  return found;
}

interface Arrived {
  readonly key: string;
  readonly monitor: string;
  readonly event: string;
  readonly incident: string;
  readonly includesLostAlarm: boolean;
}

/** Returns the alerts that a receiver acknowledged. Each key occurs once, in the order of first arrival. */
function arrivedAt({ receiver, accepted }: Channel): readonly Arrived[] {
  const seen = new Set<string>();
  return receiver.received.flatMap(({ body, headers }, index) => {
    const { key, items, includesLostAlarm } = message.parse(JSON.parse(body)).data;
    expect(headers['webhook-id']).toBe(key);
    if (!accepted.has(index) || seen.has(key)) return [];
    seen.add(key);
    expect(items).toHaveLength(1);
    return items.map(({ event, monitor, incident }) => ({
      key,
      monitor: monitor.shortID,
      event,
      incident: incident.incidentID,
      includesLostAlarm,
    }));
  });
}

test(`kill -9 while monitors go down and recover, ${ROUNDS} times: every alert arrives, in order, and twice only under its key`, {
  timeout: 9 * LEASE_MS,
}, async () => {
  const server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'all' });
  onTestFinished(() => server.stop());
  await server.api('PATCH', '/v1/team/', { alerting: { gatherAbove: 0, flapAbove: 0 } });
  const random = createSeededRandom(11);
  let isHealed = false;
  const well = { status: 200 };
  const limited = { status: 429, headers: { 'retry-after': '1' } };
  const oneOf = (...reactions: Reaction[]) => (isHealed ? well : random.pick(reactions));
  const steady = await addChannel(server, 'steady', () => well);
  const channels = [
    steady,
    await addChannel(server, 'failing', () => oneOf(well, { status: 503 }, 'reset')),
    await addChannel(server, 'slow', () => oneOf(well, limited, 'hang')),
  ];
  const monitors: RunningMonitor[] = [];
  const received = () => channels.reduce((sum, { receiver }) => sum + receiver.received.length, 0);

  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = 0; index < MONITORS_A_ROUND; index += 1) monitors.push(await server.createMonitor());
    const jobs = startJobs(server, monitors, steady.receiver);
    const enough = received() + random.between(5, 40);
    await until(() => {
      expect(received()).toBeGreaterThan(enough);
      expect(steady.receiver.received.length).toBeGreaterThan(3 * monitors.length);
    });
    await server.kill('SIGKILL');
    await jobs.end();
    expect(await server.command('check')).toEqual({ exitCode: 0, out: 'ok\n' });
    await server.restart();
  }
  isHealed = true;
  await until(
    async () => {
      const waiting = await server.api('GET', '/v1/deliveries/?state=waiting&limit=1');
      expect(waiting.deliveries).toEqual([]);
    },
    { timeout: 4 * LEASE_MS, interval: 500 },
  );

  const deliveries = await readDeliveries(server);
  expect([...deliveries.values()].filter(({ state }) => state !== 'sent' && state !== 'merged')).toEqual([]);
  const arrived = channels.map(arrivedAt);
  const keys = new Set(arrived.flat().map(({ key }) => key));
  for (const { key, state, mergedInto } of deliveries.values())
    expect(keys.has(state === 'merged' ? (mergedInto ?? '') : key), `${key} is ${state}`).toBe(true);
  for (const copies of arrived) {
    const facts = copies.map(({ event, incident }) => `${event} ${incident}`);
    expect(new Set(facts).size, 'the same under two keys').toBe(facts.length);
  }
  let happened = 0;
  for (const { shortID } of monitors) {
    const data = await server.api('GET', `/v1/monitors/${shortID}/transitions/?limit=1000`);
    const story = transitions.parse(data.transitions).toReversed();
    const expectedAlerts = story.flatMap(({ from, to }) =>
      to === 'down' ? ['down'] : from === 'down' ? ['recovered'] : [],
    );
    happened += expectedAlerts.length;
    for (const copies of arrived) {
      const heard = copies.filter(({ monitor }) => monitor === shortID);
      expect(
        heard.flatMap(({ event, includesLostAlarm }) => (includesLostAlarm ? ['down', event] : [event])),
      ).toEqual(expectedAlerts);
    }
    for (const { id, from, to } of story) {
      if (to !== 'down' && from !== 'down') continue;
      const path = `/v1/monitors/${shortID}/transitions/${id}/alerts/`;
      const { state, decisions } = alerts.parse((await server.api('GET', path)).alerts);
      expect({ state, alerted: decisions.filter(({ delivery: key }) => key !== null).length }).toEqual({
        state: 'planned',
        alerted: channels.length,
      });
    }
  }
  expect(happened).toBeGreaterThan(2 * monitors.length);
});
