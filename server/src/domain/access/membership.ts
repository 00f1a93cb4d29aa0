import { mayDo, type Role } from './access.ts';

/** Roles that an invitation can grant. Owners appoint further owners from among the members. */
export const INVITED_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

export type MembershipRefusal =
  /** The caller has left the team, or their role doesn't allow the change. */
  'not_allowed' | 'owners_only' | 'last_owner';

export interface MembershipQuestion {
  /** The caller's role; null if they have left the team. */
  readonly actor: Role | null;
  readonly member: Role;
  readonly isSelf: boolean;
  readonly owners: number;
}

/** Returns why the caller may not change a member's role; null if they may. */
export function refusesRole(question: MembershipQuestion, role: Role): MembershipRefusal | null {
  const { actor, member } = question;
  if (actor === null || !mayDo('administer', actor, 'write')) return 'not_allowed';
  if ((member === 'owner' || role === 'owner') && actor !== 'owner') return 'owners_only';
  return role === 'owner' ? null : refusesLoss(question);
}

/** Returns why the caller may not end a membership; null if they may. Every member may leave. */
export function refusesRemoval(question: MembershipQuestion): MembershipRefusal | null {
  const { actor, member, isSelf } = question;
  if (actor === null || !(isSelf || mayDo('administer', actor, 'write'))) return 'not_allowed';
  if (member === 'owner' && actor !== 'owner') return 'owners_only';
  return refusesLoss(question);
}

/** Returns why the caller may not make another member owner in their place; null if they may. */
export function refusesTransfer({ actor }: MembershipQuestion): MembershipRefusal | null {
  return actor === 'owner' ? null : 'owners_only';
}

function refusesLoss({ member, owners }: MembershipQuestion): MembershipRefusal | null {
  return member === 'owner' && owners <= 1 ? 'last_owner' : null;
}
