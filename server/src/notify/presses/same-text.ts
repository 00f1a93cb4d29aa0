import { timingSafeEqual } from 'node:crypto';

/** Compares two texts. The duration doesn't reveal how much of them is equal. */
export function isSameText(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
