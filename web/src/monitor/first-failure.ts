import type { Transition } from '@overdue/sdk';

/** Returns the newest transition if it is the first failure of a new monitor; null otherwise. */
export function findFirstFailure(transitions: readonly Transition[]): Transition | null {
  const [newest] = transitions;
  return newest?.from === 'new' && newest.reason === 'failed' ? newest : null;
}
