import type { PastedCrontab } from './job-command.ts';

const KEY = 'overdue.crontab';

/**
 * Stores the crontab from which a monitor was created. Stores it only in this tab, because commands often contain
 * passwords.
 */
export function storeCrontab(shortID: string, crontab: PastedCrontab): void {
  try {
    sessionStorage.setItem(`${KEY}.${shortID}`, JSON.stringify(crontab));
  } catch {
    // Browser storage is unavailable. The page then shows a generic crontab line.
  }
}

export function storedCrontab(shortID: string): PastedCrontab | null {
  try {
    return parsePasted(JSON.parse(sessionStorage.getItem(`${KEY}.${shortID}`) ?? 'null'));
  } catch {
    return null;
  }
}

const WHOLE_KEY = 'overdue.whole-crontab';

/** Stores a crontab from which the user is selecting jobs, only in this tab. */
export function storeWholeCrontab(text: string): void {
  try {
    sessionStorage.setItem(WHOLE_KEY, text);
  } catch {
    // Browser storage is unavailable, so a reload loses the text.
  }
}

export function storedWholeCrontab(): string | null {
  try {
    return sessionStorage.getItem(WHOLE_KEY);
  } catch {
    return null;
  }
}

export function deleteWholeCrontab(): void {
  try {
    sessionStorage.removeItem(WHOLE_KEY);
  } catch {
    // Browser storage is unavailable, so there is nothing to delete.
  }
}

/** Parses a value from browser storage; null if it is damaged. */
export function parsePasted(stored: unknown): PastedCrontab | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('before' in stored) || !('command' in stored) || !('after' in stored)) return null;
  const { before, command, after } = stored;
  return typeof before === 'string' && typeof command === 'string' && typeof after === 'string'
    ? { before, command, after }
    : null;
}
