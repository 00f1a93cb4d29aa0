import { localizeExplanation } from './local-explanation.ts';
import { words } from './words.ts';
import { ownZone } from './zone.ts';

/**
 * Returns a sentence of the server as plain text, with times in the reader's zone. Appends the times on the job's clock if they
 * differ.
 */
export function explanationText(text: string, timezone: string): string {
  const local = localizeExplanation(text, { from: timezone, to: ownZone(), now: Date.now() });
  if (local.jobTimes.length === 0) return local.text;
  return `${local.text} ${words.onJobClock(local.jobTimes.join(', '), timezone)}`;
}
