import type {
  AuditEntry,
  CreatedInvitation,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  Member,
  OpenInvitation,
  Responses,
  Role,
  Team,
  TeamEdit,
  TeamUsage,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

/** A team that you belong to. */
export type OwnTeam = Responses['createTeam']['team'];

/** The team of the token, or the active team of the session. */
export interface TeamAPI {
  get(options?: RequestOptions): Promise<Team>;
  /** Changes the team. Omitted fields keep their value, even within `alerting`. */
  update(edit: TeamEdit, options?: RequestOptions): Promise<Team>;
  /** Returns how many resources the team has, and how many it may have. */
  usage(options?: RequestOptions): Promise<TeamUsage>;
  /** Creates another team, which you own. Requires a session. */
  create(name: string, options?: RequestOptions): Promise<OwnTeam>;
  /** Transfers your ownership of the team to another member. You become an admin. Resolves to the new owner. */
  transfer(memberID: string, options?: RequestOptions): Promise<Member>;
  /**
   * Deletes the team in which the session works, which must have no monitors. Requires an owner's session with a fresh sign-in.
   */
  delete(teamID: string, options?: RequestOptions): Promise<OwnTeam>;
}

export interface MembersAPI {
  /** Reads one page, in the order the members joined: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Responses['listMembers']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Member>;
  changeRole(memberID: string, role: Role, options?: RequestOptions): Promise<Member>;
  /** Reads a page of a member's tokens, oldest first. Requires an owner or admin. */
  tokens(
    memberID: string,
    query?: PageQuery,
    options?: RequestOptions,
  ): Promise<Responses['listMemberTokens']>;
  /** Revokes a token of a member. Requires an owner or admin. Only an owner can revoke an owner's token. */
  revokeToken(memberID: string, memberTokenID: string, options?: RequestOptions): Promise<void>;
  /**
   * Removes a member from the team and revokes the member's tokens and sessions. To leave the team, pass your own ID. Resolves to
   * the removed member.
   */
  remove(memberID: string, options?: RequestOptions): Promise<Member>;
}

export interface InvitationsAPI {
  /** Reads one page of open invitations, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Responses['listInvitations']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Invitation>;
  /** Creates an invitation. Only this response contains the link. `mailed` tells whether the link was mailed. */
  create(input: InvitationInput, options?: RequestOptions): Promise<CreatedInvitation>;
  /** Reads an invitation. `token` is the part of its link after `/invite/`. Needs no sign-in. */
  lookUp(token: string, options?: RequestOptions): Promise<OpenInvitation>;
  /**
   * Accepts an invitation and joins its team. Without a session, also creates an account and signs in. A new account needs
   * `name`, `password` and, if the invitation names no address, `email`.
   */
  accept(acceptance: InvitationAcceptance, options?: RequestOptions): Promise<OwnTeam>;
  /** Revokes an invitation immediately. Resolves to the revoked invitation. */
  revoke(invitationID: string, options?: RequestOptions): Promise<Invitation>;
}

export interface AuditQuery extends PageQuery {
  /** Only actions of the person with this email address. */
  readonly actor?: string | undefined;
  /** An action such as `monitor.create`, or all actions of a kind such as `monitor`. */
  readonly action?: string | undefined;
}

export interface AuditAPI {
  /** Reads one page of changes with their authors, newest first: 100 entries unless `limit` is set. */
  list(query?: AuditQuery, options?: RequestOptions): Promise<Responses['listAudit']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: AuditQuery, options?: RequestOptions): AsyncIterable<AuditEntry>;
}

export function teamAPI({ call }: Caller): TeamAPI {
  return {
    get: async (options) => (await call('readTeam', {}, options)).team,
    update: async (body, options) => (await call('editTeam', { body }, options)).team,
    usage: async (options) => (await call('readUsage', {}, options)).usage,
    create: async (name, options) => (await call('createTeam', { body: { name } }, options)).team,
    transfer: async (memberID, options) =>
      (await call('transferTeam', { body: { memberID } }, options)).member,
    delete: async (teamID, options) => (await call('deleteTeam', { params: { teamID } }, options)).team,
  };
}

export function membersAPI({ call }: Caller): MembersAPI {
  const list: MembersAPI['list'] = (query, options) => call('listMembers', { query }, options);
  return {
    list,
    all: allPages(list, ({ members }) => members),
    changeRole: async (memberID, role, options) =>
      (await call('changeMemberRole', { params: { memberID }, body: { role } }, options)).member,
    tokens: (memberID, query, options) => call('listMemberTokens', { params: { memberID }, query }, options),
    revokeToken: async (memberID, memberTokenID, options) => {
      await call('revokeMemberToken', { params: { memberID, memberTokenID } }, options);
    },
    remove: async (memberID, options) =>
      (await call('removeMember', { params: { memberID } }, options)).member,
  };
}

export function invitationsAPI({ call }: Caller): InvitationsAPI {
  const list: InvitationsAPI['list'] = (query, options) => call('listInvitations', { query }, options);
  return {
    list,
    all: allPages(list, ({ invitations }) => invitations),
    create: async (body, options) => (await call('createInvitation', { body }, options)).invitation,
    lookUp: async (token, options) =>
      (await call('lookUpInvitation', { body: { token } }, options)).invitation,
    accept: async (body, options) => (await call('acceptInvitation', { body }, options)).team,
    revoke: async (invitationID, options) =>
      (await call('revokeInvitation', { params: { invitationID } }, options)).invitation,
  };
}

export function auditAPI({ call }: Caller): AuditAPI {
  const list: AuditAPI['list'] = (query, options) => call('listAudit', { query }, options);
  return {
    list,
    all: allPages(list, ({ entries }) => entries),
  };
}
