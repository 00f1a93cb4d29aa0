import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from './access.ts';
import { type MembershipRefusal, removalRefusal, roleRefusal } from './membership.ts';

const owners = 2;

describe('another role', () => {
  const REFUSED: Readonly<Record<Role, (member: Role, role: Role) => MembershipRefusal | null>> = {
    owner: () => null,
    admin: (member, role) => (member === 'owner' || role === 'owner' ? 'owners_only' : null),
    member: () => 'not_allowed',
    viewer: () => 'not_allowed',
  };

  const cases = ROLES.flatMap((actor) =>
    ROLES.flatMap((member) => ROLES.map((role) => [actor, member, role] as const)),
  );

  test.each(cases)('%s makes %s %s', (actor, member, role) => {
    const question = { actor, member, isSelf: false, owners };
    expect(roleRefusal(question, role)).toBe(REFUSED[actor](member, role));
  });

  test("a caller who has left the team can't change a role", () => {
    expect(roleRefusal({ actor: null, member: 'viewer', isSelf: false, owners }, 'member')).toBe(
      'not_allowed',
    );
  });

  test("the role of the last owner can't change", () => {
    const question = { actor: 'owner', member: 'owner', isSelf: true } as const;
    expect(roleRefusal({ ...question, owners: 1 }, 'admin')).toBe('last_owner');
    expect(roleRefusal({ ...question, owners: 1 }, 'owner')).toBeNull();
    expect(roleRefusal({ ...question, owners: 2 }, 'admin')).toBeNull();
  });
});

describe('a removal', () => {
  test.each([
    ['owner', 'owner', null],
    ['owner', 'viewer', null],
    ['admin', 'owner', 'owners_only'],
    ['admin', 'admin', null],
    ['admin', 'viewer', null],
    ['member', 'viewer', 'not_allowed'],
    ['viewer', 'viewer', 'not_allowed'],
    [null, 'viewer', 'not_allowed'],
  ] as const)('by %s of %s: %s', (actor, member, refusal) => {
    expect(removalRefusal({ actor, member, isSelf: false, owners })).toBe(refusal);
  });

  test.each(ROLES)('%s may leave, except the last owner', (role) => {
    const question = { actor: role, member: role, isSelf: true };
    expect(removalRefusal({ ...question, owners: 2 })).toBeNull();
    expect(removalRefusal({ ...question, owners: 1 })).toBe(role === 'owner' ? 'last_owner' : null);
  });
});
