import { FORWARDING_AGENT } from '@overdue/domain/forwarding/forwarded-ping.ts';
import type { PingType } from '@overdue/domain/ping/ping.ts';
import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import type { EventRecord } from '../database/records.ts';
import type { OutboundRequest, OutboundResponse } from '../platform/outbound/request.ts';
import type { ForwardingClaim } from './contract.ts';
import { forwardSeries } from './series.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const RUN = '7f0a4f6e-3f9d-4e2f-9c54-0a7f6b1c2d3e';

interface Wish {
  readonly type?: PingType;
  readonly at?: number;
  readonly userAgent?: string;
  readonly body?: string;
}

function eventOf(
  number: number,
  { type = 'ping', at = NOW, userAgent = 'curl', body = '' }: Wish,
): EventRecord {
  const request = { method: 'GET', userAgent, remoteAddress: '', exitStatus: null } as const;
  return {
    number,
    type,
    at,
    happenedAt: at,
    durationMs: null,
    runID: RUN,
    warnings: [],
    request,
    bodySize: body.length,
  };
}

/** Forwards pings 1, 2, 3… to a target that answers with the statuses in turn, then with 200. */
async function forward(
  wishes: readonly Wish[],
  statuses: readonly number[] = [],
  url = 'https://hc.example/id',
) {
  const events = wishes.map((wish, index) => eventOf(index + 1, wish));
  const sent: OutboundRequest[] = [];
  const counted = { sent: 0, failed: 0, dropped: 0 };
  const counter = (name: keyof typeof counted) => ({
    inc(by = 1) {
      counted[name] += by;
    },
  });
  const claim: ForwardingClaim = {
    monitorID: 1,
    shortID: 'k3v9x2mq7d',
    normalizedPingID: 'key',
    url,
    lastForwardedEvent: 0,
    eventCount: events.length,
    attempts: 2,
    leaseUntil: NOW + 1,
  };
  const result = await forwardSeries(claim, {
    store: {
      listEvents: (_id, { before = 0, limit }) =>
        Promise.resolve(events.slice(Math.max(0, before - 1 - limit), before - 1).reverse()),
      findEventBody: (_id, number) => Promise.resolve(Buffer.from(wishes[number - 1]?.body ?? '')),
    },
    clock: { now: () => NOW, monotonic: () => 0, after: () => () => {} },
    random: { bytes: () => Uint8Array.of(255) },
    request(request): Promise<OutboundResponse> {
      sent.push(request);
      return Promise.resolve({
        status: statuses[sent.length - 1] ?? 200,
        headers: {},
        body: 'https://hc.example/id',
      });
    },
    forwardingSignature: (normalizedPingID) => `tag of ${normalizedPingID}`,
    counters: { sent: counter('sent'), failed: counter('failed'), dropped: counter('dropped') },
    isStopped: () => false,
  });
  return { sent, result, counted };
}

test('pings go out in order, with their bodies and the ID of their run', async () => {
  const { sent, result, counted } = await forward([{ type: 'start' }, { type: 'end', body: 'log' }]);
  const headers = { 'user-agent': `${FORWARDING_AGENT} (curl)`, 'overdue-forwarded-from': 'tag of key' };
  expect(sent).toEqual([
    { method: 'GET', url: `https://hc.example/id/start?rid=${RUN}`, headers },
    { method: 'POST', url: `https://hc.example/id?rid=${RUN}`, headers, body: 'log' },
  ]);
  expect(result).toMatchObject({
    lastForwardedEvent: 2,
    attempts: 0,
    sentAt: NOW,
    failure: null,
    dropped: 0,
  });
  expect(counted).toEqual({ sent: 2, failed: 0, dropped: 0 });
});

test('a failed ping holds back the later ones, and the error never repeats the text of the target', async () => {
  const { sent, result } = await forward([{}, {}, {}], [200, 503]);
  expect(sent).toHaveLength(2);
  expect(result).toMatchObject({ lastForwardedEvent: 1, attempts: 1, dueAt: NOW + 2000, sentAt: NOW });
  expect(result.failure).toEqual({ at: NOW, error: 'hc.example answered with the status 503.' });
});

test('a refused ping is dropped, and a loop is explained', async () => {
  const { result } = await forward([{}, {}], [200, 508]);
  expect(result).toMatchObject({ lastForwardedEvent: 2, dropped: 1, dueAt: 0 });
  expect(result.failure?.error).toMatch(/leads back to this monitor/);
});

test('a ping that is more than an hour late is dropped', async () => {
  const { sent, result } = await forward([{ at: NOW - HOUR_MS - 1 }, { at: NOW - HOUR_MS }]);
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ lastForwardedEvent: 2, dropped: 1 });
});

test('a ping that was forwarded here is not forwarded again', async () => {
  const { sent, result } = await forward([{ userAgent: `${FORWARDING_AGENT} (curl)` }, {}]);
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ lastForwardedEvent: 2, dropped: 0 });
});

test('a ping that the target cannot represent is skipped', async () => {
  const { sent, result } = await forward([{ type: 'start' }, {}], [], 'https://kuma.example/api/push/token');
  expect(sent.map(({ url }) => url)).toEqual(['https://kuma.example/api/push/token?status=up&msg=OK&ping=']);
  expect(result).toMatchObject({ lastForwardedEvent: 2, dropped: 0 });
});

test('a long backlog keeps the newest thousand pings, ten in each series', async () => {
  const { sent, result } = await forward(Array.from({ length: 1025 }, () => ({})));
  expect(sent).toHaveLength(10);
  expect(result).toMatchObject({ lastForwardedEvent: 35, dropped: 25 });
});
