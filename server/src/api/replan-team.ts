import type { V1Parts } from './dependencies.ts';

/** Replans a team's held alerts after a change that may have ended a mute or a maintenance window. */
export async function replanAndWake(
  teamID: string,
  { store, clock, wakeNotifier }: Pick<V1Parts, 'store' | 'clock' | 'wakeNotifier'>,
): Promise<void> {
  await store.makeAlertsDue({ heldInTeam: teamID }, clock.now());
  wakeNotifier();
}
