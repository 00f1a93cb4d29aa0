import type { EscalationPolicy, MonitorRow, Project } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../data/monitors/monitors.ts';
import { projectsQuery } from '../data/team/projects.ts';

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

/** Returns where an escalation policy is used. */
export function usageOf(policyID: string, { projects, monitors }: Team): PolicyUsage {
  const naming = projects.filter(({ escalation }) => escalation === policyID);
  const inheriting = new Set(naming.map(({ shortID }) => shortID));
  const own = monitors.filter(({ escalation }) => escalation === policyID);
  const inherited = monitors.filter(
    ({ escalation, projectShortID }) => escalation === null && inheriting.has(projectShortID),
  );
  return { projects: naming, own, monitors: own.length + inherited.length };
}

/** Returns the policies with a step that alerts whoever is on call by the schedule. */
export function policiesWith(
  scheduleID: string,
  policies: readonly Pick<EscalationPolicy, 'shortID' | 'name' | 'steps'>[],
): readonly Pick<EscalationPolicy, 'shortID' | 'name'>[] {
  return policies.filter(({ steps }) => steps.some(({ onCall }) => onCall.includes(scheduleID)));
}

/** Returns a function that tells where a policy is used; null until the monitors and projects are loaded. */
export function usePolicyUsage(): ((policyID: string) => PolicyUsage) | null {
  const { data: projects } = useQuery(projectsQuery);
  const { data: list } = useQuery(monitorsQuery);
  if (projects === undefined || list === undefined) return null;
  return (policyID) => usageOf(policyID, { projects, monitors: list.monitors });
}
