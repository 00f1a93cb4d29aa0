import type { Escalation, Monitor, OnCall, Project } from '@overdue/sdk';

interface Covered {
  readonly monitor: Pick<Monitor, 'escalation'>;
  /** Project of the monitor. A monitor without its own policy inherits the project's policy. */
  readonly project: Pick<Project, 'escalation'> | undefined;
  readonly policies: readonly Pick<Escalation, 'shortID' | 'steps'>[];
  /** Members on call now, in each schedule. */
  readonly onCall: readonly {
    readonly schedule: Pick<OnCall['schedule'], 'shortID'>;
    readonly member: Pick<NonNullable<OnCall['member']>, 'name'> | null;
  }[];
}

/**
 * Returns the names of the members on call for a monitor; null if no on-call schedule covers the monitor. The list is
 * empty during a gap.
 */
export function onCallNames({ monitor, project, policies, onCall }: Covered): readonly string[] | null {
  const policyID = monitor.escalation ?? project?.escalation ?? '';
  const policy = policies.find(({ shortID }) => shortID === policyID);
  const schedules = new Set(policy?.steps.flatMap((step) => step.onCall));
  const covering = onCall.filter(({ schedule }) => schedules.has(schedule.shortID));
  if (covering.length === 0) return null;
  return [...new Set(covering.flatMap(({ member }) => (member === null ? [] : [member.name])))];
}
