import type { EscalationPolicy, OnCall } from '@overdue/sdk';

/** Members on call now, in each schedule. */
type OnCallNow = readonly {
  readonly schedule: Pick<OnCall['schedule'], 'shortID'>;
  readonly member: Pick<NonNullable<OnCall['member']>, 'name'> | null;
}[];

/**
 * Returns the names of the members on call for a policy; null if the policy alerts no on-call schedule. The list is empty while
 * no member of the schedules is on call.
 */
export function onCallNames(
  policy: Pick<EscalationPolicy, 'steps'> | null,
  onCall: OnCallNow,
): readonly string[] | null {
  const schedules = new Set(policy?.steps.flatMap((step) => step.onCall));
  const covering = onCall.filter(({ schedule }) => schedules.has(schedule.shortID));
  if (covering.length === 0) return null;
  return [...new Set(covering.flatMap(({ member }) => (member === null ? [] : [member.name])))];
}
