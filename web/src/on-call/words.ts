import { pluralize } from '../time/words.ts';

const list = new Intl.ListFormat('en');

export const words = {
  unreachable: (names: readonly string[]) => `${list.format(names)} can’t be reached while on call.`,
  youAmong: 'You',
  why: 'This service can’t send email, and these members have no device with notifications and no working channel.',
  ask: 'Ask them to turn on notifications under Account, or to choose a channel under On call.',
  yourMeans: 'This service can’t send email, no device shows your alerts, and none of your channels works.',
  chooseMeans: 'Choose how you are alerted',
  usedBy: 'Used by',
  unusedSchedule: 'No escalation policy alerts this schedule, so members on call get no alerts.',
  addToPolicy: 'Add the schedule to a policy',
  unusedPolicy: 'No monitor or project uses this policy.',
  choosePolicy: 'Choose the policy in a project',
  policy: (name: string) => `policy ${name}`,
  noMonitors: 'no monitors',
  monitors: (count: number) => pluralize(count, 'monitor'),
  inAll: (count: number) => `${pluralize(count, 'monitor')} in all`,
  scheduleDeletion(policies: readonly string[], monitors: number): string {
    if (policies.length === 0) return 'Its overrides are deleted. No escalation policy uses the schedule.';
    const users = `${policies.length === 1 ? 'The policy' : 'The policies'} ${list.format(policies)}`;
    const loses = policies.length === 1 ? 'no longer alerts' : 'no longer alert';
    const monitorCount =
      monitors === 0 ? '' : ` This changes the alerts of ${pluralize(monitors, 'monitor')}.`;
    return `Its overrides are deleted. ${users} ${loses} the member on call.${monitorCount}`;
  },
  policyDeletion(projects: readonly string[], monitors: number): string {
    if (projects.length === 0 && monitors === 0) return 'No monitor or project uses the policy.';
    const named = projects.length === 0 ? '' : `The policy is removed from ${list.format(projects)}. `;
    const alerts = monitors === 1 ? 'alerts' : 'alert';
    return `${named}${pluralize(monitors, 'monitor')} then ${alerts} without escalation.`;
  },
} as const;
