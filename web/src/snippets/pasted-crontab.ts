import type { ImportItem } from '@overdue/sdk';
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

const PASTES_KEY = 'overdue.pastes';
/** Maximum pasted texts that a tab keeps. */
const PASTES_MAX = 10;

/** A pasted text. Its address contains only the ID, because commands often contain passwords. */
export interface Paste {
  readonly id: string;
  readonly text: string;
  /** The jobs of the text, once monitors were created from them; otherwise null. */
  readonly created: readonly CreatedJob[] | null;
}

export type CreatedJob = Pick<
  ImportItem,
  'name' | 'crontabLine' | 'pingURL' | 'keepsPingID' | 'monitorShortID'
>;

/** Pastes of this page view, if browser storage is unavailable. */
let kept: readonly Paste[] = [];

/** Keeps a pasted text in this tab, so that a reload and Back find it again. Returns its ID. */
export function keepPaste(text: string): string {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('');
  storePastes([...storedPastes(), { id, text, created: null }]);
  return id;
}

/** Returns a kept text; null if this tab doesn't have it. */
export function findPaste(id: string): Paste | null {
  return storedPastes().find((paste) => paste.id === id) ?? null;
}

/** Keeps the monitors that were created from a pasted text, so that the edited crontab can be shown again. */
export function keepCreated(id: string, created: readonly CreatedJob[]): void {
  storePastes(storedPastes().map((paste) => (paste.id === id ? { ...paste, created } : paste)));
}

function storedPastes(): readonly Paste[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PASTES_KEY) ?? 'null');
    return isPastes(stored) ? stored : kept;
  } catch {
    return kept;
  }
}

function storePastes(pastes: readonly Paste[]): void {
  kept = pastes.slice(-PASTES_MAX);
  try {
    sessionStorage.setItem(PASTES_KEY, JSON.stringify(kept));
  } catch {
    // Browser storage is unavailable or full, so a reload loses the texts.
  }
}

/** Whether a value from browser storage was written by {@link storePastes}. */
function isPastes(stored: unknown): stored is readonly Paste[] {
  return (
    Array.isArray(stored) &&
    stored.every(
      (paste: unknown) =>
        typeof paste === 'object' &&
        paste !== null &&
        'id' in paste &&
        'text' in paste &&
        'created' in paste &&
        typeof paste.text === 'string',
    )
  );
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
