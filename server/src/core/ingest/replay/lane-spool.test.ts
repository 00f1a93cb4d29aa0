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
    heldBy: () => ({ pings: 0, bytes: 0 }),
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

const ALONE = { pingsMax: 10, pingsOf: () => 0, epoch: 'an epoch' };

test('the spool takes as many of the first pings as still fit', () => {
  const { spool, appended } = openFull(8, 0);
  const fitting = appendToSpool(spool, [ping(1, 0), ping(2, 0), ping(3, 0)], ALONE);
  expect(fitting.map((one) => one?.ticket)).toEqual([1, 2, undefined]);
  expect(appended.map(({ ticket, epoch }) => [ticket, epoch])).toEqual([
    [1, 'an epoch'],
    [2, 'an epoch'],
  ]);
});

test('a team that has used up its share of the spool is refused, also within a batch, and the others are not', () => {
  const { spool, appended } = openFull(80, 0);
  const held = new Map<string | null, number>([['a', 80]]);
  const shared = { ...ALONE, pingsMax: 100, pingsOf: (teamID: string | null) => held.get(teamID) ?? 0 };
  const flood = Array.from({ length: 20 }, (_, index) => ({ ...ping(index, 0), teamID: 'a' }));
  const other = { ...ping(20, 0), teamID: 'b' };
  const fitting = appendToSpool(spool, [...flood, other, ...flood], shared);
  expect(fitting.filter((one) => one?.teamID === 'a')).toHaveLength(10);
  expect(fitting[20]).toEqual(other);
  expect(appended).toHaveLength(11);
});

test('a ping is spooled without its body if the spool is full, and says so', () => {
  const { spool, appended } = openFull(0, 256 * 1024 * 1024 - 5);
  appendToSpool(spool, [ping(1, 3), ping(2, 3), ping(3, 0), ping(4, 2)], ALONE);
  expect(appended.map(({ request }) => request.body?.byteLength ?? null)).toEqual([3, null, null, 2]);
  expect(appended.map(({ command }) => command.warnings.length)).toEqual([1, 2, 1, 1]);
  expect(appended[1]?.command.warnings[1]).toContain('The body was dropped');
});
