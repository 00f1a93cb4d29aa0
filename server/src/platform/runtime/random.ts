import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

/** The only source of randomness. Passed in, so that tests and simulations are repeatable. */
export interface Random {
  /** UUIDv7, which increases with time. */
  uuid(): string;
  /** Returns `length` characters drawn uniformly from `alphabet`. */
  text(alphabet: string, length: number): string;
  bytes(length: number): Uint8Array;
}

export const READABLE = '23456789abcdefghijkmnpqrstuvwxyz';

const SHORT_ID_LENGTH = 10;

/** Returns a public ID of a resource, short enough to read aloud. */
export function newShortID(random: Pick<Random, 'text'>): string {
  return random.text(READABLE, SHORT_ID_LENGTH);
}

export const systemRandom: Random = {
  uuid: () => randomUUIDv7(),
  text: (alphabet, length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  bytes: (length) => randomBytes(length),
};
