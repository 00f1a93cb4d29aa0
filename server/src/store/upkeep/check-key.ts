import { AppError } from '@overdue/domain/error.ts';
import type { KeyStore, SealedTexts } from '../../core/operations.ts';
import type { SecretBox } from '../../platform/security/secret-box.ts';

const TEXT = 'Overdue';
const CONTEXT = 'key check';
/**
 * Maximum number of encrypted rows to try if no check value is stored. One row isn't enough, because a few rows may be damaged.
 */
const ROWS_MAX = 20;

export interface SecretKey {
  readonly box: Pick<SecretBox, 'seal' | 'open'>;
  readonly opensTOTPKey: (sealed: string) => Promise<boolean>;
  readonly source: string;
}

/**
 * Refuses a key that doesn't match the database's check value. Without a stored check value, tries the key on some encrypted rows.
 * If the key opens one, or there are none, stores the key's check value. If `isNewWanted`, the key was changed on purpose, and its
 * check value replaces the stored one.
 */
export async function checkKey(
  store: KeyStore,
  key: SecretKey,
  { isNewWanted }: { readonly isNewWanted: boolean },
): Promise<void> {
  const own = key.box.seal(TEXT, CONTEXT);
  const stored = isNewWanted
    ? await store.saveKeyCheck(own, { replaces: true })
    : await findKeyCheck(store, key, own);
  if (stored !== null && opens(key, stored, CONTEXT)) return;
  throw new AppError(
    'conflict',
    `The secrets in the database are encrypted with a different key than the one in ${key.source}. ` +
      'Restore the previous key (SECRET_KEY, or the file overdue.key beside an SQLite database), and start again. ' +
      'If that key is lost, start once with: overdue-server serve --new-key. Then enter the secrets of all channels again, ' +
      'and ask all users to set up their second factor again.',
  );
}

export async function hasSecrets(store: KeyStore): Promise<boolean> {
  const { keyCheck, settings, totpKeys } = await store.findSealedTexts(1);
  return keyCheck !== null || settings.length > 0 || totpKeys.length > 0;
}

/** Returns the stored check value. If there is none, stores and returns `own`, or returns null if the key decrypts no row. */
async function findKeyCheck(store: KeyStore, key: SecretKey, own: string): Promise<string | null> {
  const texts = await store.findSealedTexts(ROWS_MAX);
  if (texts.keyCheck !== null) return texts.keyCheck;
  // Doesn't replace a check value that another node has stored in the meantime.
  return (await opensAny(texts, key)) ? store.saveKeyCheck(own, { replaces: false }) : null;
}

/** Returns whether the key decrypts any text; true if there are no texts. */
async function opensAny({ settings, totpKeys }: SealedTexts, key: SecretKey): Promise<boolean> {
  if (settings.some(({ sealed, context }) => opens(key, sealed, context))) return true;
  for (const sealed of totpKeys) if (await key.opensTOTPKey(sealed)) return true;
  return settings.length === 0 && totpKeys.length === 0;
}

function opens({ box }: SecretKey, sealed: string, context: string): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
