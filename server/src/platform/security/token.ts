import { hash } from 'node:crypto';
import { BASE62 } from '@overdue/domain/access/base62.ts';
import { type ProjectKeyKind, SECRET_LENGTHS } from '@overdue/domain/access/project-key.ts';
import type { Random } from '../runtime/random.ts';

/** The token itself is shown once. Only its hash is stored. */
export interface FreshToken {
  readonly token: string;
  /** First characters, which identify the token in lists. */
  readonly prefix: string;
  readonly hash: string;
}

const START = 'ovd_';
const SECRET_LENGTH = 40;
const PREFIX_LENGTH = START.length + 4;
const TOKEN = /^ovd_[0-9A-Za-z]{40}$/;

export function newToken(random: Pick<Random, 'text'>): FreshToken {
  const prefix = newTokenPrefix(random);
  const token = prefix + newTokenRest(random);
  return { token, prefix, hash: hashToken(token) };
}

/** Returns the first characters of a token whose rest is drawn later. */
export function newTokenPrefix(random: Pick<Random, 'text'>): string {
  return START + random.text(BASE62, PREFIX_LENGTH - START.length);
}

/** Returns the characters of a token that follow its prefix. */
export function newTokenRest(random: Pick<Random, 'text'>): string {
  return random.text(BASE62, START.length + SECRET_LENGTH - PREFIX_LENGTH);
}

/** Returns the code with which a program polls for the token of its login. The code says nothing about the token. */
export function newDeviceCode(random: Pick<Random, 'text'>): string {
  return random.text(BASE62, SECRET_LENGTH);
}

/**
 * Returns what the database stores in place of a token's hash until the program receives the token. No token has this hash, because
 * the text is not hexadecimal.
 */
export function unreceivedHash(deviceCode: string): string {
  return `unreceived ${hashToken(deviceCode)}`;
}

export function newInvitationToken(random: Pick<Random, 'text'>): Pick<FreshToken, 'token' | 'hash'> {
  const token = random.text(BASE62, SECRET_LENGTH);
  return { token, hash: hashToken(token) };
}

const CALENDAR_TOKEN = /^[0-9A-Za-z]{40}$/;

/** Returns a new secret for the URL of a member's calendar. */
export function newCalendarToken(random: Pick<Random, 'text'>): Pick<FreshToken, 'token' | 'hash'> {
  return newInvitationToken(random);
}

export function looksLikeCalendarToken(text: string): boolean {
  return CALENDAR_TOKEN.test(text);
}

const KEY_PREFIX_LENGTH = 4;

/**
 * Returns a new key of a project. The secret has no `ovd_` prefix, because clients made for other services check the format of
 * keys.
 */
export function newProjectKey(
  kind: ProjectKeyKind,
  random: Pick<Random, 'text'>,
): { readonly secret: string; readonly prefix: string; readonly hash: string } {
  const secret = random.text(BASE62, SECRET_LENGTHS[kind]);
  return { secret, prefix: secret.slice(0, KEY_PREFIX_LENGTH), hash: hashToken(secret) };
}

/** Tokens and keys are random enough to need neither salt nor a slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Whether a text has the form of a token. Other texts need no look-up in the database. */
export function looksLikeToken(text: string): boolean {
  return TOKEN.test(text);
}
