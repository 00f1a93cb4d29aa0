import { chosenPolicy } from '@overdue/domain/alerting/escalation-policy.ts';
import type { EscalationPolicy, IncidentWithFailures } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { escalationsQuery } from '../data/alerts/escalations.ts';
import { monitorQuery } from '../data/monitors/monitors.ts';
import { projectsQuery } from '../data/team/projects.ts';

/** Returns the escalation policy of a monitor; null for none; undefined until all data is loaded. */
export function useEscalationPolicy(
  covered: IncidentWithFailures['monitor'],
  { enabled }: { readonly enabled: boolean },
): EscalationPolicy | null | undefined {
  const { data: monitor } = useQuery({ ...monitorQuery(covered.shortID), enabled });
  const { data: projects } = useQuery({ ...projectsQuery, enabled });
  const { data: policies } = useQuery({ ...escalationsQuery, enabled });
  if (monitor === undefined || projects === undefined || policies === undefined) return undefined;
  const project = projects.find(({ shortID }) => shortID === covered.projectShortID);
  return chosenPolicy(policies, { own: monitor.escalation, inherited: project?.escalation }) ?? null;
}
