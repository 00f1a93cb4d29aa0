import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import { describe, expect, test } from 'vitest';
import type { SpooledPing } from '../../src/core/spool/contract.ts';
import type { BatchInput, MonitorRecord } from '../../src/database/records.ts';
import { WouldOvertakePings } from '../../src/database/unavailable.ts';
import { makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { VERSIONS } from './binaries.ts';
import { openTwoNodes } from './two-nodes.ts';

const ALL = { limit: 1000 };

/** Returns a ping as a node spools it, including the domain's command. */
function kept(
  { id, details }: MonitorRecord,
  epoch: string,
  ticket: number,
  at: number,
  body = '',
): SpooledPing {
  const { command, request } = ping(id, 'ping', at);
  if (command.kind !== 'ping' || request === undefined) throw new Error('This is not a ping.');
  const bytes = body === '' ? null : new TextEncoder().encode(body);
  return {
    epoch,
    ticket,
    normalizedPingID: `key-${details.name}`,
    command: { ...command, rid: `${epoch}-${ticket}` },
    request: { ...request, body: bytes },
  };
}

function reportOf(epoch: string, at: number, usesSpool = false) {
  return { epoch, since: NOON, at, unstoredSince: null, usesSpool };
}

describe.each(VERSIONS)('the queue of kept pings on PostgreSQL %s', (version) => {
  test('the queue is applied in the order of arrival, whichever node handed pings in, and only up to the requested number', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor, other] = await makeMonitors(a, 2);
    if (monitor === undefined || other === undefined) throw new Error('There is no monitor.');
    await b.enqueue([kept(monitor, 'b', 1, NOON + 10), kept(monitor, 'b', 2, NOON + 30, 'log')]);
    await a.enqueue([
      kept(monitor, 'a', 1, NOON + 5),
      kept(other, 'a', 2, NOON + 20),
      kept(monitor, 'a', 3, NOON + 30),
    ]);
    expect((await a.readQueueProgress({ at: NOON + 50, own: ['a'], nodesAliveFrom: NOON })).queuedFrom).toBe(
      NOON + 5,
    );
    expect(await a.readHorizon(NOON + 50, null)).toBeLessThanOrEqual(NOON + 5);
    expect(await a.applyQueued(NOON + 20, 2)).toHaveLength(2);
    expect(await b.applyQueued(NOON + 20, 10)).toMatchObject([{ monitorID: other.id }]);
    expect(await b.applyQueued(NOON + 20, 10)).toEqual([]);
    const [first, second] = await Promise.all([a.applyQueued(NOON + 50, 1), b.applyQueued(NOON + 50, 10)]);
    expect(first.length + second.length).toBe(2);
    const events = (await a.listEvents(monitor.id, ALL)).toReversed();
    expect(events.map(({ runID }) => runID)).toEqual(['a-1', 'b-1', 'a-3', 'b-2']);
    expect(Buffer.from((await a.findEventBody(monitor.id, 4)) ?? []).toString()).toBe('log');
    expect(await a.applyQueued(NOON + 50, 10)).toEqual([]);
  });

  test('the queue may hold a report that two nodes received, and the report counts once', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    if (monitor === undefined) throw new Error('There is no monitor.');
    const received = (epoch: string, at: number, log: string): SpooledPing => {
      const { command, ...spooled } = kept(monitor, epoch, 1, at, log);
      return { ...spooled, command: { ...command, rid: 'run', happenedAt: NOON - 1000 } };
    };
    await a.enqueue([received('a', NOON + 10, 'saved')]);
    await b.enqueue([received('b', NOON + 20, 'saved')]);
    const { command, request } = received('c', NOON + 30, 'saved');
    expect(await a.applyQueued(NOON + 50, 10)).toHaveLength(2);
    const again = { monitorID: monitor.id, command, request };
    await Promise.all([a.apply([again]), b.apply([again]), b.apply([again])]);
    expect(await a.listEvents(monitor.id, ALL)).toMatchObject([
      { number: 1, happenedAt: NOON - 1000, bodySize: 5 },
    ]);
    const other = { ...again, command: { ...command, happenedAt: NOON - 500 } };
    await Promise.all([a.apply([other]), b.apply([other])]);
    expect(await a.listEvents(monitor.id, ALL)).toHaveLength(2);
  });

  test('a ping passes the filter of its monitor when it is applied', async () => {
    const { a } = await openTwoNodes(version);
    const pingFilter = { ...NO_FILTER, searchHTTPBody: true, failureKeywords: 'FAIL' };
    const [monitor] = await makeMonitors(a, 1, { pingFilter });
    if (monitor === undefined) throw new Error('There is no monitor.');
    const form = kept(monitor, 'a', 3, NOON + 3);
    await a.enqueue([
      kept(monitor, 'a', 1, NOON + 1, 'disk 2: FAIL'),
      kept(monitor, 'a', 2, NOON + 2, 'fine'),
      // The filter also searches the text of a form. The queue stores this text, although a form usually leaves no log.
      { ...form, request: { ...form.request, form: new TextEncoder().encode('status=FAIL') } },
    ]);
    expect(await a.applyQueued(NOON + 50, 10)).toHaveLength(3);
    const events = await a.listEvents(monitor.id, ALL);
    expect(events.map(({ type }) => type)).toEqual(['fail', 'ignored', 'fail']);
  });

  test('a ping whose ticket the database has is not stored again', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    if (monitor === undefined) throw new Error('There is no monitor.');
    const inputs: readonly BatchInput[] = [1, 2].map((number) => ping(monitor.id, 'ping', NOON + number));
    await a.apply(inputs, { epoch: 'a', numbers: [1, 2] });
    const three = [1, 2, 3].map((number) => kept(monitor, 'a', number, NOON + number));
    await a.enqueue(three);
    await b.enqueue(three);
    expect(await b.applyQueued(NOON + 50, 10)).toHaveLength(1);
    await a.enqueue(three);
    expect(await b.applyQueued(NOON + 50, 10)).toEqual([]);
    expect(await a.apply(inputs, { epoch: 'a', numbers: [1, 2] })).toMatchObject([
      { outcome: 'already_applied' },
      { outcome: 'already_applied' },
    ]);
    expect(await a.listEvents(monitor.id, ALL)).toHaveLength(3);
  });

  test('a ping with an unknown URL is dropped', async () => {
    const { a } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    if (monitor === undefined) throw new Error('There is no monitor.');
    await a.enqueue([
      { ...kept(monitor, 'a', 1, NOON), normalizedPingID: 'nobodys' },
      kept(monitor, 'a', 2, NOON + 1),
    ]);
    expect(await a.applyQueued(NOON + 50, 10)).toMatchObject([
      { applied: { outcome: 'gone' } },
      { monitorID: monitor.id, applied: { outcome: 'applied' } },
    ]);
  });

  test('new pings do not overtake the queue, even if another node keeps the older pings', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    if (monitor === undefined) throw new Error('There is no monitor.');
    let number = 0;
    const pingNow = () => {
      number += 1;
      return a.apply([ping(monitor.id, 'ping', NOON + number)], {
        epoch: 'a/1',
        processEpoch: 'a',
        numbers: [number],
      });
    };
    await a.recordPresence(reportOf('a', NOON, true));
    expect(await pingNow()).toMatchObject([{ outcome: 'applied' }]);
    await b.recordPresence(reportOf('b', NOON, true));
    await expect(pingNow()).rejects.toEqual(new WouldOvertakePings('spooled'));
    await b.enqueue([kept(monitor, 'b', 1, NOON)]);
    await b.recordPresence(reportOf('b', NOON + 100));
    await expect(pingNow()).rejects.toEqual(new WouldOvertakePings('spooled'));
    await b.applyQueued(NOON + 100, 10);
    expect(await pingNow()).toMatchObject([{ outcome: 'applied' }]);
    // Node a reports two seconds later, so the earlier reports of node b no longer prove that node b has no spooled pings.
    await a.recordPresence(reportOf('a', NOON + 2000));
    await expect(pingNow()).rejects.toEqual(new WouldOvertakePings('unknown'));
    await b.recordPresence(reportOf('b', NOON + 2300));
    expect(await pingNow()).toMatchObject([{ outcome: 'applied' }]);
    expect(await a.listEvents(monitor.id, ALL)).toHaveLength(4);
  });
});
