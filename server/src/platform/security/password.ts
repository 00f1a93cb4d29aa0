import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../runtime/random.ts';

const deriveKey = promisify(argon2);

export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes; about 30 ms. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Maximum cost of a stored hash, so that a foreign hash can't exhaust the process. */
const COST_MAX: PasswordCost = { memory: 262_144, passes: 10, parallelism: 16 };

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(
  password: string,
  random: Pick<Random, 'bytes'>,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  const tag = await deriveKey('argon2id', parameters(password, { nonce: salt, tagLength: TAG_BYTES, cost }));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Compares a password with a hash in constant time. Returns false if the hash isn't argon2id. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = PHC.exec(hash);
  if (match === null) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const cost: PasswordCost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  if (!isAffordable(cost)) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await deriveKey(
    'argon2id',
    parameters(password, { nonce: Buffer.from(salt, 'base64'), tagLength: expected.byteLength, cost }),
  );
  return timingSafeEqual(actual, expected);
}

function parameters(
  password: string,
  {
    nonce,
    tagLength,
    cost,
  }: { readonly nonce: Uint8Array; readonly tagLength: number; readonly cost: PasswordCost },
): Argon2Parameters {
  // NFKC makes equal passwords from different keyboards equal.
  return { message: password.normalize('NFKC'), nonce, tagLength, ...cost };
}

function isAffordable({ memory, passes, parallelism }: PasswordCost): boolean {
  return (
    memory >= 8 * parallelism &&
    memory <= COST_MAX.memory &&
    passes >= 1 &&
    passes <= COST_MAX.passes &&
    parallelism >= 1 &&
    parallelism <= COST_MAX.parallelism
  );
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
