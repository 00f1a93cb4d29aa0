import { words } from './words.ts';
import { ownZone, zonesDiffer } from './zone.ts';

interface JobClockProps {
  readonly text: string;
  readonly timezone: string;
}

/** Names the zone of the times in a sentence. The service omits it for UTC. */
export function JobClock({ text, timezone }: JobClockProps) {
  const isNeeded = timezone === 'UTC' && /\d:\d/.test(text) && zonesDiffer(timezone, ownZone(), Date.now());
  return isNeeded ? <span className="text-soft"> {words.timesIn(timezone)}</span> : null;
}
