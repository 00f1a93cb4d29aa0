import { describe, expect, test } from 'vitest';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { DAY, HOUR, MINUTE } from '../store/suite/fixtures.ts';
import { type AlertBench, FAILED, openAlertBench, SENT } from './alert-bench.ts';

const SECOND = 1000;

/** Opens a bench with one channel, `mail`, whose outcomes come from `receive`, and one alarm for it. */
async function openFailing(receive: () => SendResult | Promise<SendResult>): Promise<AlertBench> {
  const bench = await openAlertBench();
  await bench.addChannel('mail', receive);
  const monitor = await bench.addMonitor('job');
  await bench.start();
  await bench.fails(monitor);
  await bench.clock.advance(SECOND);
  return bench;
}

/** Returns the time of the next attempt of the only delivery. */
async function dueAtOf(bench: AlertBench): Promise<number> {
  const [delivery] = await bench.deliveries();
  return delivery?.dueAt ?? Number.NaN;
}

/** Jumps to the time of an attempt. Advancing the clock by a day would take one round for each second. */
async function skipTo(bench: AlertBench, at: number): Promise<void> {
  bench.clock.jump(at - bench.clock.now());
  await bench.clock.advance(SECOND);
}

describe('a failed attempt', () => {
  test('is repeated, under the same key, until it works', async () => {
    let tries = 0;
    const bench = await openFailing(() => {
      tries += 1;
      return tries < 5 ? FAILED : SENT;
    });
    await bench.clock.advance(5 * MINUTE);
    expect(bench.received('mail')).toEqual(Array.from({ length: 5 }, () => 'down k1'));
    const [delivery] = await bench.deliveries();
    expect(delivery).toMatchObject({ state: 'sent', attempts: 5 });
    const attempts = await bench.store.listAttempts(delivery?.id ?? 0, 100);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed', 'sent']);
    const waits = attempts.slice(0, -1).map(({ at, nextAt }) => ((nextAt ?? 0) - at) / SECOND);
    expect(waits.map((wait, index) => wait >= 2 ** index && wait <= 2 ** (index + 1))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    // Each attempt happened at the time that the previous attempt announced.
    for (const [index, { at }] of attempts.slice(1).entries())
      expect(at - (attempts[index]?.nextAt ?? 0)).toBeLessThanOrEqual(SECOND);
  });

  test('the wait is at most a quarter of an hour, and a message is given up after a day', async () => {
    const bench = await openFailing(() => FAILED);
    const [first] = await bench.deliveries();
    const expiresAt = first?.expiresAt ?? 0;
    expect(expiresAt - bench.clock.now()).toBeLessThanOrEqual(DAY);
    expect(expiresAt - bench.clock.now()).toBeGreaterThan(DAY - 2 * SECOND);
    for (;;) {
      const [delivery] = await bench.deliveries();
      if (delivery?.state !== 'waiting') break;
      expect(delivery.dueAt - bench.clock.now()).toBeLessThanOrEqual(15 * MINUTE);
      await skipTo(bench, delivery.dueAt);
    }
    const lastAt = bench.attempts.at(-1)?.at ?? 0;
    expect(lastAt).toBeLessThan(expiresAt);
    expect(lastAt).toBeGreaterThan(expiresAt - HOUR / 2);
    expect(bench.attempts.length).toBeGreaterThan(DAY / (15 * MINUTE));
    const [delivery] = await bench.deliveries();
    expect(delivery?.state).toBe('failed');
    bench.react('mail', () => SENT);
    await skipTo(bench, bench.clock.now() + DAY);
    expect(bench.attempts.at(-1)?.at).toBe(lastAt);
  });

  test('the wait is as long as the receiver asks', async () => {
    let response: SendResult = { ...FAILED, retryAfterMs: 10 * MINUTE };
    const bench = await openFailing(() => response);
    const askedAt = bench.attempts[0]?.at ?? 0;
    response = SENT;
    expect((await dueAtOf(bench)) - askedAt).toBe(10 * MINUTE);
    await bench.clock.advance(10 * MINUTE - 2 * SECOND);
    expect(bench.attempts).toHaveLength(1);
    await bench.clock.advance(3 * SECOND);
    expect(bench.received('mail')).toEqual(['down k1', 'down k1']);
  });

  test('a retry is not immediate if a receiver asks for no wait', async () => {
    const bench = await openFailing(() => ({ ...FAILED, retryAfterMs: 0 }));
    expect((await dueAtOf(bench)) - (bench.attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(SECOND);
  });
});

describe('an unhealthy channel', () => {
  /** Makes several monitors fail at the same moment. */
  async function allFail(bench: AlertBench, count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) await bench.fails(await bench.addMonitor(`m${number}`));
  }

  test('gets a few attempts if it never responds, and delays no other channel', async () => {
    const bench = await openAlertBench();
    await bench.addChannel('dead', () => new Promise(() => {}));
    await bench.addChannel('mail');
    await bench.addChannel('chat');
    await allFail(bench, 100);
    await bench.start();
    await bench.clock.advance(SECOND);
    expect(bench.received('dead')).toHaveLength(8);
    expect(new Set(bench.received('mail')).size).toBe(100);
    expect(new Set(bench.received('chat')).size).toBe(100);
  });

  test('is tried rarely, and gets all waiting messages soon after it has recovered', async () => {
    const bench = await openAlertBench();
    await bench.addChannel('mail', () => FAILED);
    await allFail(bench, 50);
    await bench.start();
    await bench.clock.advance(10 * MINUTE);
    // The channel gets eight attempts immediately, then one at a time, and finally one per minute.
    expect(bench.attempts.length).toBeLessThan(30);
    bench.react('mail', () => SENT);
    const recoveredAt = bench.clock.now();
    await bench.clock.advance(MINUTE + SECOND);
    const states = (await bench.deliveries()).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 50 }, () => 'sent'));
    const arrived = bench.attempts.filter(({ at }) => at >= recoveredAt);
    expect(arrived).toHaveLength(50);
    expect((arrived.at(-1)?.at ?? 0) - (arrived[0]?.at ?? 0)).toBeLessThanOrEqual(2 * SECOND);
  });

  test('all waiting messages are sent after the first success', async () => {
    const bench = await openFailing(() => FAILED);
    const [delivery] = await bench.deliveries();
    for (let number = 0; number < 9; number += 1) await skipTo(bench, await dueAtOf(bench));
    expect((await dueAtOf(bench)) - bench.clock.now()).toBeGreaterThan(5 * MINUTE);
    bench.react('mail', () => SENT);
    await allFail(bench, 1);
    await bench.clock.advance(MINUTE + SECOND);
    const [, ...sent] = bench.attempts.slice(9);
    expect(sent.map(({ alert }) => alert.key)).toEqual(['k2', delivery?.key]);
  });

  test('a new process, without a record of the failures, tries an unhealthy channel again', async () => {
    const bench = await openAlertBench();
    await bench.addChannel('mail', () => FAILED);
    await allFail(bench, 20);
    const first = await bench.start();
    await bench.clock.advance(10 * MINUTE);
    first.die();
    bench.react('mail', () => SENT);
    await bench.start();
    await bench.clock.advance(16 * MINUTE);
    expect((await bench.deliveries()).filter(({ state }) => state !== 'sent')).toEqual([]);
  });

  test('receives messages only up to its limit, regardless of the queue', async () => {
    const bench = await openAlertBench();
    let inProgress = 0;
    let most = 0;
    await bench.addChannel('mail', async () => {
      inProgress += 1;
      most = Math.max(most, inProgress);
      await new Promise<void>((resolve) => bench.clock.after(100, resolve));
      inProgress -= 1;
      return SENT;
    });
    await allFail(bench, 60);
    await bench.start();
    await bench.clock.advance(2 * SECOND);
    expect(most).toBe(8);
    expect(bench.attempts).toHaveLength(60);
  });
});
