import { writeShortLength } from './length.ts';
import { words } from './words.ts';

/** The page's clock ticks in seconds and may differ from the server's. */
const NOW_MS = 2000;

/** Formats a distance: `3 h ago`, `in 13 min`, `now`. */
export function writeDistance(at: number, now: number): string {
  if (Math.abs(at - now) < NOW_MS) return words.now;
  return at < now ? words.ago(writeShortLength(now - at)) : words.in(writeShortLength(at - now));
}
