import { chosenPolicy } from '@overdue/domain/alerting/escalation-policy.ts';
import { expect, test } from 'vitest';
import { onCallNames } from './on-call-names.ts';

const policies = [
  { shortID: 'paged', steps: [{ after: 300, channels: [], onCall: ['first', 'second'] }] },
  { shortID: 'gap', steps: [{ after: 300, channels: [], onCall: ['empty'] }] },
  { shortID: 'mailed', steps: [{ after: 300, channels: ['mail'], onCall: [] }] },
];
const onCall = [
  { schedule: { shortID: 'first' }, member: { name: 'Ann' } },
  { schedule: { shortID: 'second' }, member: { name: 'Bo' } },
  { schedule: { shortID: 'empty' }, member: null },
  { schedule: { shortID: 'other' }, member: { name: 'Cy' } },
];

test.each([
  ['its own policy', 'paged', 'mailed', ['Ann', 'Bo']],
  ['the policy of its project', null, 'paged', ['Ann', 'Bo']],
  ['a schedule with a gap now', 'gap', '', []],
  ['a policy without schedules', 'mailed', 'paged', null],
  ['no policy, unlike its project', '', 'paged', null],
  ['no policy at all', null, '', null],
])('members on call for a monitor with %s', (_what, escalation, inherited, names) => {
  const policy = chosenPolicy(policies, { own: escalation, inherited });
  expect(onCallNames(policy ?? null, onCall)).toEqual(names);
});
