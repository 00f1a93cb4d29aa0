import { maintenanceEnd } from './maintenance.ts';
import type { OutboxItem, PlanInput, Subject } from './plan-input.ts';
import { counted, durationWords, timeWords } from './words.ts';

/** Why a message waits, and until when it is looked at again. */
export interface Hold {
  readonly until: number;
  readonly why: string;
}

/** How the reason of a hold for flapping begins. Only time ends it, whatever somebody changes. */
export const FLAPPING = 'Flapping';

/** Whether an alarm is kept back for now: the monitor is muted, under maintenance, or flapping. */
export function holdAlarm(input: PlanInput, row: OutboxItem, subject: Subject): Hold | null {
  return holdQuiet(input, subject) ?? holdFlapping(input, row);
}

/** Muted or under maintenance: somebody asked for silence. */
export function holdQuiet(input: PlanInput, subject: Subject): Hold | null {
  const { mutedUntil } = subject.alerting;
  if (mutedUntil !== null && mutedUntil > input.now)
    return { until: mutedUntil, why: `Muted until ${timeWords(mutedUntil)}.` };
  const covered = maintenanceEnd(
    input.maintenance,
    { shortID: subject.shortID, tags: subject.tags, projectShortID: subject.project.shortID },
    input.now,
  );
  if (covered === null) return null;
  return {
    until: covered.endsAt,
    why: `Under maintenance (${covered.window.name}) until ${timeWords(covered.endsAt)}.`,
  };
}

/** Changes above the limit wait until the monitor has been steady; one look later whatever still holds is told. */
export function holdFlapping({ team, now }: PlanInput, row: OutboxItem): Hold | null {
  const { flapAbove, flapWithinMs, flapQuietMs } = team.alerting;
  if (flapAbove === 0 || row.flips <= flapAbove || row.held?.startsWith(FLAPPING) === true) return null;
  return {
    until: now + flapQuietMs,
    why: `${FLAPPING}: ${counted(row.flips, 'change')} within ${durationWords(flapWithinMs)}.`,
  };
}

/** The last change that is told before the others are kept back. */
export function beginsToFlap({ team }: PlanInput, row: OutboxItem): boolean {
  return team.alerting.flapAbove > 0 && row.flips === team.alerting.flapAbove;
}
