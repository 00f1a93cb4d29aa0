import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

/** The only source of randomness, injected so that tests and simulations are repeatable. */
export interface Random {
  /** Returns a UUIDv7, which increases with time. */
  uuid(): string;
  /** Returns `length` characters drawn uniformly from `alphabet`. */
  text(alphabet: string, length: number): string;
  bytes(length: number): Uint8Array;
}

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const READABLE = '23456789abcdefghijkmnpqrstuvwxyz';

const SHORT_ID_LENGTH = 10;

/** Returns an API ID of a monitor or project: not secret, and short enough to read out. */
export function newShortID(random: Pick<Random, 'text'>): string {
  return random.text(READABLE, SHORT_ID_LENGTH);
}

export const systemRandom: Random = {
  uuid: () => randomUUIDv7(),
  text: (alphabet, length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  bytes: (length) => randomBytes(length),
};
