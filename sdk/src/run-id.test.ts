import { expect, test } from 'vitest';
import { newRunID } from './run-id.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 15, 30, 123);

test('a run ID is a UUIDv7: its first 48 bits are the milliseconds since the epoch', () => {
  // The timestamp of the example UUID in RFC 9562, appendix A.6.
  expect(newRunID(0x017f22e279b0)).toMatch(/^017f22e2-79b0-7/);
  expect(newRunID(0)).toMatch(/^00000000-0000-7/);
  expect(newRunID(NOW)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('run IDs of the same millisecond differ, in all of their random bits', () => {
  const ids = Array.from({ length: 1000 }, () => newRunID(NOW));
  expect(new Set(ids).size).toBe(ids.length);
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
  const set = bits.reduce((all, id) => all | id);
  const clear = bits.reduce((all, id) => all & id);
  // The random bits: 12 bits after the version, and 62 bits after the variant.
  expect(set ^ clear).toBe((0xfffn << 64n) | ((1n << 62n) - 1n));
});

test('run IDs ascend with time', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newRunID(NOW + index));
  expect(ids.toSorted()).toEqual(ids);
});
