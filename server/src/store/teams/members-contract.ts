import type { Role } from '../../domain/access/access.ts';

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
}

export interface NewMember {
  readonly memberID: string;
  /** Used only if no user has this email; otherwise the existing user joins. */
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

export interface IdentityStore {
  /** Creates a team with its default project and its first owner. */
  createTeam(team: NewTeam, owner: NewMember): Promise<Member>;
  findTeams(): Promise<readonly { readonly id: string; readonly name: string; readonly slug: string }[]>;
  /** `exists` if the user is already a member. */
  addMember(
    teamID: string,
    member: NewMember,
  ): Promise<
    | { readonly outcome: 'added'; readonly member: Member; readonly isNewUser: boolean }
    | { readonly outcome: 'exists' }
  >;
  /** Also revokes the membership's tokens in the same transaction. Refuses to remove the last owner. */
  removeMember(teamID: string, email: string): Promise<'removed' | 'not_found' | 'last_owner'>;
  listMembers(teamID: string): Promise<readonly Member[]>;
}
