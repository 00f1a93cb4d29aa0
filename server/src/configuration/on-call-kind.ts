import type { FieldProblem } from '@overdue/domain/error.ts';
import type { Rotation } from '@overdue/domain/on-call/schedule.ts';
import type { z } from 'zod';
import { invalidInputError } from '../api/problems.ts';
import type { OnCallResource } from '../on-call/contract.ts';
import { membersIn, SCHEDULES_MAX, scheduleBody } from '../on-call/endpoints/schedules.ts';
import { configurationKind, itemIDField } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';
import type { TeamState } from './team-state.ts';

const schema = scheduleBody.extend({
  id: itemIDField,
  rotations: scheduleBody.shape.rotations.meta({
    description:
      'Rotations, at most 5. `members` are email addresses or member IDs. At any time, the first rotation with a member on call applies.',
  }),
});

type Input = z.output<typeof schema>;
type Schedule = OnCallResource['record'];
type Members = TeamState['members'];

function mapMembers(rotations: readonly Rotation[], replace: (member: string) => string): Rotation[] {
  return rotations.map((rotation) => ({ ...rotation, members: rotation.members.map(replace) }));
}

function findMember(members: Members, named: string): Members[number] | undefined {
  return members.find(({ id, email }) => id === named || email.toLowerCase() === named.toLowerCase());
}

function emailOf(members: Members): (named: string) => string {
  return (named) => findMember(members, named)?.email ?? named;
}

function requireMembers(members: Members, rotations: readonly Rotation[]): void {
  const problems = membersIn(rotations)
    .filter(({ memberID }) => findMember(members, memberID) === undefined)
    .map(
      ({ path }): FieldProblem => ({
        path,
        message: 'The team has no member with this email address or ID.',
      }),
    );
  if (problems.length > 0) throw invalidInputError(problems);
}

function settingsOf({ name, timezone, rotations }: Omit<Schedule, 'shortID' | 'revision'>, members: Members) {
  return { name, timezone, rotations: mapMembers(rotations, emailOf(members)) };
}

export const ON_CALL_KIND = configurationKind<Schedule, Input>({
  schema,
  list: ({ access, parts }) => parts.store.onCall.schedules.list(access.teamID),
  describe({ shortID, name, revision, timezone, rotations }, { members }) {
    return { id: shortID, name, revision, settings: settingsOf({ name, timezone, rotations }, members) };
  },
  settingsOf(input, { state: { members } }) {
    requireMembers(members, input.rotations);
    return settingsOf(input, members);
  },
  async save({ name, timezone, rotations }, { id, existing, state: { access, members } }, saving) {
    const { teamID } = access;
    const change = {
      name,
      timezone,
      rotations: mapMembers(rotations, (named) => findMember(members, named)?.id ?? named),
    };
    await saveResource<OnCallResource>(
      saving.changes.onCall.schedules,
      { teamID, id, existing },
      {
        created: () => ({ teamID, shortID: id, ...change, createdAt: saving.now }),
        changed: () => change,
        limit: { max: SCHEDULES_MAX, of: 'on-call schedules' },
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.onCall.schedules.delete(access.teamID, shortID));
  },
});
