import { hash } from 'node:crypto';
import { BASE62, type Random } from '../runtime/random.ts';

/** A personal API token as it is made: shown once, stored as its hash. */
export interface FreshToken {
  readonly token: string;
  /** Its first characters, which the list of tokens shows to tell it by. */
  readonly prefix: string;
  readonly hash: string;
}

const START = 'ovd_';
const SECRET_LENGTH = 40;
const PREFIX_LENGTH = START.length + 4;
const TOKEN = /^ovd_[0-9A-Za-z]{40}$/;

/** Makes a token of 238 random bits. */
export function newToken(random: Pick<Random, 'text'>): FreshToken {
  const token = START + random.text(BASE62, SECRET_LENGTH);
  return { token, prefix: token.slice(0, PREFIX_LENGTH), hash: hashToken(token) };
}

/** What stands in the link of an invitation, with its hash. */
export function newInvitationToken(random: Pick<Random, 'text'>): Pick<FreshToken, 'token' | 'hash'> {
  const token = random.text(BASE62, SECRET_LENGTH);
  return { token, hash: hashToken(token) };
}

/** SHA-256 in hex. A token is random enough that its hash needs neither salt nor cost. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Whether a text can be a token at all; what can't needs no look-up. */
export function looksLikeToken(text: string): boolean {
  return TOKEN.test(text);
}
