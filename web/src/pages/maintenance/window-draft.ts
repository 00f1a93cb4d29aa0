import { HOUR_MS } from '@overdue/domain/time-units.ts';
import type { MaintenanceInput, MaintenanceWindow } from '@overdue/sdk';
import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { words } from './words.ts';

/** A window in the editor. Times are values of datetime-local inputs in the reader's zone. */
export interface WindowDraft {
  readonly name: string;
  readonly kind: 'once' | 'again';
  readonly startsAt: string;
  readonly endsAt: string;
  readonly cron: string;
  readonly timezone: string;
  readonly duration: string;
  /** Whether the window covers the whole team, or the monitors of the following fields. */
  readonly reach: 'some' | 'all';
  readonly projects: readonly string[];
  readonly tags: readonly string[];
  readonly monitors: readonly string[];
}

type DraftProblems = Readonly<Partial<Record<keyof WindowDraft, string>>>;

export type DraftResult =
  | { readonly ok: true; readonly input: MaintenanceInput }
  | { readonly ok: false; readonly problems: DraftProblems };

const DEFAULT_LENGTH = '1h';
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const { form } = words;

/** Returns the draft of a window. A new window starts at the next full hour. */
export function windowDraft(window: MaintenanceWindow | null, now: number, zone: string): WindowDraft {
  const next = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    name: window?.name ?? '',
    kind: window?.cron == null ? 'once' : 'again',
    startsAt: toLocal(window?.startsAt == null ? next : Date.parse(window.startsAt), zone),
    endsAt: toLocal(window?.endsAt == null ? next + HOUR_MS : Date.parse(window.endsAt), zone),
    cron: window?.cron ?? '',
    timezone: window?.timezone ?? zone,
    duration: window?.duration == null ? DEFAULT_LENGTH : formatSecondsExact(window.duration),
    reach: window !== null && isUnscoped(window) ? 'all' : 'some',
    projects: window?.projects ?? [],
    tags: window?.tags ?? [],
    monitors: window?.monitors ?? [],
  };
}

/** Returns the input, or errors by field. The service makes all further checks. */
export function inputOf(draft: WindowDraft, zone: string): DraftResult {
  const times = timesOf(draft, zone);
  const scope = scopeOf(draft);
  // An empty scope means the whole team, which must not be silenced by accident.
  const isChosen = draft.reach === 'all' || !isUnscoped(scope);
  if (times.ok && isChosen) return { ok: true, input: { name: draft.name.trim(), ...scope, ...times.input } };
  return {
    ok: false,
    problems: { ...(times.ok ? {} : times.problems), ...(isChosen ? {} : { reach: form.noScope }) },
  };
}

type Times = Pick<MaintenanceInput, 'startsAt' | 'endsAt' | 'cron' | 'timezone' | 'duration'>;
type TimesResult =
  | { readonly ok: true; readonly input: Times }
  | { readonly ok: false; readonly problems: DraftProblems };

function timesOf(draft: WindowDraft, zone: string): TimesResult {
  if (draft.kind === 'again') {
    const duration = parseSeconds(draft.duration);
    if (duration === null) return { ok: false, problems: { duration: form.noLength } };
    const { timezone } = draft;
    return { ok: true, input: { startsAt: null, endsAt: null, cron: draft.cron.trim(), timezone, duration } };
  }
  const from = fromLocal(draft.startsAt, zone);
  const to = fromLocal(draft.endsAt, zone);
  if (from === null) return { ok: false, problems: { startsAt: form.noTime } };
  if (to === null) return { ok: false, problems: { endsAt: form.noTime } };
  if (to <= from) return { ok: false, problems: { endsAt: form.order } };
  const times = { startsAt: new Date(from).toISOString(), endsAt: new Date(to).toISOString() };
  return { ok: true, input: { ...times, cron: null, timezone: null, duration: null } };
}

type Scope = Pick<WindowDraft, 'projects' | 'tags' | 'monitors'>;

/** Returns the scope of a window, as the API writes the scope: empty for the whole team. */
export function scopeOf({ reach, projects, tags, monitors }: Scope & Pick<WindowDraft, 'reach'>): Scope {
  return reach === 'all' ? { projects: [], tags: [], monitors: [] } : { projects, tags, monitors };
}

export function isUnscoped({ projects, tags, monitors }: Scope): boolean {
  return projects.length + tags.length + monitors.length === 0;
}

/** Formats a time as `2026-11-23T02:00` in the zone. */
export function toLocal(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
  return parts.replace(' ', 'T');
}

/**
 * Returns the instant at which the zone shows this local time; null if invalid. A local time that a clock change skips
 * is moved one hour later.
 */
export function fromLocal(text: string, zone: string): number | null {
  if (!LOCAL.test(text)) return null;
  const asUTC = Date.parse(`${text}:00Z`);
  if (Number.isNaN(asUTC)) return null;
  // The first offset may be wrong near a clock change; the second pass corrects it.
  const first = asUTC - offsetAt(asUTC, zone);
  return asUTC - offsetAt(first, zone);
}

function offsetAt(at: number, zone: string): number {
  return Date.parse(`${toLocal(at, zone)}:00Z`) - Math.floor(at / 60_000) * 60_000;
}
