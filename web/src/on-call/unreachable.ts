import type { OnCallContact, OnCallSchedule } from '@overdue/sdk';

export type Members = Pick<OnCallSchedule, 'rotations' | 'now'>;

/** Returns the contacts of the schedules' members whom no alert would reach. */
export function unreachableIn(
  schedules: readonly Members[],
  contacts: readonly OnCallContact[],
): readonly OnCallContact[] {
  const memberIDs = new Set(
    schedules.flatMap(({ rotations, now }) => [
      ...rotations.flatMap(({ members }) => members),
      ...(now.member === null ? [] : [now.member.memberID]),
    ]),
  );
  return contacts.filter(({ memberID, isReachable }) => memberIDs.has(memberID) && !isReachable);
}
