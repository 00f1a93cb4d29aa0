import { AppError } from '../domain/error.ts';
import type { KeyStore } from '../store/upkeep/contract.ts';
import type { SecretBox } from './secret-box.ts';

const TEXT = 'Overdue';
const CONTEXT = 'key check';
/** Maximum encrypted rows to try if no check value is stored, because a few rows may be damaged. */
const ROWS_MAX = 20;

export interface SecretKey {
  readonly box: Pick<SecretBox, 'seal' | 'open'>;
  readonly opensTOTPKey: (sealed: string) => Promise<boolean>;
  readonly source: string;
}

/**
 * Refuses a key that doesn't match the database, because channels and second factors would stop working.
 * Stores a check value if the database has none and the key decrypts any row.
 * @param isNewWanted whether the key was changed on purpose, so that the database adopts the new key
 * @throws AppError if the keys differ
 */
export async function checkKey(
  store: KeyStore,
  key: SecretKey,
  { isNewWanted }: { readonly isNewWanted: boolean },
): Promise<void> {
  const own = key.box.seal(TEXT, CONTEXT);
  if (isNewWanted) return store.replaceKeyCheck(own);
  const kept = await store.keyCheck();
  const isRight = kept === null ? await opensRows(store, key) : opens(key, kept, CONTEXT);
  // Another node may have stored its check value meanwhile.
  if (isRight && (kept !== null || opens(key, await store.keepKeyCheck(own), CONTEXT))) return;
  throw new AppError(
    'conflict',
    `The secrets in the database are encrypted with a different key than the one in ${key.source}. ` +
      'Restore the previous key (SECRET_KEY, or the file overdue.key beside an SQLite database), and start again. ' +
      'If that key is lost, start once with: overdue-server serve --new-key. Then enter the secrets of all channels again, ' +
      'and ask all users to set up their second factor again.',
  );
}

export async function hasSecrets(store: KeyStore): Promise<boolean> {
  if ((await store.keyCheck()) !== null) return true;
  return (await store.sealedSettings(1)).length > 0 || (await store.sealedTOTPKeys(1)).length > 0;
}

/** Returns whether the key decrypts any row; true without rows. */
async function opensRows(store: KeyStore, key: SecretKey): Promise<boolean> {
  const settings = await store.sealedSettings(ROWS_MAX);
  if (settings.some(({ sealed, context }) => opens(key, sealed, context))) return true;
  const keys = await store.sealedTOTPKeys(ROWS_MAX);
  for (const sealed of keys) if (await key.opensTOTPKey(sealed)) return true;
  return settings.length === 0 && keys.length === 0;
}

function opens({ box }: SecretKey, sealed: string, context: string): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
