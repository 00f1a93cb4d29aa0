import { expect, test } from 'vitest';
import { unreachableIn } from './unreachable.ts';

const contact = (memberID: string, isReachable: boolean) => ({
  memberID,
  name: memberID,
  email: `${memberID}@example.com`,
  channels: [],
  hasDevices: isReachable,
  isReachable,
  isYou: false,
});
const contacts = [contact('Ann', false), contact('Bob', true), contact('Cy', false), contact('Di', false)];
const rotation = (members: readonly string[]) => ({
  members,
  startsOn: '2026-11-23',
  handoverAt: '09:00',
  shiftDays: 7,
  hours: null,
});
const now = { member: { memberID: 'Cy', name: 'Cy' }, until: null, next: null };

test('unreachable members are found in the rotations of a schedule and in the current override', () => {
  const schedule = { rotations: [rotation(['Ann']), rotation(['Bob', 'Ann'])], now };
  expect(unreachableIn([schedule], contacts).map(({ name }) => name)).toEqual(['Ann', 'Cy']);
});
