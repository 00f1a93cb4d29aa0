import { words } from './words.ts';
import { ownZone, zonesDiffer } from './zone.ts';

interface JobClockProps {
  /** A sentence of the service about a job. */
  readonly text: string;
  /** The job's. */
  readonly timezone: string;
}

/** Whose clock a sentence's times are of: the job's, which the service names unless it is UTC. */
export function JobClock({ text, timezone }: JobClockProps) {
  const isNeeded = timezone === 'UTC' && /\d:\d/.test(text) && zonesDiffer(timezone, ownZone(), Date.now());
  return isNeeded ? <span className="text-soft"> {words.timesIn(timezone)}</span> : null;
}
