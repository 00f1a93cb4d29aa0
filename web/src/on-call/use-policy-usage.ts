import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../data/monitors/monitors.ts';
import { projectsQuery } from '../data/team/projects.ts';
import { type PolicyUsage, usageOf } from './usage.ts';

/** Returns a function that tells where a policy is used; null until the monitors and projects are loaded. */
export function usePolicyUsage(): ((policyID: string) => PolicyUsage) | null {
  const { data: projects } = useQuery(projectsQuery);
  const { data: list } = useQuery(monitorsQuery);
  if (projects === undefined || list === undefined) return null;
  return (policyID) => usageOf(policyID, { projects, monitors: list.monitors });
}
