import { AppError } from '@overdue/domain/error.ts';

/** Maximum imports and plans of a team that run at the same time on a node. */
const PER_TEAM_MAX = 2;
/** Maximum imports and plans that run at the same time on a node. Each holds its items in memory. */
const PER_NODE_MAX = 6;
/** How long a refused client must wait before it retries. */
const RETRY_AFTER_SECONDS = 10;

/** Limits how many imports, or other work of teams with large bodies, run at the same time. */
export interface RunningImports {
  /** Runs work. Throws an AppError if too much of it is running. */
  run<Result>(teamID: string, work: () => Promise<Result>): Promise<Result>;
}

/** @param noun plural noun for the work, in messages */
export function createRunningImports(noun = 'imports'): RunningImports {
  const byTeam = new Map<string, number>();
  let running = 0;

  function count(teamID: string, change: number): void {
    running += change;
    const ofTeam = (byTeam.get(teamID) ?? 0) + change;
    if (ofTeam === 0) byTeam.delete(teamID);
    else byTeam.set(teamID, ofTeam);
  }

  return {
    async run(teamID, work) {
      if ((byTeam.get(teamID) ?? 0) >= PER_TEAM_MAX)
        throw rateLimitError(
          `${PER_TEAM_MAX} ${noun} of your team are running. Wait until one of them ends.`,
        );
      if (running >= PER_NODE_MAX)
        throw rateLimitError(
          `This server is already running ${PER_NODE_MAX} ${noun}. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
        );
      count(teamID, 1);
      try {
        return await work();
      } finally {
        count(teamID, -1);
      }
    },
  };
}

function rateLimitError(message: string): AppError {
  return new AppError('rate_limited', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
