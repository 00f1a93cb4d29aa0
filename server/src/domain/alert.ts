import type { Transition } from './draft.ts';

export const ALERT_KINDS = ['down', 'recovered', 'failing', 'up', 'paused', 'resumed'] as const;
/** What an alert tells. Every transition has one; which of them a channel wants is the channel's business. */
export type AlertKind = (typeof ALERT_KINDS)[number];

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
