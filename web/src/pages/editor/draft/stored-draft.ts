import type { Monitor } from '@overdue/sdk';
import type { Revision } from '../../../data/edits/merged-save.ts';
import { type MonitorDraft, monitorDraft, monitorInput, parseFields } from './draft-fields.ts';

const KEY = 'overdue.draft';
const BASE_KEY = 'overdue.draft-start';

/** Stores the draft in this tab, so that it survives a reload or an expired session. */
export function storeDraft(draftKey: string, draft: MonitorDraft): void {
  try {
    sessionStorage.setItem(`${KEY}.${draftKey}`, JSON.stringify(draft));
  } catch {
    // Browser storage is unavailable, so the draft is lost with the page.
  }
}

export function deleteDraft(draftKey: string): void {
  try {
    sessionStorage.removeItem(`${KEY}.${draftKey}`);
  } catch {
    // Browser storage is unavailable, so there is nothing to delete.
  }
}

/** Returns the stored draft, if any. Fields stored by an older version fall back to `base`. */
export function storedDraft(draftKey: string, base: MonitorDraft): MonitorDraft | null {
  try {
    return parseDraft(sessionStorage.getItem(`${KEY}.${draftKey}`), base);
  } catch {
    return null;
  }
}

export function parseDraft(text: string | null, base: MonitorDraft): MonitorDraft | null {
  if (text === null) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof stored !== 'object' || stored === null) return null;
  return parseFields(stored, base);
}

export interface EditBase {
  readonly draft: MonitorDraft;
  readonly fields: Revision;
}

/**
 * Returns the values with which the edit began. If a draft is stored, these are the monitor's values when the user began the
 * draft.
 */
export function loadEditBase(draftKey: string, monitor: Monitor): EditBase {
  const fresh = newEditBase(monitor);
  try {
    const isStored = sessionStorage.getItem(`${KEY}.${draftKey}`) !== null;
    const stored = isStored ? parseEditBase(sessionStorage.getItem(`${BASE_KEY}.${draftKey}`), fresh) : null;
    if (stored !== null) return stored;
  } catch {}
  storeEditBase(draftKey, fresh);
  return fresh;
}

export function storeEditBase(draftKey: string, base: EditBase): void {
  try {
    sessionStorage.setItem(`${BASE_KEY}.${draftKey}`, JSON.stringify(base));
  } catch {
    // Browser storage is unavailable. Only a stored draft needs these values, and no draft can be stored either.
  }
}

/** Copies only the form's fields. In particular, omits the ping URL, which is a credential. */
export function newEditBase(monitor: Monitor): EditBase {
  const draft = monitorDraft(monitor);
  const shown = new Set(Object.keys(monitorInput(draft)));
  const fields = Object.fromEntries(Object.entries(monitor).filter(([name]) => shown.has(name)));
  return { draft, fields: { ...fields, revision: monitor.revision } };
}

export function parseEditBase(text: string | null, otherwise: EditBase): EditBase | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null || !('draft' in stored) || !('fields' in stored))
      return null;
    const { fields } = stored;
    const draft = parseDraft(JSON.stringify(stored.draft), otherwise.draft);
    if (draft === null || typeof fields !== 'object' || fields === null || !('revision' in fields))
      return null;
    const { revision } = fields;
    return typeof revision === 'number' ? { draft, fields: { ...fields, revision } } : null;
  } catch {
    return null;
  }
}
