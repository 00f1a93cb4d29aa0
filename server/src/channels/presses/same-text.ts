import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal. The duration doesn't reveal at which position they differ. */
export function isSameText(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
