import type { Clock } from '../platform/runtime/clock.ts';
import { sendTo, type TeamListeners } from './team-listeners.ts';

const TICK_MS = 1000;
const TEAM_CHECK_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;

const KEEP_ALIVE = ': still here\n\n';

interface Ticks {
  /** Starts the ticks unless they run already. The ticks stop by themselves once no team has listeners. */
  start(): void;
  stop(): void;
}

/**
 * While a team has listeners, checks access every second. At longer intervals, keeps connections alive and checks teams for
 * changes.
 */
export function createTicks(options: {
  readonly clock: Clock;
  readonly teams: ReadonlyMap<string, TeamListeners>;
  /** Tells other nodes which teams have listeners here. */
  readonly announce: (teamIDs: readonly string[]) => void;
  readonly checkTeam: (team: TeamListeners) => Promise<void>;
}): Ticks {
  const { clock, teams } = options;
  let isStopped = false;
  let cancel: (() => void) | null = null;
  let checkedAt = 0;
  let keptAliveAt = 0;

  async function tick(): Promise<void> {
    const at = clock.monotonic();
    const isTime = (lastAt: number, everyMs: number) => at - lastAt >= everyMs;
    await Promise.all([...teams.values()].map(endWithoutAccess));
    if (isTime(keptAliveAt, KEEP_ALIVE_MS)) {
      keptAliveAt = at;
      for (const team of teams.values()) sendTo(team.listeners, KEEP_ALIVE);
    }
    if (isTime(checkedAt, TEAM_CHECK_MS)) {
      checkedAt = at;
      options.announce([...teams.keys()]);
      for (const team of teams.values()) await options.checkTeam(team);
    }
    cancel = teams.size === 0 || isStopped ? null : clock.after(TICK_MS, () => void tick());
  }

  return {
    start() {
      if (cancel !== null) return;
      checkedAt = clock.monotonic();
      keptAliveAt = checkedAt;
      cancel = clock.after(TICK_MS, () => void tick());
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}

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
