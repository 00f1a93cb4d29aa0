import type { EscalationPolicy, MonitorRow, Project } from '@overdue/sdk';

type Policy = Pick<EscalationPolicy, 'shortID' | 'steps'>;

interface Covered<P extends Policy> {
  readonly monitor: Pick<MonitorRow, 'escalation'>;
  /** Project of the monitor. A monitor without its own policy inherits the project's policy. */
  readonly project: Pick<Project, 'escalation'> | undefined;
  readonly policies: readonly P[];
}

export function policyOf<P extends Policy>({ monitor, project, policies }: Covered<P>): P | null {
  const policyID = monitor.escalation ?? project?.escalation ?? '';
  return policies.find(({ shortID }) => shortID === policyID) ?? null;
}
