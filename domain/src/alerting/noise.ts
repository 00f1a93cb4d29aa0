import { durationWords, pluralize } from '../format-text.ts';
import { currentSnooze } from '../incidents/snooze.ts';
import { timeWords } from '../schedule/timezone.ts';
import type { AlertPlanInput, AlertSubject, Hold, IncidentState, OutboxRow } from './alert-plan-input.ts';
import { maintenanceEnd } from './maintenance.ts';

/** Maximum maintenance windows that the reason of a hold names. */
const WINDOWS_NAMED_MAX = 3;

export function findAlarmHold(input: AlertPlanInput, row: OutboxRow, subject: AlertSubject): Hold | null {
  return findQuietHold(input, subject) ?? findFlappingHold(input, row);
}

export function findQuietHold(input: AlertPlanInput, subject: AlertSubject): Hold | null {
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

export function findSnoozeHold(
  { now }: AlertPlanInput,
  incident: IncidentState,
  { monitor }: Pick<AlertSubject, 'monitor'>,
): Hold | null {
  const snooze = currentSnooze(incident, now);
  if (snooze === null) return null;
  const until = timeWords(snooze.until, monitor.rules.schedule.timezone);
  return { until: snooze.until, by: 'snooze', reason: `Snoozed by ${snooze.by} until ${until}.` };
}

/**
 * Holds a change for `flapQuietMs` if the monitor changes more often than `flapAbove` allows. Each change is held only once. If
 * it still applies after the hold, it is alerted.
 */
export function findFlappingHold({ team, now }: AlertPlanInput, row: OutboxRow): Hold | null {
  const { flapAbove, flapWithinMs, flapQuietMs } = team.alerting;
  if (flapAbove === 0 || row.flapCount <= flapAbove || row.previousHold?.by === 'flapping') return null;
  return {
    until: now + flapQuietMs,
    by: 'flapping',
    reason: `Flapping: ${pluralize(row.flapCount, 'change')} within ${durationWords(flapWithinMs)}.`,
  };
}

export function beginsToFlap({ team }: AlertPlanInput, row: OutboxRow): boolean {
  return team.alerting.flapAbove > 0 && row.flapCount === team.alerting.flapAbove;
}
