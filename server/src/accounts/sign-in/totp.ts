import { createHmac, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/**
 * Number of time steps to search in each direction. Searches more steps than better-auth accepts, because better-auth uses the
 * machine's clock, which may differ from `now`.
 */
const WINDOW = 10;

/** Returns the time step of a code (RFC 6238 with better-auth's parameters); null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / PERIOD_MS);
  const actual = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS + 1));
  let matching: number | null = null;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected)) matching = step;
  }
  return matching;
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
