import { describe, expect, test } from 'vitest';
import type { MonitorRecord } from '../../../src/database/records.ts';
import type { ForwardingClaim, ForwardingResult } from '../../../src/forwarding/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import { eachTest, MINUTE, makeMonitors, NOON, type OpenDatabase, ping } from './fixtures.ts';

const URL = 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278';

async function forwardTo(store: Store, monitor: MonitorRecord, url: string): Promise<void> {
  const [applied] = await store.apply([
    {
      monitorID: monitor.id,
      teamID: monitor.teamID,
      at: NOON,
      references: [],
      merge: ({ rules, details }) => ({
        command: { kind: 'edit', at: NOON, rules },
        details: { ...details, forwardTo: url },
      }),
    },
  ]);
  expect(applied).toMatchObject({ outcome: 'applied' });
}

async function pingTimes(store: Store, monitor: MonitorRecord, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await store.apply([ping(monitor.id, 'ping', NOON)]);
}

function take(store: Store, more: Partial<Parameters<Store['takeForwarding']>[0]> = {}) {
  const options = { results: [], now: NOON, leaseUntil: NOON + MINUTE, limit: 10, takesOver: false };
  return store.takeForwarding({ ...options, ...more });
}

function result({ monitorID, leaseUntil, eventCount }: ForwardingClaim): ForwardingResult {
  const lastForwardedEvent = eventCount;
  const counts = { attempts: 0, dueAt: 0, dropped: 0, endedAt: NOON };
  return { monitorID, leaseUntil, lastForwardedEvent, sentAt: NOON, failure: null, ...counts };
}

export function describeForwarding(open: OpenDatabase): void {
  describe('forwarding', () => {
    const database = eachTest(open);

    test('forwarding starts with the first ping after the setting, and continues under another URL', async () => {
      const { store } = database;
      const [monitor, other] = await makeMonitors(store, 2);
      if (monitor === undefined || other === undefined) throw new Error('There are no monitors.');
      await pingTimes(store, monitor, 2);
      await pingTimes(store, other, 1);
      await forwardTo(store, monitor, URL);
      expect(await take(store)).toEqual([]);
      await pingTimes(store, monitor, 3);
      expect(await take(store)).toMatchObject([
        { shortID: monitor.shortID, url: URL, lastForwardedEvent: 2, eventCount: 5, attempts: 0 },
      ]);
      await forwardTo(store, monitor, `${URL}2`);
      const [again] = await take(store, { now: NOON + MINUTE });
      expect(again).toMatchObject({ url: `${URL}2`, lastForwardedEvent: 2 });
      expect(await store.findForwarding(monitor.id)).toMatchObject({ backlog: 3 });
      await forwardTo(store, monitor, '');
      expect(await store.findForwarding(monitor.id)).toBeNull();
      expect(await take(store, { now: NOON + 2 * MINUTE })).toEqual([]);
      expect(await store.findForwarding(other.id)).toBeNull();
    });

    test('a monitor belongs to one process until its lease ends, and results of an older lease are ignored', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      if (monitor === undefined) throw new Error('There is no monitor.');
      await forwardTo(store, monitor, URL);
      await pingTimes(store, monitor, 1);
      const [claim] = await take(store);
      expect(await take(store)).toEqual([]);
      const leaseUntil = NOON + 2 * MINUTE;
      const [later] = await take(store, { now: NOON + MINUTE, leaseUntil });
      if (claim === undefined || later === undefined) throw new Error('There was nothing to claim.');
      const failure = { at: NOON, error: 'no response' };
      const failed = { ...result(claim), lastForwardedEvent: 0, attempts: 1, sentAt: null, failure };
      await take(store, { results: [failed] });
      expect(await store.findForwarding(monitor.id)).toMatchObject({ backlog: 1, error: '' });
      const dueAt = NOON + 5 * MINUTE;
      await take(store, { results: [{ ...failed, leaseUntil, dueAt, dropped: 2 }] });
      expect(await store.findForwarding(monitor.id)).toEqual({
        backlog: 1,
        lastSentAt: null,
        failedAt: NOON,
        error: 'no response',
        retryAt: dueAt,
        dropped: 2,
        droppedAt: NOON,
      });
      expect(await take(store, { now: dueAt - 1 })).toEqual([]);
      const [retry] = await take(store, { now: dueAt, leaseUntil: dueAt + MINUTE });
      expect(retry).toMatchObject({ attempts: 1 });
      // After a restart, a single process takes over the lease of its predecessor.
      const [own] = await take(store, { now: dueAt, leaseUntil: dueAt + 1, takesOver: true });
      if (own === undefined) throw new Error('There was nothing to take over.');
      await take(store, { now: dueAt, results: [result(own)] });
      expect(await store.findForwarding(monitor.id)).toMatchObject({ backlog: 0, error: '', retryAt: null });
    });

    test('forwarding ends with its monitor', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      if (monitor === undefined) throw new Error('There is no monitor.');
      await forwardTo(store, monitor, URL);
      expect(await store.deleteMonitors([monitor.id], NOON)).toEqual([monitor.id]);
      expect(await store.findForwarding(monitor.id)).toBeNull();
    });
  });
}
