import { currentSnooze } from '../incidents/snooze.ts';
import { counted, durationWords, timeWords } from './format-text.ts';
import { maintenanceEnd } from './maintenance.ts';
import type { IncidentState, OutboxItem, PlanInput, Subject } from './plan-input.ts';

export interface Hold {
  readonly until: number;
  readonly reason: string;
}

/** Prefix of the reason for a flapping hold. Changing settings doesn't end such a hold early. */
export const FLAPPING = 'Flapping';

/** Prefix of the reason for a hold by a snooze. Ending the snooze ends such a hold. */
export const SNOOZED = 'Snoozed';

export function holdAlarm(input: PlanInput, row: OutboxItem, subject: Subject): Hold | null {
  return holdQuiet(input, subject) ?? holdFlapping(input, row);
}

export function holdQuiet(input: PlanInput, subject: Subject): Hold | null {
  const { mutedUntil } = subject.alerting;
  if (mutedUntil !== null && mutedUntil > input.now)
    return { until: mutedUntil, reason: `Muted until ${timeWords(mutedUntil)}.` };
  const covered = maintenanceEnd(
    input.maintenance,
    { shortID: subject.shortID, tags: subject.tags, projectShortID: subject.project.shortID },
    input.now,
  );
  if (covered === null) return null;
  return {
    until: covered.endsAt,
    reason: `In maintenance (${covered.window.name}) until ${timeWords(covered.endsAt)}.`,
  };
}

/** Holds the alerts of a snoozed incident. The reason begins with {@link SNOOZED}. */
export function holdSnoozed({ now }: PlanInput, incident: IncidentState): Hold | null {
  const snooze = currentSnooze(incident, now);
  if (snooze === null) return null;
  return { until: snooze.until, reason: `${SNOOZED} by ${snooze.by} until ${timeWords(snooze.until)}.` };
}

/** Holds changes above the flapping limit for `flapQuietMs`. A change is held only once, and alerted afterwards if it still applies. */
export function holdFlapping({ team, now }: PlanInput, row: OutboxItem): Hold | null {
  const { flapAbove, flapWithinMs, flapQuietMs } = team.alerting;
  if (flapAbove === 0 || row.flips <= flapAbove || row.held?.startsWith(FLAPPING) === true) return null;
  return {
    until: now + flapQuietMs,
    reason: `${FLAPPING}: ${counted(row.flips, 'change')} within ${durationWords(flapWithinMs)}.`,
  };
}

export function beginsToFlap({ team }: PlanInput, row: OutboxItem): boolean {
  return team.alerting.flapAbove > 0 && row.flips === team.alerting.flapAbove;
}
