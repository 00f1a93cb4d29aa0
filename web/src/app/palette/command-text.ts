import type { Monitor } from '@overdue/sdk';

const VERBS = ['open', 'edit', 'acknowledge', 'pause', 'resume', 'mute', 'unmute'] as const;
export type Verb = (typeof VERBS)[number];

/** Minimum characters of a verb, which may be incomplete. */
const VERB_LENGTH_MIN = 2;

/** A text like "pause pg": verbs that it may begin with, and the rest, which names a monitor. */
export function readCommand(text: string): { readonly verbs: readonly Verb[]; readonly name: string } | null {
  const [, verb = '', name = ''] = /^(\p{L}+)\s+(.+)$/su.exec(text.trim()) ?? [];
  const begun = verb.toLowerCase();
  const verbs = begun.length < VERB_LENGTH_MIN ? [] : VERBS.filter((each) => each.startsWith(begun));
  return verbs.length === 0 ? null : { verbs, name };
}

/** Whether the action would change the monitor. */
export function appliesTo(
  verb: Verb,
  monitor: Pick<Monitor, 'paused' | 'mutedUntil' | 'incident'>,
  now: number,
): boolean {
  const isMuted = monitor.mutedUntil !== null && Date.parse(monitor.mutedUntil) > now;
  switch (verb) {
    case 'acknowledge':
      return monitor.incident !== null && monitor.incident.acknowledgedAt === null;
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
