import type { Access, Role } from '../../domain/access/access.ts';
import type { InvitedRole, MembershipRefusal } from '../../domain/access/membership.ts';
import type { TeamSecurity } from '../../domain/access/team-security.ts';
import type { Check } from '../edits.ts';
import type { Member, NewMember, NewTeam } from './members-contract.ts';

/** Who wants what of which member. */
export interface MembershipChange {
  readonly teamID: string;
  /** The membership of whoever asks. Its role is looked up with the change, not before. */
  readonly actorID: string;
  readonly memberID: string;
}

export type MembershipOutcome =
  /** `member` as it was before. Another role makes a new revision. */
  | { readonly outcome: 'done'; readonly member: Member }
  | { readonly outcome: 'not_found' | MembershipRefusal };

export interface MembershipStore {
  /** In the order of their IDs, which grow with time, after one. */
  pageMembers(teamID: string, afterID: string, limit: number): Promise<readonly Member[]>;
  findMember(teamID: string, memberID: string): Promise<Member | null>;
  /** The roles that a user has, and where, oldest membership first. */
  membershipsOf(userID: string): Promise<readonly Member[]>;
  /** Takes the open invitations along of somebody who may invite nobody any more. */
  changeRole(change: MembershipChange, role: Role, check?: Check<Member>): Promise<MembershipOutcome>;
  /** With the tokens and the open invitations of that membership, in one transaction. */
  endMembership(change: MembershipChange, check?: Check<Member>): Promise<MembershipOutcome>;
  /** Makes a member owner, and the owner who asks admin, in one transaction. */
  transferTeam(change: MembershipChange): Promise<MembershipOutcome>;
  /**
   * Makes a team with its default project, and an existing user its owner. `too_many` when the user owns `max` teams;
   * `slug_taken` when another team has its slug.
   */
  openTeam(
    team: NewTeam,
    owner: { readonly memberID: string; readonly userID: string },
    max: number,
  ): Promise<'opened' | 'too_many' | 'slug_taken'>;
  teamSecurity(teamID: string): Promise<TeamSecurity>;
  /** Returns whether the session was signed in with a second factor, or the token's holder has one. */
  hasSecondFactor(access: Pick<Access, 'userID' | 'via'>): Promise<boolean>;
  /** Returns the IDs of the members who have no second factor. */
  membersWithoutFactor(teamID: string): Promise<ReadonlySet<string>>;
}

export interface Invitation {
  readonly id: string;
  readonly teamID: string;
  readonly team: string;
  /** Whom it is for, in lower case; null for whoever has the link. */
  readonly email: string | null;
  readonly role: InvitedRole;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly invitedBy: { readonly memberID: string; readonly name: string; readonly email: string };
}

export interface NewInvitation {
  readonly id: string;
  readonly teamID: string;
  readonly email: string | null;
  readonly role: InvitedRole;
  /** SHA-256 of the token in the link; the token itself is never stored. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The membership that invites. */
  readonly invitedBy: string;
}

/** Who accepts an invitation: a user, or somebody who becomes one by that. */
export type Joiner =
  | { readonly userID: string; readonly memberID: string }
  | Pick<
      NewMember,
      'userID' | 'memberID' | 'accountID' | 'email' | 'name' | 'passwordHash' | 'emailVerified'
    >;

export type Joined =
  | { readonly outcome: 'joined'; readonly member: Member; readonly invitation: Invitation }
  /** No such invitation, any more: accepted, revoked or expired. */
  | { readonly outcome: 'gone' }
  /** The invitation is for another address. */
  | { readonly outcome: 'other_email' }
  /** The user belongs to the team already; the invitation stays. */
  | { readonly outcome: 'member' }
  /** There is a user of this address, who has to sign in first. */
  | { readonly outcome: 'email_taken' }
  | { readonly outcome: 'too_many' };

export interface InvitationStore {
  /**
   * Takes the place of an open invitation to the same address. `too_many` when the team has `max` open ones, `member` when
   * the address belongs to a member, `not_allowed` when the inviter may invite nobody any more.
   */
  createInvitation(
    invitation: NewInvitation,
    max: number,
  ): Promise<'created' | 'too_many' | 'member' | 'not_allowed'>;
  /** Those that can be accepted, in the order of their IDs, which grow with time, after one. */
  listInvitations(
    teamID: string,
    now: number,
    page: { readonly afterID: string; readonly limit: number },
  ): Promise<readonly Invitation[]>;
  /** Null when the team has no such invitation; else what it was. */
  revokeInvitation(teamID: string, id: string): Promise<Invitation | null>;
  /** Null when it can't be accepted any more. */
  findInvitation(hash: string, now: number): Promise<Invitation | null>;
  /** The newest open invitation to an address, for who has proven that it is theirs. */
  findInvitationFor(email: string, now: number): Promise<Invitation | null>;
  /** Of several who accept one invitation at once, one joins. `membersMax` is how many a team may have. */
  acceptInvitation(
    by: { readonly hash: string } | { readonly id: string },
    joiner: Joiner,
    when: { readonly now: number; readonly membersMax: number },
  ): Promise<Joined>;
}

/** `visitor`: nobody who is known, such as who fails to sign in. */
export const ACTOR_KINDS = ['session', 'token', 'system', 'visitor'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditActor {
  readonly kind: ActorKind;
  readonly userID: string | null;
  readonly name: string;
  readonly email: string;
  /** The name of the token, where one was used. */
  readonly token: string | null;
}

export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
  /** '' when it has none. */
  readonly name: string;
}

/** What is said of a change beyond its target: numbers, words, names of fields, and never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface NewAuditEntry {
  readonly teamID: string;
  readonly at: number;
  readonly actor: AuditActor;
  /** `monitor.create` */
  readonly action: string;
  readonly target: AuditTarget | null;
  readonly details: AuditDetails;
  /** '' where there is none, as on the command line. */
  readonly remoteAddress: string;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
}

/** All filters are joined by "and". */
export interface AuditFilter {
  /** An email address, in any case. */
  readonly actor?: string;
  /** `monitor.create`, or `monitor` for all that begin so. */
  readonly action?: string;
  readonly before?: number;
  readonly limit: number;
}

export interface AuditStore {
  recordAudit(entries: readonly NewAuditEntry[]): Promise<void>;
  /** Newest first. */
  listAudit(teamID: string, filter: AuditFilter): Promise<readonly AuditEntry[]>;
  /** What the log says of who asks; null when there is no such user. The token's name is null when it is gone. */
  findActor(userID: string, tokenID: string | null): Promise<Omit<AuditActor, 'kind'> | null>;
}
