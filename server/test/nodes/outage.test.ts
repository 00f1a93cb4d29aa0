import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { isLongRun } from '../length.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { findFreePort } from '../postgres/free-port.ts';
import type { Environment } from '../server-process.ts';
import { findFaults, startLoad } from './load.ts';
import { type Node, type Nodes, openNodes, type PingResponse } from './nodes.ts';
import { until } from './until.ts';

/** Signals that stop PostgreSQL and the node. The long run tries both. */
const DATABASE_STOPS = isLongRun ? (['SIGINT', 'SIGKILL'] as const) : (['SIGKILL'] as const);
const NODE_STOPS = isLongRun ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const);

/** A PostgreSQL server that only these tests use, because they stop it. */
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ version: '18' });
});

afterAll(() => cluster.stop());

let databases = 0;

/** Stops the server. It starts again when the returned function is called or the test ends. */
async function stopDatabase(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<() => Promise<void>> {
  await cluster.shutDown(signal);
  let isAway = true;
  const startAgain = async () => {
    if (isAway) await cluster.start();
    isAway = false;
  };
  onTestFinished(startAgain);
  return startAgain;
}

async function open(env: Environment = {}): Promise<{ readonly nodes: Nodes; readonly node: Node }> {
  databases += 1;
  const name = `outage_${databases}`;
  await cluster.createDatabase(name);
  const nodes = await openNodes(cluster.url(name), env);
  onTestFinished(async () => {
    await nodes.stop();
    expect(await nodes.check()).toEqual([]);
  });
  return { nodes, node: await nodes.start() };
}

/** Waits until the node stores pings again and its spool is empty. */
async function isBack(node: Node): Promise<void> {
  await until(async () => expect(await readiness(node)).toMatchObject({ status: 200, pings: 'storing' }));
}

async function readiness(node: Node): Promise<{ readonly status: number; readonly pings: unknown }> {
  const response = await fetch(`${node.baseURL}/readyz`);
  const { data } = JSON.parse(await response.text());
  return { status: response.status, pings: data.pings };
}

async function metric(node: Node, name: string): Promise<number> {
  const text = await (await fetch(`${node.baseURL}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

function parse({ text }: PingResponse) {
  const { data } = JSON.parse(text);
  return { status: data.monitor.status, ...data.event };
}

async function get(node: Node, path: string): Promise<string> {
  const response = await fetch(`${node.baseURL}${path}`);
  return `${response.status} ${await response.text()}`;
}

/** Creates a monitor and a key. Returns the path of the monitor's ping URL by slug. */
async function slugURLOf(node: Node): Promise<string> {
  await node.createMonitor({ name: 'by slug', slug: 'by-slug' });
  const { projects } = await node.api('GET', '/v1/projects/');
  const { shortID } = z.array(z.object({ shortID: z.string() })).parse(projects)[0]!;
  const { key } = await node.api('POST', `/v1/projects/${shortID}/keys/`, { kind: 'ping', name: 'hosts' });
  return `/ping/${z.object({ secret: z.string() }).parse(key).secret}/by-slug`;
}

const MAIL_HOST = 'pings.example.com';

/** Starts a node that receives pings by email and whose spool has room for two pings. */
async function openWithMail() {
  const port = await findFreePort();
  const opened = await open({
    MAIL_PING_HOST: MAIL_HOST,
    MAIL_PING_PORT: String(port),
    MAIL_PING_ADDRESS: '127.0.0.1',
    SPOOL_PINGS: '2',
  });
  const { path } = await opened.node.createMonitor();
  const mailer = createTransport({ host: '127.0.0.1', port });
  onTestFinished(() => mailer.close());
  return {
    ...opened,
    send: (subject: string, mailbox = path.slice('/ping/'.length)) =>
      mailer
        .sendMail({ from: 'cron@example.com', to: `${mailbox}@${MAIL_HOST}`, subject, text: 'done' })
        .then(({ response }) => response.slice(0, 3))
        .catch((error: { readonly responseCode?: number }) => String(error.responseCode)),
  };
}

describe('an unavailable server', () => {
  test.each(DATABASE_STOPS)(
    'no ping is lost, duplicated or out of order, on any route: %s',
    async (signal) => {
      const { nodes, node } = await open();
      const monitors = await Promise.all(Array.from({ length: 5 }, () => node.createMonitor()));
      for (const { path } of monitors) await node.ping(path);
      const load = startLoad({ nodes: () => nodes.all, monitors, connections: 8, pauseMs: 5 });
      for (let turn = 0; turn < 2; turn += 1) {
        const before = load.sent.length;
        await until(() => expect(load.sent.length).toBeGreaterThan(before + 100));
        const startAgain = await stopDatabase(signal);
        const away = load.sent.length;
        await until(() => expect(load.sent.length).toBeGreaterThan(away + 300));
        expect(await readiness(node)).toEqual({ status: 200, pings: 'spooling' });
        expect(await metric(node, 'overdue_spool_pings')).toBeGreaterThan(200);
        await startAgain();
        await until(() => expect(load.sent.at(-1)?.number).toBeGreaterThan(0));
      }
      await load.end();
      await isBack(node);
      expect(load.sent.filter(({ status }) => status !== 200)).toEqual([]);
      expect(load.sent.filter(({ number }) => number === 0).length).toBeGreaterThan(500);
      // The load doesn't include the five pings that the test itself sent.
      expect(await findFaults(nodes, load.sent)).toEqual([]);
      expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
      expect(await metric(node, 'overdue_spool_pings')).toBe(0);
    },
  );

  test('an outage takes a few lines of the log, not a line for each ping, round and request', async () => {
    const { node } = await open();
    const { path } = await node.createMonitor();
    await node.ping(path);
    const startAgain = await stopDatabase();
    const lines = node.log.length;
    const startedAt = Date.now();
    await until(async () => {
      await node.ping(path);
      await expect(node.api('GET', '/v1/monitors/')).rejects.toThrow('503');
      expect(Date.now() - startedAt).toBeGreaterThan(4000);
    });
    expect(node.log.length - lines).toBeLessThan(10);
    await startAgain();
    await isBack(node);
  });
});

describe('a ping during an outage', () => {
  test('a ping gets a response from cached data, and is stored later as promised', async () => {
    const { nodes, node } = await open();
    const { path, shortID } = await node.createMonitor();
    await node.ping(path);
    const bySlug = await slugURLOf(node);
    expect(await get(node, bySlug)).toBe('200 OK');
    const startAgain = await stopDatabase();
    expect(await get(node, `${bySlug}/fail`)).toBe('200 OK');
    // Without the database, the node can't know whether the slug exists.
    expect(await get(node, `${bySlug}-unknown?create=1`)).toMatch(/^503 /);
    const start = parse(await node.ping(`${path}/start`));
    expect(start).toMatchObject({ status: '', number: 0, type: 'start', duration: 0 });
    expect(start.runID).toMatch(/^[0-9a-f-]{36}$/);
    expect(start.warnings).toEqual([expect.stringContaining('The database is unavailable.')]);
    const end = parse(await node.ping(`${path}/end?rid=${start.runID}&duration=1.5&x`));
    expect(end).toMatchObject({ number: 0, type: 'end', duration: 1.5, runID: start.runID });
    const own = parse(await node.ping(`${path}/fail?rid=my-own`));
    expect(own).toMatchObject({ number: 0, type: 'fail', runID: 'my-own' });
    await startAgain();
    await isBack(node);
    expect(parse(await node.ping(path))).toMatchObject({ status: 'up', number: 5, warnings: [] });
    const { runs } = await node.api('GET', `/v1/monitors/${shortID}/runs/`);
    expect(runs).toMatchObject([
      {},
      { runID: 'my-own', state: 'failed' },
      { runID: start.runID, state: 'succeeded', duration: 1.5 },
      {},
    ]);
    expect(await nodes.query('SELECT count(*) AS n FROM events')).toEqual([{ n: '7' }]);
    expect(await get(node, bySlug)).toBe('200 OK');
  });

  test('a ping with an unknown ID is kept within limits, and dropped when no monitor has the ID', async () => {
    const { nodes, node } = await open({ PING_RATE: '1' });
    const { path } = await node.createMonitor();
    const startAgain = await stopDatabase();
    // The node has never looked up this ID, but the ping counts.
    const startedAt = performance.now();
    expect((await node.ping(path)).status).toBe(200);
    let unknown = 0;
    const pingUnknown = async () => (await node.ping(`/ping/nosuchpingidnosuch${100 + unknown}`)).status;
    let status = await pingUnknown();
    for (; status === 200; status = await pingUnknown()) unknown += 1;
    expect(status).toBe(429);
    // The rate limit allows ten pings immediately, and one more for each elapsed second.
    expect(unknown).toBeGreaterThanOrEqual(9);
    expect(unknown).toBeLessThanOrEqual(9 + (performance.now() - startedAt) / 1000);
    await until(async () => expect((await node.ping('/ping/%20')).status).toBe(429));
    await startAgain();
    await isBack(node);
    expect(await nodes.query('SELECT number FROM events')).toEqual([{ number: '1' }]);
    expect(await metric(node, 'overdue_spool_dropped_pings_total{reason="gone"}')).toBe(unknown);
    expect(await metric(node, 'overdue_spool_replayed_pings_total')).toBe(1);
    expect(node.log.filter(({ msg }) => msg.startsWith('Spooled pings were dropped'))).not.toEqual([]);
  });

  test('a ping is refused when the spool is full, and the API sends Retry-After', async () => {
    const { nodes, node } = await open({ SPOOL_PINGS: '3' });
    const { path } = await node.createMonitor();
    await node.ping(path);
    const startAgain = await stopDatabase();
    const responses: PingResponse[] = [];
    for (let turn = 0; turn < 5; turn += 1) responses.push(await node.ping(path));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
    const refused = await fetch(`${node.baseURL}${path}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await readiness(node)).toMatchObject({ status: 503 });
    expect((await fetch(`${node.baseURL}/healthz`)).status).toBe(200);
    await expect(node.api('GET', '/v1/monitors/')).rejects.toThrow(/503 .*"unavailable"/);
    await startAgain();
    await isBack(node);
    // On a busy machine the database may become unavailable again, so the test repeats the ping until the node accepts one.
    await until(async () => expect((await node.ping(path)).status).toBe(200));
    await until(async () =>
      expect(await nodes.query('SELECT count(*) AS n FROM events')).toEqual([{ n: '5' }]),
    );
  });
});

test('an email that is accepted in an outage survives kill -9, and others are refused until later', async () => {
  const { nodes, node, send } = await openWithMail();
  const bySlug = (await slugURLOf(node)).slice('/ping/'.length).replace('/', '+');
  expect(await send('first')).toBe('250');
  const startAgain = await stopDatabase('SIGKILL');
  // Without the database, the node can't know the slug.
  expect(await send('by slug', bySlug)).toBe('451');
  expect([await send('second'), await send('third'), await send('fourth')]).toEqual(['250', '250', '451']);
  await node.kill('SIGKILL');
  await startAgain();
  await node.restart();
  await isBack(node);
  expect([await send('by slug', bySlug), await send('fourth')]).toEqual(['250', '250']);
  // Polls, because on a busy machine the node may spool these emails too, and store them a moment later.
  await until(async () => {
    const rows = await nodes.query(
      `SELECT e.method, convert_from(b.body, 'UTF8') AS log FROM events e JOIN event_bodies b USING (monitor_id, number)
       JOIN monitors m ON m.id = monitor_id WHERE m.slug <> 'by-slug' ORDER BY number`,
    );
    expect(rows).toEqual(
      ['first', 'second', 'third', 'fourth'].map((subject) => ({
        method: 'EMAIL',
        log: `Subject: ${subject}\n\ndone`,
      })),
    );
  });
});

test.each(NODE_STOPS)(
  'a node that ends in an outage (%s) stores its accepted pings at its next start',
  async (signal) => {
    const { nodes, node } = await open();
    const { path } = await node.createMonitor();
    await node.ping(path);
    const startAgain = await stopDatabase('SIGKILL');
    const sentAt = Date.now();
    for (let turn = 0; turn < 20; turn += 1) expect((await node.ping(path)).number).toBe(0);
    const answeredAt = Date.now();
    await node.kill(signal);
    await startAgain();
    await node.restart();
    await isBack(node);
    // On a busy machine a commit may hang briefly. Pings are then spooled, and their responses contain no number.
    let last = 21;
    await until(async () => {
      last += 1;
      expect((await node.ping(path)).number).toBe(last);
    });
    const rows = await nodes.query(
      'SELECT number, at FROM events WHERE number BETWEEN 2 AND 21 ORDER BY number',
    );
    const times = rows.map(({ at }) => Number(at));
    expect(times).toHaveLength(20);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(sentAt - 300);
    expect(Math.max(...times)).toBeLessThanOrEqual(answeredAt + 300);
    // The other nodes don't wait for a node that has left.
    expect(await nodes.query('SELECT epoch FROM ping_nodes')).toHaveLength(1);
  },
);
