import { timingSafeEqual } from 'node:crypto';

/** Compares without revealing by the time how much is equal. */
export function isSameText(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
