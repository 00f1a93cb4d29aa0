import type { FieldProblem } from '@overdue/domain/error.ts';
import type { OnCallNow } from '@overdue/domain/on-call/on-call.ts';
import type { Override, Roster } from '@overdue/domain/on-call/schedule.ts';
import { z } from 'zod';
import { invalidInputError } from '../../api/problems.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { TeamStore } from '../../teams/contract.ts';
import type { OnCallStore } from '../contract.ts';

export const MEMBER_ID = '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70';

export const person = z
  .object({
    memberID: z.string().meta({ example: MEMBER_ID }),
    name: z.string().meta({ description: "The member's name, or else the email.", example: 'Ann' }),
  })
  .meta({ id: 'OnCallMember' });

export const onCallNow = z
  .object({
    member: person.nullable().meta({ description: 'Member on call now; null in a gap.' }),
    until: timeOutput(
      'When the next member takes over, or the gap ends; null if that is more than two months away.',
      '2026-11-30T07:00:00.000Z',
    ).nullable(),
    next: person.nullable().meta({ description: 'Member on call afterwards; null in a gap.' }),
  })
  .meta({ id: 'OnCallNow' });

/** Names of a team's members by ID, and the overrides of the team's on-call schedules. */
export interface People {
  readonly names: ReadonlyMap<string, string>;
  readonly overrides: readonly Override[];
}

export async function readPeople(
  store: OnCallStore & Pick<TeamStore, 'listMembers'>,
  teamID: string,
): Promise<People> {
  const members = await store.listMembers({ teamID });
  return {
    names: new Map(members.map(({ id, name, email }) => [id, name === '' ? email : name])),
    overrides: await store.onCall.overrides.list(teamID),
  };
}

export function rosterOf({ overrides }: People, schedule: Roster['schedule']): Roster {
  return { schedule, overrides: overrides.filter((override) => override.schedule === schedule.shortID) };
}

export function isMemberOf({ names }: People): (memberID: string) => boolean {
  return (memberID) => names.has(memberID);
}

export function writePerson({ names }: People, memberID: string): z.output<typeof person> {
  return { memberID, name: names.get(memberID) ?? '' };
}

export function writeNow(people: People, now: OnCallNow): z.output<typeof onCallNow> {
  const { memberID, until, nextMemberID } = now;
  return {
    member: memberID === null ? null : writePerson(people, memberID),
    until: writeTimeOrNull(until),
    next: nextMemberID === null ? null : writePerson(people, nextMemberID),
  };
}

/** Throws an error that lists the fields whose member is not in the team. */
export function requireMembers(
  { names }: People,
  requested: readonly { readonly path: string; readonly memberID: string }[],
): void {
  const problems = requested
    .filter(({ memberID }) => !names.has(memberID))
    .map(({ path }): FieldProblem => ({ path, message: 'The team has no member with this ID.' }));
  if (problems.length > 0) throw invalidInputError(problems);
}
