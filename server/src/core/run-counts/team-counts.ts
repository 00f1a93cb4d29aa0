import type { Run } from '@overdue/domain/monitor/run.ts';
import {
  type CountChanges,
  countChange,
  isUnchanged,
  type RunCounts,
} from '@overdue/domain/statistics/run-counts.ts';

/** Changes to each team's run counts within a batch. */
export type TeamCounts = Map<string, CountChanges>;

export interface TeamCountsRow {
  readonly teamID: string;
  readonly quarter: number;
  readonly counts: RunCounts;
}

export function countTeamRun(
  changes: TeamCounts,
  teamID: string,
  { before, run }: { readonly before: Run | undefined; readonly run: Run },
): void {
  const ofTeam = changes.get(teamID) ?? new Map<number, RunCounts>();
  changes.set(teamID, ofTeam);
  countChange(ofTeam, before, run);
}

export function writeTeamCounts(changes: TeamCounts): readonly TeamCountsRow[] {
  return [...changes].flatMap(([teamID, ofTeam]) =>
    [...ofTeam].flatMap(([quarter, counts]) => (isUnchanged(counts) ? [] : [{ teamID, quarter, counts }])),
  );
}
