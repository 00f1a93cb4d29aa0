import type { Access, Role } from '../../domain/access/access.ts';
import type { InvitedRole, MembershipRefusal } from '../../domain/access/membership.ts';
import type { TeamSecurity } from '../../domain/access/team-security.ts';
import type { Check } from '../edits.ts';
import type { Member, NewMember, NewTeam } from './members-contract.ts';

export interface MembershipChange {
  readonly teamID: string;
  /** Membership of the caller. Its role is read in the transaction of the change. */
  readonly actorID: string;
  readonly memberID: string;
}

export type MembershipOutcome =
  /** `member` before the change. A new role makes a new revision. */
  | { readonly outcome: 'done'; readonly member: Member }
  | { readonly outcome: 'not_found' | MembershipRefusal };

export interface MembershipStore {
  /** After an ID. IDs grow with time, so members are in order of joining. */
  pageMembers(teamID: string, afterID: string, limit: number): Promise<readonly Member[]>;
  findMember(teamID: string, memberID: string): Promise<Member | null>;
  membershipsOf(userID: string): Promise<readonly Member[]>;
  /** Also revokes the open invitations of a member who may no longer invite. */
  changeRole(change: MembershipChange, role: Role, check?: Check<Member>): Promise<MembershipOutcome>;
  /** Also revokes the tokens and open invitations of the membership, in one transaction. */
  endMembership(change: MembershipChange, check?: Check<Member>): Promise<MembershipOutcome>;
  /** Makes a member owner, and the calling owner admin, in one transaction. */
  transferTeam(change: MembershipChange): Promise<MembershipOutcome>;
  /**
   * Creates a team with its default project, and makes an existing user its owner. `too_many` if the user
   * owns `max` teams; `slug_taken` if another team has the slug.
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
  /** Address of the invited person, in lower case; null if anybody with the link may join. */
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
  readonly invitedBy: string;
}

/** The person who accepts: an existing user, or the details of a new one. */
export type Joiner =
  | { readonly userID: string; readonly memberID: string }
  | Pick<
      NewMember,
      'userID' | 'memberID' | 'accountID' | 'email' | 'name' | 'passwordHash' | 'emailVerified'
    >;

export type Joined =
  | { readonly outcome: 'joined'; readonly member: Member; readonly invitation: Invitation }
  /** The invitation was accepted, revoked, has expired, or never existed. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'other_email' }
  /** The user already belongs to the team. The invitation stays. */
  | { readonly outcome: 'member' }
  /** A user with this address exists and has to sign in first. */
  | { readonly outcome: 'email_taken' }
  | { readonly outcome: 'too_many' };

export interface InvitationStore {
  /**
   * Replaces an open invitation to the same address. `too_many` if the team has `max` open ones, `member` if
   * the address belongs to a member, `not_allowed` if the inviter may no longer invite.
   */
  createInvitation(
    invitation: NewInvitation,
    max: number,
  ): Promise<'created' | 'too_many' | 'member' | 'not_allowed'>;
  /** Open invitations after an ID. IDs grow with time. */
  listInvitations(
    teamID: string,
    now: number,
    page: { readonly afterID: string; readonly limit: number },
  ): Promise<readonly Invitation[]>;
  /** Returns the revoked invitation; null if the team has no such invitation. */
  revokeInvitation(teamID: string, id: string): Promise<Invitation | null>;
  findInvitation(hash: string, now: number): Promise<Invitation | null>;
  /** Newest open invitation to an address. The caller must have proven that the address is theirs. */
  findInvitationFor(email: string, now: number): Promise<Invitation | null>;
  /** If several people accept one invitation concurrently, one joins. `membersMax` limits the team's size. */
  acceptInvitation(
    by: { readonly hash: string } | { readonly id: string },
    joiner: Joiner,
    when: { readonly now: number; readonly membersMax: number },
  ): Promise<Joined>;
}

/** `visitor`: an unknown person, such as after a failed sign-in. */
export const ACTOR_KINDS = ['session', 'token', 'system', 'visitor'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditActor {
  readonly kind: ActorKind;
  readonly userID: string | null;
  readonly name: string;
  readonly email: string;
  readonly token: string | null;
}

export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Details of a change besides its target: numbers, words, names of fields. Never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface NewAuditEntry {
  readonly teamID: string;
  readonly at: number;
  readonly actor: AuditActor;
  readonly action: string;
  readonly target: AuditTarget | null;
  readonly details: AuditDetails;
  /** '' on the command line. */
  readonly remoteAddress: string;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
}

/** Filters are combined with "and". */
export interface AuditFilter {
  /** An email address, in any case. */
  readonly actor?: string;
  /** `monitor.create`, or `monitor` for all actions on monitors. */
  readonly action?: string;
  readonly before?: number;
  readonly limit: number;
}

export interface AuditStore {
  recordAudit(entries: readonly NewAuditEntry[]): Promise<void>;
  /** Newest first. */
  listAudit(teamID: string, filter: AuditFilter): Promise<readonly AuditEntry[]>;
  /**
   * Returns the actor's names for the log; null if the user doesn't exist. The token's name is null if the
   * token doesn't exist.
   */
  findActor(userID: string, tokenID: string | null): Promise<Omit<AuditActor, 'kind'> | null>;
}
