import { cachedCron, nextOccurrence } from '../schedule/cron.ts';
import { DAY_MS, HOUR_MS } from '../time-units.ts';

/** Minimum length of a snooze until the morning. */
const MORNING_AFTER_MS = HOUR_MS;
const MORNING = '0 8 * * *';

export const SNOOZE_PRESETS = ['hour', 'morning'] as const;
export type SnoozePreset = (typeof SNOOZE_PRESETS)[number];

/** Returns the end of a snooze. `morning` is the next 08:00 in the time zone that is at least one hour away. */
export function presetEnd(preset: SnoozePreset, timezone: string, now: number): number {
  if (preset === 'hour') return now + HOUR_MS;
  const morning = nextOccurrence(cachedCron(MORNING, timezone), now + MORNING_AFTER_MS - 1);
  return morning ?? now + DAY_MS;
}
