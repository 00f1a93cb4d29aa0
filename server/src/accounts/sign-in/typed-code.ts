import { type Random, READABLE } from '../../platform/runtime/random.ts';

const BACKUP_CODES = 10;
const BACKUP_CODE_LENGTH = 12;

/** Creates backup codes such as `k7mq-2xwf-9rtc`, which a person can copy from paper. */
export function newBackupCodes(random: Pick<Random, 'text'>): string[] {
  return Array.from({ length: BACKUP_CODES }, () => inGroups(random.text(READABLE, BACKUP_CODE_LENGTH), 4));
}

/** Returns the exact form of a typed code: a code of an authenticator app or a backup code, with or without spaces and hyphens. */
export function readTypedCode(typed: string): string {
  const characters = typed.replace(/[\s-]/g, '');
  return characters.length === BACKUP_CODE_LENGTH ? inGroups(characters.toLowerCase(), 4) : characters;
}

function inGroups(text: string, size: number): string {
  return text.match(new RegExp(`.{1,${size}}`, 'g'))?.join('-') ?? text;
}
