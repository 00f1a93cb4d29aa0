import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose requests name their network in their URL. */
function openQueue() {
  let opened = 0;
  const begun: string[] = [];
  const metrics = createMetrics('test');
  const queue = createFairQueue({
    networkOf: ({ url = '' }) => url,
    openedCount: () => opened,
    metrics: metrics.connections,
  });
  return {
    /** Requests that were begun since the last call. */
    takeBegun: () => begun.splice(0),
    metrics,
    openConnection() {
      opened += 1;
    },
    enter(network: string, name = network): Socket {
      const socket = new Socket();
      const request = new IncomingMessage(socket);
      request.url = network;
      queue.enter(request, () => void begun.push(name));
      return socket;
    },
    nextTurn: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

test('eight requests are begun in each turn of the event loop, in their order', async () => {
  const { enter, takeBegun, nextTurn } = openQueue();
  for (let index = 0; index < 20; index += 1) enter('a', `a${index}`);
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `a${from + index}`);
  expect(takeBegun()).toEqual(names(0, 8));
  await nextTurn();
  expect(takeBegun()).toEqual(names(8, 16));
  await nextTurn();
  expect(takeBegun()).toEqual(names(16, 20));
  await nextTurn();
  await nextTurn();
  enter('b');
  expect(takeBegun()).toEqual(['b']);
});

test('networks take turns, however many requests one of them sends', async () => {
  const { enter, takeBegun, nextTurn } = openQueue();
  for (let index = 0; index < 1000; index += 1) enter('flood');
  takeBegun();
  enter('b', 'b1');
  enter('b', 'b2');
  enter('c');
  await nextTurn();
  expect(takeBegun()).toEqual(['flood', 'b1', 'c', 'flood', 'b2', 'flood', 'flood', 'flood']);
});

test('after a new connection only one request is begun, because further connections may wait', async () => {
  const { enter, takeBegun, nextTurn, openConnection } = openQueue();
  for (let index = 0; index < 20; index += 1) enter('a');
  takeBegun();
  openConnection();
  await nextTurn();
  expect(takeBegun()).toHaveLength(1);
  await nextTurn();
  expect(takeBegun()).toHaveLength(8);
});

test('the requests of a closed connection are dropped', async () => {
  const { enter, takeBegun, nextTurn } = openQueue();
  for (let index = 0; index < 8; index += 1) enter('a');
  takeBegun();
  enter('a', 'closed').destroy();
  enter('a', 'open');
  await nextTurn();
  expect(takeBegun()).toEqual(['open']);
});

test('a network that fills the queue loses its connections, and other networks still enter', async () => {
  const { enter, takeBegun, nextTurn, metrics } = openQueue();
  const sockets = Array.from({ length: 9500 }, () => enter('flood'));
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(8 + 9000);
  expect(metrics.render()).toContain('overdue_connections_closed_total{reason="crowded"} 492');
  takeBegun();
  for (let index = 0; index < 400; index += 1) expect(enter('b').destroyed).toBe(false);
  await nextTurn();
  expect(takeBegun()).toContain('b');
});
