import type { Draft } from './draft.ts';

const KEY = 'overdue.draft';

/** What was typed survives a reload and an expired sign-in, in this tab. */
export function keepDraft(place: string, draft: Draft): void {
  try {
    sessionStorage.setItem(`${KEY}.${place}`, JSON.stringify(draft));
  } catch {
    // The storage is full or switched off: then it is kept in the page alone.
  }
}

export function dropDraft(place: string): void {
  try {
    sessionStorage.removeItem(`${KEY}.${place}`);
  } catch {
    // As above.
  }
}

/** Null when nothing was kept. What an older version kept otherwise is taken from `base`. */
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
