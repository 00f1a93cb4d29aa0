import type { Transition } from '@overdue/sdk';

/** Returns the transition of a new monitor whose first report was a failure; null otherwise. */
export function findFirstFailure(transitions: readonly Transition[]): Transition | null {
  const [newest] = transitions;
  return newest?.from === 'new' && newest.reason === 'failed' ? newest : null;
}
