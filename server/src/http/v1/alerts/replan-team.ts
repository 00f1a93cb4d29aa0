import type { V1Parts } from '../api/endpoint.ts';

/** After a change that may have ended a silence: what was put off for it is told now, if anything still is to be told. */
export async function replanTeam(
  teamID: string,
  { store, clock, wakeNotify }: Pick<V1Parts, 'store' | 'clock' | 'wakeNotify'>,
): Promise<void> {
  await store.replanTeam(teamID, clock.now());
  wakeNotify();
}
