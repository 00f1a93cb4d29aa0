import { writeShortLength } from './length.ts';
import { words } from './words.ts';

/** The time of the page goes by seconds, and its clock need not be the server's. */
const NOW_MS = 2000;

/** `3 h ago`, `in 13 min`, `now`. */
export function writeDistance(at: number, now: number): string {
  if (Math.abs(at - now) < NOW_MS) return words.now;
  return at < now ? words.ago(writeShortLength(now - at)) : words.in(writeShortLength(at - now));
}
