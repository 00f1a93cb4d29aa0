import type { EscalationPolicy, MonitorRow, Project } from '@overdue/sdk';

interface Team {
  readonly projects: readonly Pick<Project, 'shortID' | 'name' | 'escalation'>[];
  readonly monitors: readonly Pick<MonitorRow, 'shortID' | 'name' | 'projectShortID' | 'escalation'>[];
}

export interface PolicyUsage {
  /** Projects whose settings select the policy. */
  readonly projects: readonly Pick<Project, 'shortID' | 'name'>[];
  /** Monitors whose own settings select the policy. */
  readonly own: readonly Pick<MonitorRow, 'shortID' | 'name'>[];
  /** Number of monitors that escalate with the policy, including those that inherit it. */
  readonly monitors: number;
}

export function usageOf(policyID: string, { projects, monitors }: Team): PolicyUsage {
  const naming = projects.filter(({ escalation }) => escalation === policyID);
  const inheriting = new Set(naming.map(({ shortID }) => shortID));
  const own = monitors.filter(({ escalation }) => escalation === policyID);
  const inherited = monitors.filter(
    ({ escalation, projectShortID }) => escalation === null && inheriting.has(projectShortID),
  );
  return { projects: naming, own, monitors: own.length + inherited.length };
}

export function policiesWith(
  scheduleID: string,
  policies: readonly Pick<EscalationPolicy, 'shortID' | 'name' | 'steps'>[],
): readonly Pick<EscalationPolicy, 'shortID' | 'name'>[] {
  return policies.filter(({ steps }) => steps.some(({ onCall }) => onCall.includes(scheduleID)));
}
