import type { Transition } from './draft.ts';

/** What an alert tells. Every transition has one; which of them a channel wants is the channel's business. */
export type AlertKind = 'down' | 'recovered' | 'failing' | 'up' | 'paused' | 'resumed';

export function alertKind(transition: Pick<Transition, 'from' | 'to'>): AlertKind {
  const { from, to } = transition;
  if (from === 'paused') return 'resumed';
  switch (to) {
    case 'down':
      return 'down';
    case 'failing':
      return 'failing';
    case 'paused':
      return 'paused';
    case 'up':
      return from === 'down' ? 'recovered' : 'up';
    case 'new':
      return 'resumed';
  }
}
