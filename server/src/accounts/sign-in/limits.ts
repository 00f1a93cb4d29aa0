import { hash } from 'node:crypto';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { AccountStore, AttemptLimit, User } from '../contract.ts';

type Kind = 'guess' | 'factor' | 'mail' | 'invite' | 'change' | 'ask' | 'login' | 'code';
type Counter = 'address' | 'account' | 'address_and_account' | 'browser';

/** Limits on attempts. The database counts the attempts of all nodes together. */
const LIMITS: Readonly<Record<Kind, Readonly<Partial<Record<Counter, AttemptLimit>>>>> = {
  guess: {
    address: { max: 50, withinMs: 15 * MINUTE_MS },
    address_and_account: { max: 10, withinMs: 15 * MINUTE_MS },
    // High enough that a few mistakes don't lock users out, low enough to prevent guessing.
    account: { max: 100, withinMs: 60 * MINUTE_MS },
    // Counted separately from other browsers, so that strangers can't lock out a known browser.
    browser: { max: 10, withinMs: 15 * MINUTE_MS },
  },
  // Codes of the second factor. Only who has passed the first factor can use them up. Of 30 codes a day, one in 30 accounts would be
  // guessed within a year.
  factor: {
    address: { max: 50, withinMs: 15 * MINUTE_MS },
    address_and_account: { max: 10, withinMs: 15 * MINUTE_MS },
    account: { max: 30, withinMs: DAY_MS },
    browser: { max: 10, withinMs: 15 * MINUTE_MS },
  },
  // Requests for a mailed link. No limit counts an account alone, because strangers could use it up. `link-mails.ts` bounds the mails.
  mail: {
    address: { max: 20, withinMs: 60 * MINUTE_MS },
    address_and_account: { max: 5, withinMs: 15 * MINUTE_MS },
    browser: { max: 5, withinMs: 15 * MINUTE_MS },
  },
  // Invitations. They are mailed to other people, and the sender chooses part of the text. `address` is the sender.
  invite: {
    address: { max: 100, withinMs: 60 * MINUTE_MS },
    address_and_account: { max: 5, withinMs: 60 * MINUTE_MS },
  },
  // Changes of an email address. `address` is the signed-in user, `account` the new address.
  change: {
    address: { max: 20, withinMs: 60 * MINUTE_MS },
    address_and_account: { max: 5, withinMs: 60 * MINUTE_MS },
  },
  // Requests that store a temporary row, but reveal nothing about accounts.
  ask: {
    address: { max: 300, withinMs: 15 * MINUTE_MS },
    address_and_account: { max: 300, withinMs: 15 * MINUTE_MS },
    account: { max: 300, withinMs: 15 * MINUTE_MS },
  },
  // Program logins, which wait in the database for a confirmation.
  login: { address: { max: 60, withinMs: 15 * MINUTE_MS } },
  // User codes of program logins, typed by signed-in users. Correct codes don't count.
  code: { address: { max: 10, withinMs: 15 * MINUTE_MS } },
};

/** Ways in while others use up the attempts of an account. The first text is the same for unknown accounts. */
const OTHER_WAYS_IN: Readonly<Partial<Record<Kind, string>>> = {
  guess:
    ' Meanwhile, sign in from a browser that you used before, or another way, or ask the operator of this service for a new password.',
  factor:
    ' Somebody who knows your password or reads your mail has tried many codes. Sign in from a browser that you used before or with a passkey, or choose a new password.',
};

export interface SignInAttempt {
  readonly kind: Kind;
  /** Network address of the client, or the user's ID if the user is signed in. */
  readonly address: string;
  /** Account of the attempt: an email address as sent, or a user's ID. Null if the request names no account. */
  readonly account: string | null;
  readonly browser?: string | undefined;
}

/** Counts a sign-in attempt, even if the account is unknown. Throws if there were too many attempts. */
export async function countSignInAttempt(
  store: Pick<AccountStore, 'countAttempt'>,
  attempt: SignInAttempt,
  now: number,
): Promise<void> {
  const { kind } = attempt;
  for (const [counter, key] of keysOf(attempt)) {
    const limit = LIMITS[kind][counter];
    const waitSeconds = limit === undefined ? null : await store.countAttempt(key, limit, now);
    if (waitSeconds === null) continue;
    const more = counter === 'account' ? (OTHER_WAYS_IN[kind] ?? '') : '';
    throw new AppError(
      'rate_limited',
      `Too many attempts. Wait ${waitOf(waitSeconds)} before the next one.${more}`,
      { retryAfterSeconds: waitSeconds },
    );
  }
}

/** Forgets failed attempts at an account from all addresses, so that its owner can sign in with a new password at once. */
export async function forgiveAccount(
  store: Pick<AccountStore, 'forgiveAttempts'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  await store.forgiveAttempts(keyOf('guess', `account ${email}`), 'all');
  await store.forgiveAttempts(keyOf('factor', `account ${id}`), 'all');
}

/**
 * After a success, resets the user's own failed attempts. In counts shared with other clients, takes back only the successful
 * attempt.
 */
export async function forgiveSignInAttempts(
  store: Pick<AccountStore, 'forgiveAttempts'>,
  attempt: SignInAttempt,
): Promise<void> {
  if (attempt.kind !== 'guess' && attempt.kind !== 'factor' && attempt.kind !== 'code') return;
  for (const [counter, key] of keysOf(attempt)) {
    await store.forgiveAttempts(
      key,
      counter === 'address_and_account' || counter === 'browser' ? 'all' : 'last',
    );
  }
}

/** Counts an attempt and carries it out. An attempt that the service is too busy to carry out doesn't count. */
export async function carryOutCounted<T>(
  store: Pick<AccountStore, 'countAttempt' | 'forgiveAttempts'>,
  { attempt, now }: { readonly attempt: SignInAttempt; readonly now: number },
  carryOut: () => Promise<T>,
): Promise<T> {
  await countSignInAttempt(store, attempt, now);
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      for (const [, key] of keysOf(attempt)) await store.forgiveAttempts(key, 'last');
    throw error;
  }
}

function keysOf({ kind, account, browser, ...attempt }: SignInAttempt): [counter: Counter, key: string][] {
  const address = networkOf(attempt.address);
  const key = (subject: string) => keyOf(kind, subject);
  if (browser !== undefined && LIMITS[kind].browser !== undefined)
    return [['browser', key(`browser ${browser}`)]];
  const ofAddress: [counter: Counter, key: string] = ['address', key(`address ${address}`)];
  if (account === null) return [ofAddress];
  return [
    ofAddress,
    ['address_and_account', key(`both ${address} ${account}`)],
    ['account', key(`account ${account}`)],
  ];
}

function keyOf(kind: Kind, subject: string): string {
  return hash('sha256', `${kind} ${subject}`, 'base64url');
}

function waitOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
