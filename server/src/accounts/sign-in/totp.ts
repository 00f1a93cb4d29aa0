import { createHmac, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/**
 * better-auth decides which steps it accepts, by the machine's clock. This window is wider, so that a code is found although
 * the service's own clock differs.
 */
const WINDOW = 10;

/** Returns the time step whose code this is (RFC 6238 with the parameters of better-auth); null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / PERIOD_MS);
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS + 1));
  let found: number | null = null;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1) {
    const right = Buffer.from(codeOf(secret, step));
    if (given.byteLength === right.byteLength && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
