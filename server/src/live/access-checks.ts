import type { TeamListeners } from './team-listeners.ts';

/** Disconnects listeners that have lost access. Disconnects none while the database is unavailable. */
export async function endWithoutAccess({ listeners }: TeamListeners): Promise<void> {
  await Promise.all(
    [...listeners].map(async (listener) => {
      const hasAccess = await listener.hasAccess().catch(() => true);
      if (!hasAccess) listener.end();
    }),
  );
}

/** Returns a function that checks the access of all teams' listeners. Calls made while a check runs share one further check. */
export function createAccessCheck(teams: ReadonlyMap<string, TeamListeners>): () => Promise<void> {
  let checking: Promise<void> | null = null;
  let mustCheck = false;

  async function checkUntilDone(): Promise<void> {
    while (mustCheck) {
      mustCheck = false;
      await Promise.all([...teams.values()].map(endWithoutAccess));
    }
  }

  return () => {
    mustCheck = true;
    checking ??= checkUntilDone().finally(() => {
      checking = null;
    });
    return checking;
  };
}
