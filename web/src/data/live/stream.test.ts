import type { Delivery, Incident, LiveEvent, MonitorRow } from '@overdue/sdk';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { createConnection } from './connection.ts';
import { createMonitorList, MONITORS_KEY } from './monitor-list.ts';
import { createRefetch } from './refetching.ts';
import { REFETCH_INTERVALS } from './spacing.ts';
import { createStream } from './stream.ts';

const HELLO: LiveEvent<MonitorRow> = { type: 'hello', at: '2026-11-21T02:00:00.000Z' };
const DELIVERIES_CHANGED: LiveEvent<MonitorRow> = { type: 'changed', kinds: ['deliveries'] };

let hideAll: readonly (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const hide of hideAll) hide();
  hideAll = [];
  queryClient.clear();
  vi.useRealTimers();
});

/** A stream whose events the test sends. */
function createSentStream() {
  const connection = createConnection();
  let next = Promise.withResolvers<LiveEvent<MonitorRow>>();
  const list = createMonitorList({
    cache: queryClient,
    whenSettled: connection.whenSettled,
    request: () => new Promise(() => undefined),
    dropEarly: () => undefined,
  });
  const stream = createStream({
    async *follow(signal) {
      const left = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      for (;;) {
        const event = await Promise.race([next.promise, left]);
        next = Promise.withResolvers();
        yield event;
      }
    },
    connection,
    list,
    refetch: createRefetch(queryClient),
    onRefused: () => undefined,
  });
  return {
    connection,
    show: stream.show,
    /** Sends an event, and waits until the page has handled it. */
    async send(event: LiveEvent<MonitorRow>) {
      next.resolve(event);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** Shows data that a test returns from `read`. */
function show<Data>(queryKey: readonly string[], read: () => Data | Promise<Data>) {
  let reads = 0;
  const observer = new QueryObserver<Data>(queryClient, {
    queryKey,
    async queryFn() {
      reads += 1;
      return read();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  hideAll = [...hideAll, observer.subscribe(() => undefined)];
  return { reads: () => reads, shown: () => observer.getCurrentResult().data };
}

const deliveryIn = (state: Delivery['state']) => ({ delivery: { state } });

test('a waiting message is shown as soon as an attempt ends, and lists after the interval', async () => {
  const { send, show: open } = createSentStream();
  hideAll = [open()];
  let state: Delivery['state'] = 'waiting';
  const message = show(['deliveries', 'one', 'd'], () => deliveryIn(state));
  const list = show(['deliveries', ''], () => state);
  await send(HELLO);
  await send(DELIVERIES_CHANGED);
  state = 'sent';
  await send(DELIVERIES_CHANGED);
  expect(message.shown()).toEqual(deliveryIn('sent'));
  expect(list.shown()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(REFETCH_INTERVALS.firstMs);
  expect(list.shown()).toBe('sent');
});

test('a sent message is refetched with the lists, because it rarely changes', async () => {
  const { send, show: open } = createSentStream();
  hideAll = [open()];
  const message = show(['deliveries', 'one', 'd'], () => deliveryIn('sent'));
  await send(HELLO);
  const before = message.reads();
  for (let number = 0; number < 20; number += 1) await send(DELIVERIES_CHANGED);
  expect(message.reads()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(REFETCH_INTERVALS.firstMs);
  expect(message.reads()).toBe(before + 2);
});

test('a change during the first read of an incident leads to another read at once', async () => {
  const { send, show: open } = createSentStream();
  hideAll = [open()];
  const first = Promise.withResolvers<Pick<Incident, 'closedAt'>>();
  let latest: Pick<Incident, 'closedAt'> | Promise<Pick<Incident, 'closedAt'>> = first.promise;
  await send(HELLO);
  const incident = show(['incidents', 'one', 'i'], () => latest);
  await vi.advanceTimersByTimeAsync(0);
  latest = { closedAt: '2026-11-21T02:05:00.000Z' };
  await send({ type: 'monitors', monitors: [{ shortID: 'm' } as MonitorRow], deleted: [] });
  first.resolve({ closedAt: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(incident.shown()).toEqual(latest);
});

test('the page of a monitor that changes all the time is read at most once a second, the last time after the last change', async () => {
  const { send, show: open } = createSentStream();
  hideAll = [open()];
  let latest = 0;
  const history = show(['history', 'm', 'events'], () => latest);
  await send(HELLO);
  const before = history.reads();
  for (let number = 1; number <= 40; number += 1) {
    latest = number;
    await send({ type: 'monitors', monitors: [{ shortID: 'm' } as MonitorRow], deleted: [] });
    if (number === 1) expect(history.shown()).toBe(1);
    await vi.advanceTimersByTimeAsync(250);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(history.reads() - before).toBeLessThanOrEqual(12);
  expect(history.shown()).toBe(40);
});

test('the list of monitors is read again after the stream was closed for a while', async () => {
  const { send, show: open, connection } = createSentStream();
  const leave = open();
  let names = ['dump'];
  const list = show([...MONITORS_KEY], () => names);
  await send(HELLO);
  leave();
  expect(connection.current().state).toBe('connecting');
  names = ['dump', 'vacuum'];
  hideAll = [open(), ...hideAll];
  await send(HELLO);
  expect(list.shown()).toEqual(['dump', 'vacuum']);
});
