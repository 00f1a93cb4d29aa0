import { type Random, READABLE } from '../../platform/runtime/random.ts';

const BACKUP_CODES = 10;
const BACKUP_CODE_LENGTH = 12;
/** Length of backup codes from older versions, which distinguish upper and lower case. */
const OLD_BACKUP_CODE_LENGTH = 10;

/** Creates backup codes such as `k7mq-2xwf-9rtc`, which a person can copy from paper. */
export function newBackupCodes(random: Pick<Random, 'text'>): string[] {
  return Array.from({ length: BACKUP_CODES }, () => inGroups(random.text(READABLE, BACKUP_CODE_LENGTH), 4));
}

/** Returns the exact form of a typed code: a code of an authenticator app or a backup code, with or without spaces and hyphens. */
export function readTypedCode(typed: string): string {
  const characters = typed.replace(/[\s-]/g, '');
  if (characters.length === BACKUP_CODE_LENGTH) return inGroups(characters.toLowerCase(), 4);
  return characters.length === OLD_BACKUP_CODE_LENGTH ? inGroups(characters, 5) : characters;
}

function inGroups(text: string, size: number): string {
  return text.match(new RegExp(`.{1,${size}}`, 'g'))?.join('-') ?? text;
}
