import { mayDo, type Role } from './access.ts';

/** What somebody may be invited as. Owners are made by other owners, of members. */
export const INVITED_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** Why something can't be done to a membership. */
export type MembershipRefusal =
  /** Whoever asks does not belong to the team any more, or their role does not allow it. */
  | 'not_allowed'
  /** Owners, and who becomes one, are an owner's business. */
  | 'owners_only'
  /** A team has at least one owner. */
  | 'last_owner';

interface Question {
  /** The role of whoever asks; null when they have left. */
  readonly actor: Role | null;
  /** The role of the member it is about. */
  readonly member: Role;
  /** Whether both are one. */
  readonly isSelf: boolean;
  readonly owners: number;
}

/** Whether somebody may give a member another role; null when so. */
export function refusesRole(question: Question, role: Role): MembershipRefusal | null {
  const { actor, member } = question;
  if (actor === null || !mayDo('administer', actor, 'write')) return 'not_allowed';
  if ((member === 'owner' || role === 'owner') && actor !== 'owner') return 'owners_only';
  return role === 'owner' ? null : refusesLoss(question);
}

/** Whether somebody may end a membership; null when so. Everybody may leave. */
export function refusesRemoval(question: Question): MembershipRefusal | null {
  const { actor, member, isSelf } = question;
  if (actor === null || !(isSelf || mayDo('administer', actor, 'write'))) return 'not_allowed';
  if (member === 'owner' && actor !== 'owner') return 'owners_only';
  return refusesLoss(question);
}

function refusesLoss({ member, owners }: Question): MembershipRefusal | null {
  return member === 'owner' && owners <= 1 ? 'last_owner' : null;
}
