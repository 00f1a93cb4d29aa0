import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@overdue/domain/access/sign-in-limits.ts';
import { AppError } from '@overdue/domain/error.ts';
import { openOnce } from '../platform/runtime/open-once.ts';
import type { AccountStore } from './contract.ts';
import { guessesOf, type WordRanks } from './password-guesses.ts';
import { findResetUser } from './sign-in/challenge.ts';

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/**
 * Minimum length of the words of the user's name and address that are checked. Shorter words occur in too many good passwords.
 */
const OWN_WORD_LENGTH_MIN = 3;
/** Minimum number of characters left after everything easy to guess is removed. */
const REST_LENGTH_MIN = 4;
/** Minimum number of guesses, as a logarithm to the base 10. */
const GUESSES_MIN = 8;
const UNIT_LENGTH_MAX = 4;
const DISTINCT_MIN = 4;
/** Digits and punctuation around a common password don't make it harder to guess. */
const AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** Returns why a password is too weak, with advice; null if the password is acceptable. */
export async function passwordProblem(password: string, chooser: PasswordOwner): Promise<string | null> {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    return `This must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`;
  const plain = password.normalize('NFKC').toLowerCase();
  if (isPattern(plain)) return 'This repeats or continues a simple pattern. Choose several unrelated words.';
  if (isOwn(plain, chooser))
    return 'This is made from your name or email address. Choose several unrelated words.';
  const ranks = await wordRanks();
  if (isCommon(plain, ranks))
    return 'This is on the list of common passwords. Choose several unrelated words.';
  if (guessesOf(plain, ranks, ownWords(chooser)) < GUESSES_MIN)
    return 'This is made of common words, names and numbers. Choose several unrelated words.';
  return null;
}

export async function requireGoodPassword(
  password: string,
  chooser: PasswordOwner,
  path = 'password',
): Promise<void> {
  const message = await passwordProblem(password, chooser);
  if (message === null) return;
  throw new AppError('invalid', `The password can't be used. ${message}`, { fields: [{ path, message }] });
}

function isPattern(plain: string): boolean {
  const characters = [...plain];
  if (new Set(characters).size < DISTINCT_MIN) return true;
  for (let unit = 1; unit <= UNIT_LENGTH_MAX; unit += 1)
    if (characters.every((character, index) => character === characters[index % unit])) return true;
  return isRun(characters, 1) || isRun(characters, -1);
}

/** Whether the characters are consecutive, such as `abcdefghij` or `1234567890`. */
function isRun(characters: readonly string[], step: 1 | -1): boolean {
  return characters.every((character, index) => {
    const before = characters[index - 1];
    return before === undefined || character === next(before, step);
  });
}

function next(character: string, step: 1 | -1): string {
  if (step === 1 && character === '9') return '0';
  if (step === -1 && character === '0') return '9';
  return String.fromCodePoint(Math.max(0, (character.codePointAt(0) ?? 0) + step));
}

/** Whether the password is a name or address with a few digits or punctuation marks. */
function isOwn(plain: string, chooser: PasswordOwner): boolean {
  const words = ownWords(chooser).toSorted((a, b) => b.length - a.length);
  const letters = lettersOf(plain);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest.length < letters.length && rest.length < REST_LENGTH_MIN;
}

function ownWords({ email, name }: PasswordOwner): string[] {
  return [email, name]
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .map(lettersOf)
    .filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '');
}

function isCommon(plain: string, common: WordRanks): boolean {
  if (common.has(plain)) return true;
  const core = plain.replaceAll(AROUND, '');
  return core !== '' && plain.length - core.length <= REST_LENGTH_MIN && common.has(core);
}

/** The 49,000 most common passwords and words of passphrases, loaded when a password is first chosen. */
const wordRanks = openOnce(async (): Promise<WordRanks> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const { 'diceware-common': words = [], 'passwords-common': passwords = [] } = dictionary;
  return new Map([
    ...words.map((word) => [word, words.length] as const),
    ...passwords.map((password, index) => [password, index + 1] as const),
  ]);
});

export async function requireGoodChoice(
  { newPassword, token }: Readonly<Record<string, unknown>>,
  {
    store,
    userID,
    now,
  }: {
    readonly store: Pick<AccountStore, 'findUser' | 'findVerification'>;
    readonly userID: string | null;
    readonly now: number;
  },
): Promise<void> {
  if (typeof newPassword !== 'string') return;
  const chooserID = typeof token === 'string' ? await findResetUser(store, token, now) : userID;
  const user = chooserID === null ? null : await store.findUser({ id: chooserID });
  // Without a user, the check isn't needed, because better-auth refuses the step.
  if (user !== null) await requireGoodPassword(newPassword, user, 'newPassword');
}
