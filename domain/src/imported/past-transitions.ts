import type { Transition } from '../decision/decision-draft.ts';
import type { StoredStatus } from '../monitor/state.ts';

/** Status change that another service recorded. Every status other than up counts as down. */
export interface PastStatus {
  readonly at: number;
  readonly isUp: boolean;
}

/**
 * Returns the transitions from `new` through the statuses at the other service to the initial status here. The last transition is
 * `initial.change`, unless the last flip was to up and the initial status is also up.
 */
export function pastTransitions(
  flips: readonly PastStatus[],
  initial: {
    readonly status: StoredStatus;
    /**
     * Transition from `new` to the initial status when the monitor continues from the other service; null for a monitor that
     * doesn't continue.
     */
    readonly change: Transition | null;
    readonly at: number;
  },
): readonly Transition[] {
  const { change, at } = initial;
  const end = change ?? { ...IMPORTED, from: 'new', to: initial.status, at };
  const earlier = flips.filter((flip) => flip.at < end.at).toSorted((a, b) => a.at - b.at);
  if (earlier.length === 0) return change === null ? [] : [change];
  const transitions: Transition[] = [];
  const statusSoFar = () => transitions.at(-1)?.to ?? 'new';
  for (const flip of earlier) {
    const to = flip.isUp ? 'up' : 'down';
    if (to !== statusSoFar()) transitions.push({ ...IMPORTED, from: statusSoFar(), to, at: flip.at });
  }
  // Drops the last imported change to down, because `end` must be the transition that opens the incident.
  if (end.to === 'down' && statusSoFar() === 'down') transitions.pop();
  return end.to === statusSoFar() ? transitions : [...transitions, { ...end, from: statusSoFar() }];
}

const IMPORTED = { reason: 'imported', runSeq: null, eventNumber: null } as const;
