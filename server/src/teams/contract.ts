import type { Role } from '@overdue/domain/access/access.ts';
import type { InvitedRole, MembershipRefusal } from '@overdue/domain/access/membership.ts';
import type { TeamSecurity } from '@overdue/domain/access/team-security.ts';
import type { TeamAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import type { DeletionCheck, Edit, Edited } from '../database/edits.ts';

export interface Member {
  readonly id: string;
  readonly userID: string;
  readonly teamID: string;
  readonly team: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly revision: number;
  /** Time of the last use of any session of the user, accurate to the minute; null if the user has no session. */
  readonly lastActiveAt: number | null;
}

export interface NewMember {
  readonly memberID: string;
  /** ID of the new user. Ignored if a user has this email; that user joins the team instead. */
  readonly userID: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly accountID: string;
  /** False if the address is unverified, such as after joining by a link. */
  readonly emailVerified?: boolean;
  readonly createdAt: number;
}

export interface NewTeam {
  readonly teamID: string;
  readonly name: string;
  readonly slug: string;
  readonly projectShortID: string;
  readonly createdAt: number;
}

export interface NewMembership {
  readonly memberID: string;
  readonly userID: string;
}

/** Conditions for creating a team, checked in the same transaction. */
export interface TeamConditions {
  /** Maximum number of teams that the owner may own. */
  readonly ownedMax?: number;
  readonly isFirst?: boolean;
}

export type CreatedTeam =
  | { readonly outcome: 'created'; readonly member: Member }
  | { readonly outcome: 'too_many' | 'slug_taken' | 'not_first' };

export interface MembershipTarget {
  readonly teamID: string;
  /** The caller, whose role is read in the transaction. Null for the operator, who has an owner's rights. */
  readonly actorID: string | null;
  readonly memberID: string;
}

export type MembershipChange = MembershipTarget &
  /** Also revokes the open invitations sent by a member whose new role may not invite. */
  (
    | { readonly action: 'change_role'; readonly role: Role }
    /** Also revokes the tokens and open invitations of the membership. */
    | { readonly action: 'remove' }
    /** Makes the member owner, and the calling owner admin. */
    | { readonly action: 'transfer_team'; readonly actorID: string }
    /** Deletes the team, which the member owns, with everything in it except its audit log. Repeat an `unfinished` deletion. */
    | { readonly action: 'delete_team' }
  );

export type MembershipOutcome =
  /** The member before the change. */
  | { readonly outcome: 'done'; readonly member: Member }
  /** `unfinished`: the team remains, because its history is long or an alert was added during the deletion. */
  | { readonly outcome: 'not_found' | 'unfinished' | MembershipRefusal };

export interface TeamUsage {
  readonly monitors: number;
  readonly members: number;
  readonly projects: number;
  readonly channels: number;
}

export type MemberSelection =
  /** `lacksFactor` selects only members who have no second factor. */
  | { readonly teamID: string; readonly memberID?: string; readonly lacksFactor?: boolean }
  | { readonly userID: string }
  /** One member of any team. */
  | { readonly memberID: string };

export interface TeamStore {
  /** Creates a team with its default project and its first owner. */
  createTeam(
    team: NewTeam,
    owner: NewMember | NewMembership,
    conditions?: TeamConditions,
  ): Promise<CreatedTeam>;
  listTeams(): Promise<readonly { readonly id: string; readonly name: string; readonly slug: string }[]>;
  /** `exists` if the user is already a member. */
  addMember(
    teamID: string,
    member: NewMember,
  ): Promise<
    | { readonly outcome: 'added'; readonly member: Member; readonly isNewUser: boolean }
    | { readonly outcome: 'exists' }
  >;
  /** Lists the members of a team, one member, or all memberships of a user, in order of joining. */
  listMembers(
    of: MemberSelection,
    page?: { readonly afterID: string; readonly limit: number },
  ): Promise<readonly Member[]>;
  /** Changes or ends a membership in one transaction, unless the rules for roles and owners refuse it. */
  changeMembership(change: MembershipChange, check?: DeletionCheck<Member>): Promise<MembershipOutcome>;
  countUsage(teamID: string): Promise<TeamUsage>;
}

export interface Invitation {
  readonly id: string;
  readonly teamID: string;
  readonly team: string;
  /** Address of the invited person, in lower case; null if anyone with the link may join. */
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
  /** ID of the token that created the invitation; null if a session did. Revoking the token deletes the invitation. */
  readonly endsWithToken: string | null;
}

/** The person who accepts: an existing user, or the details of a new user. */
export type Joiner =
  | { readonly userID: string; readonly memberID: string }
  | Pick<
      NewMember,
      'userID' | 'memberID' | 'accountID' | 'email' | 'name' | 'passwordHash' | 'emailVerified'
    >;

export type JoinResult =
  | { readonly outcome: 'joined'; readonly member: Member; readonly invitation: Invitation }
  /** The invitation was accepted or revoked, has expired, or never existed. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'other_email' }
  /** The user already belongs to the team. The invitation stays open. */
  | { readonly outcome: 'member' }
  /** A user with this address exists and has to sign in first. */
  | { readonly outcome: 'email_taken' }
  | { readonly outcome: 'too_many' };

export type InvitationKey = { readonly hash: string } | { readonly id: string };

export type InvitationSelection =
  /** A page of a team's invitations, after the ID of an invitation. IDs grow with time. */
  | { readonly teamID: string; readonly afterID: string; readonly limit: number }
  /** At most one invitation: by its ID or the hash of its token. */
  | InvitationKey
  /** At most one invitation: the newest invitation to an address that the caller has verified. */
  | { readonly email: string };

export interface InvitationStore {
  /**
   * Replaces an open invitation to the address. `too_many`: the team has `max` other open invitations. `member`: the address
   * belongs to a member.
   */
  createInvitation(
    invitation: NewInvitation,
    max: number,
  ): Promise<'created' | 'too_many' | 'member' | 'not_allowed'>;
  /** Lists the open invitations of a team, oldest first, or finds one invitation by its ID, link or address. */
  listInvitations(of: InvitationSelection, now: number): Promise<readonly Invitation[]>;
  /** Returns the revoked invitation; null if the team has no such invitation. */
  revokeInvitation(teamID: string, id: string): Promise<Invitation | null>;
  /** If several people accept one invitation concurrently, only one joins. `membersMax` limits the team's size. */
  acceptInvitation(
    by: InvitationKey,
    joiner: Joiner,
    when: { readonly now: number; readonly membersMax: number },
  ): Promise<JoinResult>;
}

export interface TeamSettings extends TeamSecurity {
  readonly name: string;
  readonly alerting: TeamAlerting;
  readonly revision: number;
}

export type TeamChange = Partial<Omit<TeamSettings, 'revision'>>;

export interface AlertSettingsStore {
  findTeamSettings(teamID: string): Promise<TeamSettings>;
  changeTeam(teamID: string, edit: Edit<TeamSettings, TeamChange>): Promise<Edited<TeamSettings>>;
}
