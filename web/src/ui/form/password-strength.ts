import { PASSWORD_LENGTH_MIN } from '@overdue/domain/access/sign-in-limits.ts';

export const STRENGTHS = ['short', 'weak', 'fair', 'good', 'strong'] as const;

export interface PasswordStrength {
  readonly level: (typeof STRENGTHS)[number];
  readonly advice: 'common' | 'personal' | 'pattern' | 'longer' | 'none';
}

/** Minimum entropy of a fair, a good and a strong password, in bits. */
const FAIR_BITS = 38;
const GOOD_BITS = 52;
const STRONG_BITS = 68;

/** Common passwords, also matched within longer passwords. */
const COMMON = [
  'password',
  'passwort',
  'letmein',
  'welcome',
  'iloveyou',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'admin',
  'administrator',
  'master',
  'trustno1',
  'superman',
  'starwars',
  'whatever',
  'changeme',
  'secret',
  'default',
  'overdue',
  'monitor',
];
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azerty',
];
const RUN_LENGTH = 4;
const PERSONAL_LENGTH_MIN = 3;
/** Minimum length of personal words that are also found within other words. Shorter words, such as “com”, occur in many words. */
const INNER_LENGTH_MIN = 5;

/**
 * Returns the strength by bits of entropy. Known words, repetitions and keyboard or alphabet sequences count as one character
 * each. `known`: names that an attacker knows.
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  if (password.length < PASSWORD_LENGTH_MIN) return { level: 'short', advice: 'none' };
  const text = password.toLowerCase();
  const unpersonal = withoutPersonal(text, wordsOf(known));
  const uncommon = without(unpersonal, COMMON);
  const rest = withoutPatterns(uncommon);
  const bits = bitsOf(password, rest);
  const level =
    bits < FAIR_BITS ? 'weak' : bits < GOOD_BITS ? 'fair' : bits < STRONG_BITS ? 'good' : 'strong';
  if (level === 'strong') return { level, advice: 'none' };
  const advice =
    unpersonal !== text
      ? 'personal'
      : uncommon !== unpersonal
        ? 'common'
        : rest.length < uncommon.length
          ? 'pattern'
          : 'longer';
  return { level, advice };
}

function wordsOf(known: readonly string[]): readonly string[] {
  return known
    .flatMap((text) => withoutEnding(text.toLowerCase()).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= PERSONAL_LENGTH_MIN);
}

/** Removes the end of an email address, such as `.com`, which is not personal. */
function withoutEnding(text: string): string {
  return text.includes('@') ? text.replace(/\.[^.]*$/, '') : text;
}

function withoutPersonal(text: string, words: readonly string[]): string {
  const isInner = (word: string) => word.length >= INNER_LENGTH_MIN;
  const whole = words
    .filter((word) => !isInner(word))
    .reduce(
      (rest, word) => rest.replaceAll(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), '\u0000'),
      text,
    );
  return without(whole, words.filter(isInner));
}

function without(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, '\u0000'), text);
}

function withoutPatterns(text: string): string {
  const unrepeated = text.replaceAll(/(.{1,4}?)\1{2,}/gu, '$1');
  let rest = '';
  for (let at = 0; at < unrepeated.length; ) {
    const length = runLength(unrepeated, at);
    rest += unrepeated[at];
    at += length >= RUN_LENGTH ? length : 1;
  }
  return rest;
}

/** Returns the length of the keyboard or alphabet sequence, forwards or backwards, that starts at this position. */
function runLength(text: string, at: number): number {
  let longest = 1;
  for (const run of RUNS) {
    for (const line of [run, [...run].reverse().join('')]) {
      const start = line.indexOf(text.charAt(at));
      if (start === -1) continue;
      let length = 1;
      while (at + length < text.length && line[start + length] === text[at + length]) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

function bitsOf(password: string, rest: string): number {
  const kinds = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^A-Za-z\d]/, 24],
  ] as const;
  const alphabet = kinds.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0);
  // Words have about half the entropy of random letters.
  const perCharacter = Math.log2(Math.max(2, alphabet)) * (/^[\p{L} ]+$/u.test(password) ? 0.45 : 0.8);
  return new Set(rest).size < 5 ? 0 : rest.length * perCharacter;
}
