import { expect, test } from 'vitest';
import { connectionsMax, descriptorLimit, hasFreeDescriptor } from './descriptors.ts';

test.each([
  [null, null, 30_000],
  [null, 64, 8],
  [null, 128, 68],
  [null, 512, 384],
  [null, 1024, 768],
  [null, 20_000, 19_600],
  [null, 1_000_000, 30_000],
  [100, 1024, 100],
  [50_000, 100_000, 50_000],
  [50_000, null, 50_000],
])('MAX_CONNECTIONS %s and %s file descriptors allow %s connected clients', (wanted, descriptors, max) => {
  expect(connectionsMax(wanted, descriptors, { warn: () => expect.fail() })).toBe(max);
});

test('MAX_CONNECTIONS above the limit of file descriptors is lowered, and the log says so', () => {
  const warned: object[] = [];
  expect(connectionsMax(1000, 512, { warn: (fields) => void warned.push(fields) })).toBe(384);
  expect(warned).toEqual([{ wanted: 1000, descriptors: 512, max: 384 }]);
});

test('the limit of this process is known', () => {
  expect(descriptorLimit()).toBeGreaterThan(100);
  expect(hasFreeDescriptor()).toBe(true);
});
