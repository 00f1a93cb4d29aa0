import type { Monitor } from '@overdue/sdk';
import type { Revision } from '../../data/edits/merged-save.ts';
import { type Draft, draftOf } from './draft.ts';
import { monitorInput } from './draft-input.ts';

const KEY = 'overdue.draft';
const START_KEY = 'overdue.draft-start';

/** Stores the draft in this tab, so that a reload or an expired session doesn't lose it. */
export function keepDraft(place: string, draft: Draft): void {
  try {
    sessionStorage.setItem(`${KEY}.${place}`, JSON.stringify(draft));
  } catch {
    // If storage is full or disabled, the draft lives only in the page.
  }
}

export function dropDraft(place: string): void {
  try {
    sessionStorage.removeItem(`${KEY}.${place}`);
  } catch {
    // As above.
  }
}

/** Returns the stored draft, or null. Values stored by an older version fall back to `base`. */
export function keptDraft(place: string, base: Draft): Draft | null {
  try {
    return parseDraft(sessionStorage.getItem(`${KEY}.${place}`), base);
  } catch {
    return null;
  }
}

export function parseDraft(text: string | null, base: Draft): Draft | null {
  if (text === null) return null;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const found = new Map<string, unknown>(Object.entries(kept));
  const textOf = (field: keyof Draft, otherwise: string) => {
    const value = found.get(field);
    return typeof value === 'string' ? value : otherwise;
  };
  const oneOf = <T extends string>(field: keyof Draft, values: readonly T[], otherwise: T) =>
    values.find((value) => value === found.get(field)) ?? otherwise;
  const channels = found.get('channels');
  const escalation = found.get('escalation');
  return {
    name: textOf('name', base.name),
    projectShortID: textOf('projectShortID', base.projectShortID),
    tags: textsOf(found.get('tags')) ?? base.tags,
    description: textOf('description', base.description),
    severity: oneOf('severity', ['low', 'normal', 'high', 'critical'], base.severity),
    scheduleType: oneOf('scheduleType', ['cron', 'interval'], base.scheduleType),
    cron: textOf('cron', base.cron),
    every: textOf('every', base.every),
    timezone: textOf('timezone', base.timezone),
    grace: textOf('grace', base.grace),
    limit: textOf('limit', base.limit),
    alertAfter: textOf('alertAfter', base.alertAfter),
    recoverAfter: textOf('recoverAfter', base.recoverAfter),
    channels: channels === null ? null : (textsOf(channels) ?? base.channels),
    remind: oneOf('remind', ['project', 'never', 'every'], base.remind),
    remindEvery: textOf('remindEvery', base.remindEvery),
    escalation: escalation === null || typeof escalation === 'string' ? escalation : base.escalation,
  };
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
}

/** State of the monitor when the person began to edit it. */
export interface Start {
  readonly draft: Draft;
  readonly fields: Revision;
}

/**
 * Returns the base of an edit: the current monitor, or its state when a stored draft was begun, so that later
 * changes by others are detected.
 */
export function startOf(place: string, monitor: Monitor): Start {
  const fresh = freshStart(monitor);
  try {
    const isKept = sessionStorage.getItem(`${KEY}.${place}`) !== null;
    const kept = isKept ? parseStart(sessionStorage.getItem(`${START_KEY}.${place}`), fresh) : null;
    if (kept !== null) return kept;
    sessionStorage.setItem(`${START_KEY}.${place}`, JSON.stringify(fresh));
  } catch {
    // Without storage, there is no draft.
  }
  return fresh;
}

/** Omits the ping URL, which is a credential, like all fields that the form does not have. */
export function freshStart(monitor: Monitor): Start {
  const draft = draftOf(monitor);
  const shown = new Set(Object.keys(monitorInput(draft)));
  const fields = Object.fromEntries(Object.entries(monitor).filter(([name]) => shown.has(name)));
  return { draft, fields: { ...fields, revision: monitor.revision } };
}

export function parseStart(text: string | null, otherwise: Start): Start | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !('fields' in kept)) return null;
    const { fields } = kept;
    const draft = parseDraft(JSON.stringify(kept.draft), otherwise.draft);
    if (draft === null || typeof fields !== 'object' || fields === null || !('revision' in fields))
      return null;
    const { revision } = fields;
    return typeof revision === 'number' ? { draft, fields: { ...fields, revision } } : null;
  } catch {
    return null;
  }
}
