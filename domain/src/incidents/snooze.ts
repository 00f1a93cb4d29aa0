import { cachedCron, nextOccurrence } from '../schedule/cron.ts';
import { DAY_MS, HOUR_MS } from '../time-units.ts';

/** Maximum time from now until the end of a snooze. */
export const SNOOZE_MS_MAX = 7 * DAY_MS;
/** Maximum snoozes of one incident. */
export const SNOOZES_MAX = 50;

/** A period in which an incident causes no reminder and no escalation. Its recovery is still alerted. Times are epoch milliseconds. */
export interface Snooze {
  readonly at: number;
  readonly until: number;
  /** Name of the member or channel. */
  readonly by: string;
  /** Time of the reminder that the snooze postponed; null if none was set. */
  readonly remindAt: number | null;
  /** Time at which the snooze was ended early; null if the snooze was not ended before `until`. */
  readonly endedAt: number | null;
  /** Name of the member who ended the snooze early; null if `endedAt` is null, or if a new snooze replaced this snooze. */
  readonly endedBy: string | null;
}

/** Snoozes of an incident, oldest first, and the times of the incident's next reminder and escalation. */
export interface Snoozable {
  readonly snoozes: readonly Snooze[];
  readonly remindAt: number | null;
  readonly escalateAt: number | null;
}

export interface NewSnooze {
  readonly at: number;
  readonly until: number;
  readonly by: string;
}

/** Returns the current snooze; null without one, or if the incident is acknowledged or has ended. */
export function currentSnooze(
  incident: {
    readonly snoozes: readonly Snooze[];
    readonly acknowledgedAt: number | null;
    readonly closedAt: number | null;
  },
  now: number,
): Snooze | null {
  const { snoozes, acknowledgedAt, closedAt } = incident;
  return acknowledgedAt === null && closedAt === null ? inForce(snoozes, now) : null;
}

function inForce(snoozes: readonly Snooze[], now: number): Snooze | null {
  const last = snoozes.at(-1);
  return last !== undefined && last.endedAt === null && now < last.until ? last : null;
}

/** Returns how long snoozes delay the escalation, including the rest of the current snooze. */
export function snoozedMs(snoozes: readonly Snooze[]): number {
  return snoozes.reduce((sum, { at, until, endedAt }) => sum + (endedAt ?? until) - at, 0);
}

/** Begins a snooze, which replaces the snooze in force. Returns null if the incident has too many snoozes. */
export function beginSnooze(incident: Snoozable, { at, until, by }: NewSnooze): Snoozable | null {
  const { snoozes, remindAt, escalateAt } = endSnooze(incident, { at, by: null }) ?? incident;
  if (snoozes.length >= SNOOZES_MAX) return null;
  return {
    snoozes: [...snoozes, { at, until, by, remindAt, endedAt: null, endedBy: null }],
    // A reminder announces the end of the snooze, even if other reminders are off.
    remindAt: until,
    escalateAt: escalateAt === null ? null : Math.max(at, escalateAt) + until - at,
  };
}

/**
 * Ends the snooze in force. Alerts continue as if the incident had been snoozed only until now. Returns null if no snooze is in
 * force.
 */
export function endSnooze(
  { snoozes, escalateAt }: Snoozable,
  { at, by }: { readonly at: number; readonly by: string | null },
): Snoozable | null {
  const current = inForce(snoozes, at);
  if (current === null) return null;
  const endedAt = Math.max(at, current.at);
  return {
    snoozes: [...snoozes.slice(0, -1), { ...current, endedAt, endedBy: by }],
    remindAt: current.remindAt === null ? null : Math.max(at, current.remindAt),
    escalateAt: escalateAt === null ? null : Math.max(at, escalateAt - (current.until - endedAt)),
  };
}

/**
 * Returns the snooze whose end a reminder announces; null for an ordinary reminder. `everyMs`: interval between reminders; 0 if
 * reminders are off.
 */
export function announcedSnooze(
  { snoozes, openedAt }: { readonly snoozes: readonly Snooze[]; readonly openedAt: number },
  { remindedAt, everyMs }: { readonly remindedAt: number; readonly everyMs: number },
): Snooze | null {
  const last = snoozes.at(-1);
  if (last === undefined || last.endedAt !== null || remindedAt < last.until) return null;
  if (everyMs === 0) return last;
  const passed = Math.floor((last.until - openedAt) / everyMs);
  return remindedAt < openedAt + (passed + 1) * everyMs ? last : null;
}

/** Minimum length of a snooze until the morning. */
const MORNING_AFTER_MS = HOUR_MS;
const MORNING = '0 8 * * *';

export const SNOOZE_PRESETS = ['hour', 'morning'] as const;
type SnoozePreset = (typeof SNOOZE_PRESETS)[number];

/** Returns the end of a snooze. `morning` is the next 08:00 in the time zone that is at least one hour away. */
export function presetEnd(preset: SnoozePreset, timezone: string, now: number): number {
  if (preset === 'hour') return now + HOUR_MS;
  const morning = nextOccurrence(cachedCron(MORNING, timezone), now + MORNING_AFTER_MS - 1);
  return morning ?? now + DAY_MS;
}
