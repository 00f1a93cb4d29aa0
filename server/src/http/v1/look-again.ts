import type { V1Parts } from './endpoint.ts';

/** After a change that may have ended a silence: what was put off for it is told now, if anything still is to be told. */
export async function lookAgain(
  teamID: string,
  { store, clock, wakeNotify }: Pick<V1Parts, 'store' | 'clock' | 'wakeNotify'>,
): Promise<void> {
  await store.lookAgain(teamID, clock.now());
  wakeNotify();
}
