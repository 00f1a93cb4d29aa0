import type { IncidentWithFailures } from '@overdue/sdk';

/** How often an open incident is read again, because new failures and the progress of messages cause no live event. */
const OPEN_READ_MS = 15_000;
/**
 * How often a recently ended incident is read again, because the service sends the last messages after the incident has ended.
 */
const ENDED_READ_MS = 3000;
/** How long an incident counts as recently ended. */
const JUST_ENDED_MS = 120_000;

/** Returns the delay before an incident is read again; false if live events report all further changes. */
export function refetchIntervalMs(
  incident: Pick<IncidentWithFailures, 'closedAt' | 'history'> | undefined,
  now: number,
): number | false {
  if (incident === undefined) return false;
  if (incident.closedAt === null) return OPEN_READ_MS;
  if (Math.abs(now - Date.parse(incident.closedAt)) < JUST_ENDED_MS) return ENDED_READ_MS;
  return incident.history.some(({ message }) => message?.state === 'waiting') ? OPEN_READ_MS : false;
}
