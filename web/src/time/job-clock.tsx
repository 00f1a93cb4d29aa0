import { words } from './words.ts';
import { ownZone, zonesDiffer } from './zone.ts';

interface JobClockProps {
  readonly text: string;
  readonly timezone: string;
}

/** Names the zone of times in a server's sentence that are in UTC, because the server names only other zones. */
export function JobClock({ text, timezone }: JobClockProps) {
  const isNeeded = timezone === 'UTC' && /\d:\d/.test(text) && zonesDiffer(timezone, ownZone(), Date.now());
  return isNeeded ? <span className="text-soft"> {words.timesIn(timezone)}</span> : null;
}
