import { expect, test } from 'vitest';
import type { Spool, SpooledPing } from '../../spool/contract.ts';
import type { TicketedPing } from '../apply-pings.ts';
import { appendToSpool } from './lane-spool.ts';

function openFull(pings: number, bytes: number) {
  const appended: SpooledPing[] = [];
  const spool: Spool = {
    append: (more) => void appended.push(...more),
    first: () => [],
    removeThrough: () => {},
    size: () => ({ pings, bytes, oldestAt: null }),
    close: () => {},
  };
  return { spool, appended };
}

function ping(ticket: number, bytes: number): TicketedPing {
  return {
    ticket,
    normalizedPingID: 'key',
    monitorID: 1,
    teamID: null,
    command: { kind: 'ping', type: 'end', at: 0, rid: null, durationMs: null, warnings: ['before'] },
    request: {
      method: 'POST',
      userAgent: '',
      remoteAddress: '',
      exitStatus: null,
      body: bytes === 0 ? null : new Uint8Array(bytes),
    },
  };
}

const EPOCH = { pingsMax: 10, epoch: 'an epoch' };

test('the spool takes as many of the first pings as still fit', () => {
  const { spool, appended } = openFull(8, 0);
  expect(appendToSpool(spool, [ping(1, 0), ping(2, 0), ping(3, 0)], EPOCH)).toHaveLength(2);
  expect(appended.map(({ ticket, epoch }) => [ticket, epoch])).toEqual([
    [1, 'an epoch'],
    [2, 'an epoch'],
  ]);
});

test('a ping is spooled without its body if the spool is full, and says so', () => {
  const { spool, appended } = openFull(0, 256 * 1024 * 1024 - 5);
  appendToSpool(spool, [ping(1, 3), ping(2, 3), ping(3, 0), ping(4, 2)], EPOCH);
  expect(appended.map(({ request }) => request.body?.byteLength ?? null)).toEqual([3, null, null, 2]);
  expect(appended.map(({ command }) => command.warnings.length)).toEqual([1, 2, 1, 1]);
  expect(appended[1]?.command.warnings[1]).toContain('The body was dropped');
});
