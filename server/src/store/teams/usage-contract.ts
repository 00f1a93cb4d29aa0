export interface TeamUsage {
  readonly monitors: number;
  readonly members: number;
  readonly projects: number;
  readonly channels: number;
}

export interface UsageStore {
  countUsage(teamID: string): Promise<TeamUsage>;
}
