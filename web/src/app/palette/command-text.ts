import type { MonitorRow } from '@overdue/sdk';
import { isUnacknowledged } from '../../data/monitors/acknowledgement.ts';

const VERBS = ['open', 'edit', 'acknowledge', 'pause', 'resume', 'mute', 'unmute'] as const;
export type Verb = (typeof VERBS)[number];

/** Minimum number of letters that count as the beginning of a verb. */
const VERB_LENGTH_MIN = 2;

/** Reads a text like "pause pg". Returns the verbs that its first word may abbreviate, and the rest as the name of a monitor. */
export function readCommand(text: string): { readonly verbs: readonly Verb[]; readonly name: string } | null {
  const [, verb = '', name = ''] = /^(\p{L}+)\s+(.+)$/su.exec(text.trim()) ?? [];
  const verbs = readVerbs(verb);
  return verbs.length === 0 ? null : { verbs, name };
}

/** Returns the verbs that begin with the text. */
export function readVerbs(text: string): readonly Verb[] {
  const begun = text.trim().toLowerCase();
  return begun.length < VERB_LENGTH_MIN ? [] : VERBS.filter((verb) => verb.startsWith(begun));
}

/** Whether the action would change the monitor. */
export function appliesTo(
  verb: Verb,
  monitor: Pick<MonitorRow, 'paused' | 'mutedUntil' | 'incident'>,
  now: number,
): boolean {
  const isMuted = monitor.mutedUntil !== null && Date.parse(monitor.mutedUntil) > now;
  switch (verb) {
    case 'acknowledge':
      return isUnacknowledged(monitor);
    case 'pause':
      return !monitor.paused;
    case 'resume':
      return monitor.paused;
    case 'mute':
      return !isMuted;
    case 'unmute':
      return isMuted;
    default:
      return true;
  }
}
