import { describe, expect, test } from 'vitest';
import { type HostHealth, healthAfter, mayBeOwnNetwork } from './own-network.ts';

const NOW = 1_000_000;

function hosts(count: number, health: HostHealth): readonly HostHealth[] {
  return Array.from({ length: count }, () => health);
}

const reached = { checkedAt: NOW - 1000, unreachableSince: null };
const turned = { checkedAt: NOW - 1000, unreachableSince: NOW - 20_000 };
const longGone = { checkedAt: NOW - 1000, unreachableSince: NOW - 30_001 };

describe('the own network', () => {
  test.each([
    ['five of five hosts', [...hosts(5, turned)], true],
    ['four of four hosts', [...hosts(4, turned)], false],
    ['five of ten hosts', [...hosts(5, turned), ...hosts(5, reached)], true],
    ['five of eleven hosts', [...hosts(5, turned), ...hosts(6, reached)], false],
    [
      'five hosts, and many that were unreachable before',
      [...hosts(5, turned), ...hosts(90, longGone)],
      true,
    ],
    ['hosts that were unreachable before', [...hosts(90, longGone), ...hosts(5, reached)], false],
    ['exactly 30 s ago', hosts(5, { checkedAt: NOW, unreachableSince: NOW - 30_000 }), true],
    ['no recent results', hosts(9, { checkedAt: NOW - 30_001, unreachableSince: NOW - 30_001 }), false],
    ['no hosts', [], false],
  ])('may be the cause of network failures: %s', (_, found, expected) => {
    expect(mayBeOwnNetwork(found, NOW)).toBe(expected);
  });

  test('a host stays unreachable since the first network failure, until a check reaches it', () => {
    const first = healthAfter(undefined, { at: 1, code: 'connect_timeout' });
    expect(first).toEqual({ checkedAt: 1, unreachableSince: 1 });
    const second = healthAfter(first, { at: 2, code: 'dns_timeout' });
    expect(second).toEqual({ checkedAt: 2, unreachableSince: 1 });
    expect(healthAfter(second, { at: 3, code: null })).toEqual({ checkedAt: 3, unreachableSince: null });
    expect(healthAfter(second, { at: 3, code: 'status' })).toEqual({ checkedAt: 3, unreachableSince: null });
    expect(healthAfter(second, { at: 3, code: 'tls_expired' }).unreachableSince).toBeNull();
  });
});
