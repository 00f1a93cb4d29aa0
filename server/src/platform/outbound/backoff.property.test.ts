import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

fc.configureGlobal({ seed: 20261121 });

const MOST_MS = 15 * 60_000;

const attempts = fc.integer({ min: 1, max: 1_000_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('waits after failed attempts', () => {
  test('the wait doubles up to a quarter of an hour', () => {
    const full = [1, 2, 3, 4, 9, 10, 11, 100].map((count) => backoffMs(count, 1));
    expect(full).toEqual([2000, 4000, 8000, 16_000, 512_000, MOST_MS, MOST_MS, MOST_MS]);
    expect([1, 2, 10, 100].map((count) => backoffMs(count, 0))).toEqual([1000, 2000, 450_000, 450_000]);
  });

  test('the wait is a whole number of milliseconds between one second and a quarter of an hour', () => {
    fc.assert(
      fc.property(attempts, share, (count, drawn) => {
        const waitMs = backoffMs(count, drawn);
        expect(Number.isSafeInteger(waitMs)).toBe(true);
        expect(waitMs).toBeGreaterThanOrEqual(1000);
        expect(waitMs).toBeLessThanOrEqual(MOST_MS);
      }),
    );
  });

  test('the wait never gets shorter after another failure, for any random number', () => {
    fc.assert(
      fc.property(attempts, (count) => {
        expect(backoffMs(count + 1, 0)).toBeGreaterThanOrEqual(Math.min(backoffMs(count, 1), MOST_MS / 2));
      }),
    );
  });

  test('the wait varies by up to half, so that simultaneous failures are retried at different times', () => {
    fc.assert(
      fc.property(attempts, share, share, (count, one, other) => {
        const apartMs = Math.abs(backoffMs(count, one) - backoffMs(count, other));
        expect(Math.abs(apartMs - (backoffMs(count, 1) / 2) * Math.abs(one - other))).toBeLessThanOrEqual(1);
      }),
    );
  });
});
