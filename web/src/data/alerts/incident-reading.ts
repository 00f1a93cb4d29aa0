import type { IncidentWithFailures } from '@overdue/sdk';

/** How often an open incident is read. New failures and the progress of messages cause no event. */
const OPEN_READ_MS = 15_000;
/** How often an incident that has just ended is read, because its last messages are decided and sent after its end. */
const ENDED_READ_MS = 3000;
/** How long an incident counts as just ended. */
const JUST_ENDED_MS = 120_000;

/** Returns the time until the next reading of an incident; false if nothing changes without an event. */
export function nextReadingMs(
  incident: Pick<IncidentWithFailures, 'closedAt' | 'history'> | undefined,
  now: number,
): number | false {
  if (incident === undefined) return false;
  if (incident.closedAt === null) return OPEN_READ_MS;
  if (Math.abs(now - Date.parse(incident.closedAt)) < JUST_ENDED_MS) return ENDED_READ_MS;
  return incident.history.some(({ message }) => message?.state === 'waiting') ? OPEN_READ_MS : false;
}
