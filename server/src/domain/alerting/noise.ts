import { currentSnooze } from '../incidents/snooze.ts';
import type { AlertPlanInput, IncidentState, OutboxRow, Subject } from './alert-plan-input.ts';
import { counted, durationWords, timeWords } from './format-text.ts';
import type { Hold } from './hold.ts';
import { maintenanceEnd } from './maintenance.ts';

/** Maximum maintenance windows that the reason of a hold names. */
const WINDOWS_NAMED_MAX = 3;

export function holdAlarm(input: AlertPlanInput, row: OutboxRow, subject: Subject): Hold | null {
  return holdQuiet(input, subject) ?? holdFlapping(input, row);
}

export function holdQuiet(input: AlertPlanInput, subject: Subject): Hold | null {
  const { mutedUntil } = subject.alerting;
  const { timezone } = subject.monitor.rules.schedule;
  if (mutedUntil !== null && mutedUntil > input.now)
    return { until: mutedUntil, by: 'mute', reason: `Muted until ${timeWords(mutedUntil, timezone)}.` };
  const covered = maintenanceEnd(
    input.maintenance,
    { shortID: subject.shortID, tags: subject.tags, projectShortID: subject.project.shortID },
    input.now,
  );
  if (covered === null) return null;
  return {
    until: covered.endsAt,
    by: 'maintenance',
    reason: `In maintenance (${namesOf(covered.names)}) until ${timeWords(covered.endsAt, timezone)}.`,
  };
}

/** Lists the first windows of a maintenance in order. */
function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, WINDOWS_NAMED_MAX).join(', then ');
  return names.length > WINDOWS_NAMED_MAX ? `${shown}, then others` : shown;
}

export function holdSnoozed(
  { now }: AlertPlanInput,
  incident: IncidentState,
  { monitor }: Pick<Subject, 'monitor'>,
): Hold | null {
  const snooze = currentSnooze(incident, now);
  if (snooze === null) return null;
  const until = timeWords(snooze.until, monitor.rules.schedule.timezone);
  return { until: snooze.until, by: 'snooze', reason: `Snoozed by ${snooze.by} until ${until}.` };
}

/** Holds changes above the flapping limit for `flapQuietMs`. A change is held only once, and alerted afterwards if it still applies. */
export function holdFlapping({ team, now }: AlertPlanInput, row: OutboxRow): Hold | null {
  const { flapAbove, flapWithinMs, flapQuietMs } = team.alerting;
  if (flapAbove === 0 || row.flips <= flapAbove || row.held?.by === 'flapping') return null;
  return {
    until: now + flapQuietMs,
    by: 'flapping',
    reason: `Flapping: ${counted(row.flips, 'change')} within ${durationWords(flapWithinMs)}.`,
  };
}

export function beginsToFlap({ team }: AlertPlanInput, row: OutboxRow): boolean {
  return team.alerting.flapAbove > 0 && row.flips === team.alerting.flapAbove;
}
