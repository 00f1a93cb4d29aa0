import { expect, test } from 'vitest';
import { stepOfCode } from './totp.ts';

/** Test vectors of RFC 6238, appendix B. The RFC lists eight digits of each code; these are the last six. */
const SECRET = '12345678901234567890';
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(VECTORS)('the code at %d s is the one of RFC 6238', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(step);
  expect(stepOfCode(SECRET, code, (step + 11) * 30_000 - 1)).toBe(step);
  expect(stepOfCode(SECRET, code, (step + 11) * 30_000)).toBeNull();
});

test.each(['', '28708', '2870821', '287 082', '２８７０８２', '28708é'])('%j is not a code', (code) => {
  expect(stepOfCode(SECRET, code, 359_000)).toBeNull();
});
