import { connect, type Socket } from 'node:net';
import { createLatencies, type Latencies } from './latencies.ts';

const HOST = '127.0.0.1';
const READ_BYTES = 64 * 1024;
const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Results of many requests. */
export interface Outcome {
  readonly responses: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of connections that broke or were refused. */
  readonly failures: number;
  /**
   * Latencies in milliseconds from sending to the end of the response. With {@link pace}, they start at the time at
   * which the request was due.
   */
  readonly latencies: Latencies;
  readonly seconds: number;
}

/** Returns the next request of a connection as raw text. */
export type NextRequest = (connection: number) => string;

interface Connection {
  send(request: string): void;
  close(): void;
}

/** Read buffer of all connections. Its content is processed before the next read. */
const readBuffer = Buffer.allocUnsafe(READ_BYTES);

/**
 * Opens a connection with one pending request at a time. Finds the end of a response only by `Content-Length`, and
 * ignores other headers.
 */
function openConnection(options: {
  readonly port: number;
  readonly localAddress?: string;
  readonly onResponse: (status: number) => void;
  readonly onFailure: () => void;
}): Connection {
  let isClosed = false;
  let pending: Buffer | null = null;
  const socket: Socket = connect({
    host: HOST,
    port: options.port,
    noDelay: true,
    ...(options.localAddress === undefined ? {} : { localAddress: options.localAddress }),
    onread: {
      buffer: readBuffer,
      callback(size) {
        const read = readBuffer.subarray(0, size);
        const bytes: Buffer = pending === null ? read : Buffer.concat([pending, read]);
        const length = responseLength(bytes);
        if (length === null || bytes.length < length) {
          // Incomplete data must be copied, because the connections share the buffer.
          pending = pending === null ? Buffer.from(bytes) : bytes;
        } else {
          pending = null;
          options.onResponse(statusOf(bytes));
        }
        return true;
      },
    },
  });
  function fail(): void {
    if (isClosed) return;
    isClosed = true;
    socket.destroy();
    options.onFailure();
  }
  socket.on('error', fail);
  socket.on('close', fail);
  return {
    send: (request) => void socket.write(request, 'latin1'),
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
}

/** Returns the length in bytes of the response that starts here; null while its head is incomplete. */
function responseLength(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd === -1) return null;
  const length = CONTENT_LENGTH.exec(bytes.toString('latin1', 0, headEnd))?.[1];
  return headEnd + HEAD_END.length + Number(length ?? 0);
}

/** Reads the three digits after the first nine bytes of `HTTP/1.1 200 OK`. */
function statusOf(bytes: Buffer): number {
  const digit = (index: number) => (bytes[index] ?? 0) - 48;
  return digit(9) * 100 + digit(10) * 10 + digit(11);
}

function portOf(ports: readonly number[], connection: number): number {
  const port = ports[connection % ports.length];
  if (port === undefined) throw new Error('There is no server to send to.');
  return port;
}

function openTally() {
  const statuses = new Map<number, number>();
  const latencies = createLatencies();
  let responses = 0;
  let failures = 0;
  return {
    answered(status: number, latencyMs: number): void {
      responses += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      latencies.add(latencyMs);
    },
    failed(): void {
      failures += 1;
    },
    responses: () => responses,
    accepted: () => statuses.get(200) ?? 0,
    failures: () => failures,
    outcome(seconds: number): Outcome {
      return { responses, statuses: Object.fromEntries(statuses), failures, latencies, seconds };
    },
  };
}

/**
 * Keeps a number of connections busy: each sends its next request as soon as the previous one is answered. Counts only
 * responses after the warm-up. `accepted` counts every 200, even during the warm-up.
 */
export async function drive(options: {
  /** Ports of the servers that share the connections. */
  readonly ports: readonly number[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly next: NextRequest;
  readonly onMeasure?: () => void;
}): Promise<Outcome & { readonly accepted: number }> {
  const warmUp = openTally();
  const measured = openTally();
  let tally = warmUp;
  let isOver = false;
  let busy = 0;
  const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
  const release = (): void => {
    busy -= 1;
    if (busy === 0) drain();
  };
  const connections = Array.from({ length: options.connections }, (_, index) => {
    let sentAt = performance.now();
    const connection = openConnection({
      port: portOf(options.ports, index),
      onResponse(status) {
        const now = performance.now();
        tally.answered(status, now - sentAt);
        if (isOver) return release();
        sentAt = now;
        connection.send(options.next(index));
      },
      onFailure() {
        tally.failed();
        release();
      },
    });
    busy += 1;
    connection.send(options.next(index));
    return connection;
  });
  await sleep(options.warmUpMs);
  options.onMeasure?.();
  tally = measured;
  const startedAt = performance.now();
  await sleep(options.measureMs);
  const seconds = (performance.now() - startedAt) / 1000;
  // Pending requests are answered, but are not part of the measurement.
  const rest = openTally();
  tally = rest;
  isOver = true;
  await within(RESPONSE_MS_MAX, drained);
  for (const connection of connections) connection.close();
  return {
    ...measured.outcome(seconds),
    failures: warmUp.failures() + measured.failures() + rest.failures() + busy,
    accepted: warmUp.accepted() + measured.accepted() + rest.accepted(),
  };
}

const RESPONSE_MS_MAX = 30_000;
const TICK_MS = 1;

/**
 * Sends at a steady rate, even if responses are slower, until `isDone` returns true or the time is over. The latency of
 * a request that waits for a free connection starts at the time at which the request was due.
 */
export async function pace(options: {
  /** Ports of the servers that share the connections. */
  readonly ports: readonly number[];
  readonly perSecond: number;
  readonly connections: number;
  readonly msMax: number;
  readonly isDone: () => boolean;
  readonly next: NextRequest;
}): Promise<Outcome> {
  const tally = openTally();
  const free: number[] = [];
  const due: number[] = [];
  const dueAt: number[] = [];
  const connections: Connection[] = [];
  let underWay = 0;
  function sendDue(): void {
    while (due.length > 0 && free.length > 0) {
      const index = free.pop() ?? 0;
      dueAt[index] = due.shift() ?? 0;
      underWay += 1;
      connections[index]?.send(options.next(index));
    }
  }
  for (let index = 0; index < options.connections; index += 1) {
    connections.push(
      openConnection({
        port: portOf(options.ports, index),
        onResponse(status) {
          tally.answered(status, performance.now() - (dueAt[index] ?? 0));
          underWay -= 1;
          free.push(index);
          sendDue();
        },
        onFailure: tally.failed,
      }),
    );
    free.push(index);
  }
  const startedAt = performance.now();
  let planned = 0;
  for (let now = startedAt; now - startedAt < options.msMax && !options.isDone(); now = performance.now()) {
    while (startedAt + (planned * 1000) / options.perSecond <= now) {
      due.push(startedAt + (planned * 1000) / options.perSecond);
      planned += 1;
    }
    sendDue();
    await sleep(TICK_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  for (let waitedMs = 0; (underWay > 0 || due.length > 0) && waitedMs < RESPONSE_MS_MAX; waitedMs += TICK_MS)
    await sleep(TICK_MS);
  for (const connection of connections) connection.close();
  return tally.outcome(seconds);
}

/**
 * Number of local addresses from which a burst sends. With one address, recently closed connections could leave too few
 * free ports.
 */
const SOURCES = 16;

/**
 * Opens a new connection for each request, spread evenly over a period (0: as fast as possible), and closes it after
 * the response, like curl. Latency counts from opening the connection. Resolves when all requests are answered or
 * failed, or when the time is over.
 */
export async function burst(options: {
  readonly port: number;
  readonly requests: readonly string[];
  readonly overMs: number;
  readonly msMax: number;
  readonly onResponse?: (index: number, status: number) => void;
}): Promise<Outcome & { readonly sentSeconds: number; readonly openMax: number }> {
  const { requests, overMs } = options;
  const tally = openTally();
  const isDone = () => tally.responses() + tally.failures() === requests.length;
  let opened = 0;
  let openMax = 0;
  const startedAt = performance.now();
  while (opened < requests.length) {
    const elapsed = performance.now() - startedAt;
    const due = overMs === 0 ? opened + BURST_STEP : Math.ceil((elapsed / overMs) * requests.length);
    const until = Math.min(due, opened + BURST_STEP, requests.length);
    for (; opened < until; opened += 1) sendAlone(opened);
    openMax = Math.max(openMax, opened - tally.responses() - tally.failures());
    // Lets responses arrive. A timer would add a millisecond.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const sentSeconds = (performance.now() - startedAt) / 1000;
  while (!isDone() && performance.now() - startedAt < options.msMax) await sleep(TICK_MS);
  const unanswered = requests.length - tally.responses() - tally.failures();
  const outcome = tally.outcome((performance.now() - startedAt) / 1000);
  return { ...outcome, failures: outcome.failures + unanswered, sentSeconds, openMax };

  function sendAlone(index: number): void {
    const sentAt = performance.now();
    const connection = openConnection({
      port: options.port,
      localAddress: `127.0.0.${1 + (index % SOURCES)}`,
      onResponse(status) {
        tally.answered(status, performance.now() - sentAt);
        options.onResponse?.(index, status);
        connection.close();
      },
      onFailure: tally.failed,
    });
    connection.send(requests[index] ?? '');
  }
}

const BURST_STEP = 100;

/** Sends requests one after another, with a pause after each response. */
export async function sequence(options: {
  readonly port: number;
  readonly count: number;
  readonly pauseMs: number;
  readonly isAlone: boolean;
  readonly next: NextRequest;
}): Promise<Outcome> {
  const tally = openTally();
  const startedAt = performance.now();
  let sentAt = 0;
  let answered = (): void => {};
  const open = () =>
    openConnection({
      port: options.port,
      onResponse(status) {
        tally.answered(status, performance.now() - sentAt);
        answered();
      },
      onFailure() {
        tally.failed();
        answered();
      },
    });
  let connection = options.isAlone ? null : open();
  for (let sent = 0; sent < options.count && tally.failures() === 0; sent += 1) {
    if (options.pauseMs > 0) await sleep(options.pauseMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    sentAt = performance.now();
    const current: Connection = connection ?? open();
    current.send(options.next(0));
    await promise;
    if (options.isAlone) current.close();
    else connection = current;
  }
  connection?.close();
  return tally.outcome((performance.now() - startedAt) / 1000);
}

/** Waits for a promise, but at most `ms` milliseconds. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
