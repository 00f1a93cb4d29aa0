import { openConnection, request } from '../connection.ts';
import { type Nodes, type NodesMonitor, parsePingResponse } from './nodes.ts';
import { waitRealTime } from './until.ts';

/** A ping of the load, with a unique UUID as its rid. */
export interface SentPing {
  readonly shortID: string;
  readonly type: 'ping' | 'start' | 'end';
  readonly rid: string;
  /** Times of the request and of the response, in epoch milliseconds. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** HTTP status; 0 if the connection broke before the response. */
  readonly status: number;
  /** Number in the response: 0 if the ping was spooled, -1 if it was not accepted. */
  readonly number: number;
}

/** Pings over many keep-alive connections to several nodes. */
export interface Load {
  /** Pings that were answered or failed. */
  readonly sent: readonly SentPing[];
  /** Stops sending. Resolves once each pending ping is answered or its connection is closed. */
  end(): Promise<void>;
}

/** Returns the nodes that accept pings. A closed port is tried again, because its node may return. */
type Ports = () => readonly { readonly port: number }[];

/** Pause after a broken or refused connection, and also between two pings of a connection if `pauseMs` is set. */
const AGAIN_MS = 20;

/** Starts connections that each ping the monitors and the nodes in turn. A ping without a response is not repeated. */
export function startLoad(options: {
  readonly nodes: Ports;
  readonly monitors: readonly NodesMonitor[];
  readonly connections: number;
  readonly pauseMs?: number;
  /** Whether the load must wait, for example until a slow machine has processed earlier pings. */
  readonly mustWait?: (sent: readonly SentPing[]) => boolean;
}): Load {
  const { nodes, monitors, connections, pauseMs = 0, mustWait = () => false } = options;
  const sent: SentPing[] = [];
  const name = Math.random().toString(16).slice(2, 10).padEnd(8, '0');
  let isEnding = false;

  async function send(index: number): Promise<void> {
    let turn = 0;
    while (!isEnding) {
      const ports = nodes();
      const node = ports[(index + turn) % ports.length];
      if (node === undefined) throw new Error('There is no node to ping.');
      const connection = openConnection(node.port);
      for (let isWell = true; isWell && !isEnding; turn += 1) {
        while (mustWait(sent) && !isEnding) await waitRealTime(AGAIN_MS);
        const monitor = monitors[(index + turn) % monitors.length];
        if (monitor === undefined) throw new Error('There is no monitor to ping.');
        const rid = `${name}-0000-4000-8${String(index).padStart(3, '0')}-${String(turn).padStart(12, '0')}`;
        const sentAt = Date.now();
        connection.write(request('GET', `${monitor.path}?rid=${rid}`));
        const response = await connection.respond();
        const { status, number } =
          response === null ? { status: 0, number: -1 } : parsePingResponse(response.status, response.text);
        const { shortID } = monitor;
        sent.push({ shortID, type: 'ping', rid, sentAt, answeredAt: Date.now(), status, number });
        isWell = response !== null;
        if (pauseMs > 0) await waitRealTime(pauseMs);
      }
      connection.socket.destroy();
      if (!isEnding) await waitRealTime(AGAIN_MS);
    }
  }

  const all = Promise.all(Array.from({ length: connections }, (_, index) => send(index)));
  return {
    sent,
    async end() {
      isEnding = true;
      await all;
    },
  };
}

/**
 * Compares the database with the sent pings. Returns no faults if every acknowledged ping is stored once, under its
 * number.
 */
export async function findFaults(nodes: Nodes, sent: readonly SentPing[]): Promise<readonly string[]> {
  const rows = await nodes.query(
    `SELECT m.short_id AS monitor, e.number, e.run_id AS rid, e.at, e.type FROM events e
     JOIN monitors m ON m.id = e.monitor_id ORDER BY e.monitor_id, e.number, e.at`,
  );
  const faults: string[] = [];
  const numbers = new Map<string, number>();
  const stored = new Map<string, { readonly number: number; readonly at: number }>();
  for (const { monitor, number: text, rid, at, type } of rows) {
    const number = Number(text);
    const expected = (numbers.get(String(monitor)) ?? 0) + 1;
    if (number !== expected) faults.push(`${monitor}: event ${number} comes where ${expected} should.`);
    numbers.set(String(monitor), number);
    const key = `${type} ${rid}`;
    if (stored.has(key)) faults.push(`${monitor}: the ${key} is stored twice, the second time as ${number}.`);
    stored.set(key, { number, at: Number(at) });
  }
  for (const { shortID, type, rid, status, number, sentAt, answeredAt } of sent) {
    const event = stored.get(`${type} ${rid}`);
    if (event === undefined) {
      if (status === 200) faults.push(`${shortID}: ${rid} was answered with number ${number} and is lost.`);
      continue;
    }
    if (number > 0 && number !== event.number)
      faults.push(`${shortID}: ${rid} was answered with number ${number} and has ${event.number}.`);
    if (
      status === 200 &&
      (event.at < sentAt - CLOCK_SKEW_MS_MAX || event.at > answeredAt + CLOCK_SKEW_MS_MAX)
    )
      faults.push(
        `${shortID}: ${rid} came between ${sentAt} and ${answeredAt}, and is stored as of ${event.at}.`,
      );
  }
  return faults;
}

/** Clock differences below this are not corrected. */
const CLOCK_SKEW_MS_MAX = 300;
