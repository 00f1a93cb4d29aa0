import { describe, expect, test } from 'vitest';
import { type ChannelBackoff, createChannelBackoff } from './channel-backoff.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const CHANNEL = 7;
const ROOM = 8;

function attempts(health: ChannelBackoff, worked: boolean, count: number, now = NOW): boolean {
  let healed = false;
  for (let number = 0; number < count; number += 1) {
    health.started(CHANNEL);
    healed = health.ended(CHANNEL, { hasResponded: worked, now });
  }
  return healed;
}

function roomOf(health: ChannelBackoff, now = NOW): number {
  return health.capacity(ROOM, now).get(CHANNEL) ?? ROOM;
}

describe('the health of a channel', () => {
  test('a channel without known attempts may start the maximum number of attempts', () => {
    const health = createChannelBackoff();
    expect(health.capacity(ROOM, NOW).size).toBe(0);
    expect(health.nextProbeAt(NOW)).toBeNull();
  });

  test('an attempt in progress lowers the number of attempts that may start, until the attempt ends', () => {
    const health = createChannelBackoff();
    for (let number = 1; number <= ROOM; number += 1) {
      health.started(CHANNEL);
      expect(roomOf(health)).toBe(ROOM - number);
    }
    health.ended(CHANNEL, { hasResponded: true, now: NOW });
    expect(roomOf(health)).toBe(1);
  });

  test('a channel is unhealthy after many failures in a row, but not after a few', () => {
    const health = createChannelBackoff();
    attempts(health, false, 7);
    expect(roomOf(health)).toBe(ROOM);
    expect(health.nextProbeAt(NOW)).toBeNull();
    attempts(health, false, 1);
    expect(roomOf(health)).toBe(0);
    expect(health.nextProbeAt(NOW)).toBe(NOW + 1000);
  });

  test('a success restarts the count', () => {
    const health = createChannelBackoff();
    attempts(health, false, 7);
    expect(attempts(health, true, 1)).toBe(false);
    attempts(health, false, 7);
    expect(roomOf(health)).toBe(ROOM);
  });

  test('an unhealthy channel gets one attempt at a time, after pauses that grow up to a minute', () => {
    const health = createChannelBackoff();
    attempts(health, false, 7);
    let now = NOW;
    const pauses: number[] = [];
    for (let number = 0; number < 9; number += 1) {
      attempts(health, false, 1, now);
      const probeAt = health.nextProbeAt(now) ?? 0;
      pauses.push(probeAt - now);
      expect(roomOf(health, probeAt - 1)).toBe(0);
      expect(roomOf(health, probeAt)).toBe(1);
      now = probeAt;
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    health.started(CHANNEL);
    expect(roomOf(health, now)).toBe(0);
  });

  test('the first success of an unhealthy channel makes the channel healthy, and is reported once', () => {
    const health = createChannelBackoff();
    attempts(health, false, 20);
    expect(attempts(health, true, 1)).toBe(true);
    expect(roomOf(health)).toBe(ROOM);
    expect(health.nextProbeAt(NOW)).toBeNull();
    expect(attempts(health, true, 1)).toBe(false);
  });

  test('failures that arrive after a channel has recovered count from zero', () => {
    const health = createChannelBackoff();
    for (let number = 0; number < 3; number += 1) health.started(CHANNEL);
    attempts(health, false, 10);
    attempts(health, true, 1);
    for (let number = 0; number < 3; number += 1) health.ended(CHANNEL, { hasResponded: false, now: NOW });
    expect(roomOf(health)).toBe(ROOM);
  });

  test('a healthy idle channel is forgotten', () => {
    const health = createChannelBackoff();
    attempts(health, false, 2);
    attempts(health, true, 1);
    expect(health.capacity(ROOM, NOW).size).toBe(0);
  });

  test('the next probe is the earliest probe of all unhealthy channels', () => {
    const health = createChannelBackoff();
    attempts(health, false, 9);
    for (let number = 0; number < 8; number += 1) {
      health.started(8);
      health.ended(8, { hasResponded: false, now: NOW });
    }
    expect(health.nextProbeAt(NOW)).toBe(NOW + 1000);
    expect(health.nextProbeAt(NOW + 1000)).toBe(NOW + 2000);
    expect(health.nextProbeAt(NOW + 2000)).toBeNull();
  });
});
