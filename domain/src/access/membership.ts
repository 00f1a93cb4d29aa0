import { type Role, roleMay } from './access.ts';

/** Roles that an invitation can grant. Only an existing member can be made an owner. */
export const INVITED_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** Maximum owners and admins of a team who are alerted if nobody else can be. */
export const ADMINS_MAX = 20;

export type MembershipRefusal =
  /** The caller has left the team, or their role doesn't allow the change. */
  | 'not_allowed'
  | 'owners_only'
  | 'last_owner'
  /** A team with monitors can't be deleted, so that no monitoring ends by one mistaken request. */
  | 'has_monitors'
  /** A team whose alerts are still being sent can't be deleted, so that receivers learn that their incidents have ended. */
  | 'has_alerts';

export interface MembershipFacts {
  /** The caller's role; null if they have left the team. */
  readonly actor: Role | null;
  readonly member: Role;
  readonly isSelf: boolean;
  readonly owners: number;
}

/** Returns why the caller may not change a member's role; null if they may. */
export function roleRefusal(facts: MembershipFacts, role: Role): MembershipRefusal | null {
  const { actor, member } = facts;
  if (actor === null || !roleMay('administer', actor)) return 'not_allowed';
  if ((member === 'owner' || role === 'owner') && actor !== 'owner') return 'owners_only';
  return role === 'owner' ? null : lossRefusal(facts);
}

/** Returns why the caller may not end a membership; null if they may. Every member may leave. */
export function removalRefusal(facts: MembershipFacts): MembershipRefusal | null {
  const { actor, member, isSelf } = facts;
  if (actor === null || !(isSelf || roleMay('administer', actor))) return 'not_allowed';
  if (member === 'owner' && actor !== 'owner') return 'owners_only';
  return lossRefusal(facts);
}

/** Returns why the caller may not transfer ownership to another member; null if they may. */
export function transferRefusal({ actor }: MembershipFacts): MembershipRefusal | null {
  return actor === 'owner' ? null : 'owners_only';
}

/** Returns why the caller may not delete the team; null if they may. */
export function teamDeletionRefusal(
  { actor }: Pick<MembershipFacts, 'actor'>,
  { hasMonitors, hasAlerts }: { readonly hasMonitors: boolean; readonly hasAlerts: boolean },
): MembershipRefusal | null {
  if (actor !== 'owner') return 'owners_only';
  if (hasMonitors) return 'has_monitors';
  return hasAlerts ? 'has_alerts' : null;
}

function lossRefusal({ member, owners }: MembershipFacts): MembershipRefusal | null {
  return member === 'owner' && owners <= 1 ? 'last_owner' : null;
}
