import type {
  Answers,
  AuditEntry,
  CreatedInvitation,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  Member,
  OpenInvitation,
  Role,
  Team,
  TeamEdit,
  TeamUsage,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

/** A team that you belong to. */
export type OwnTeam = Answers['createTeam']['team'];

/** The team that the token belongs to, or that is active in the session. */
export interface TeamAPI {
  get(options?: RequestOptions): Promise<Team>;
  /** What is left out stays, also within `alerting`. */
  update(edit: TeamEdit, options?: RequestOptions): Promise<Team>;
  /** How many of each the team has, and how many it may have. */
  usage(options?: RequestOptions): Promise<TeamUsage>;
  /** A further team, which you own. Takes a session. */
  create(name: string, options?: RequestOptions): Promise<OwnTeam>;
  /** Makes a member owner, and you, who are one, admin. Resolves to the new owner. */
  transfer(memberID: string, options?: RequestOptions): Promise<Member>;
}

export interface MembersAPI {
  /** Who joined first comes first, one page: 100, unless there is a `limit`. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listMembers']>;
  /** All of them, read in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Member>;
  changeRole(memberID: string, role: Role, options?: RequestOptions): Promise<Member>;
  /** Returns a page of a member's tokens, oldest first. Takes an owner or admin. */
  tokens(memberID: string, query?: PageQuery, options?: RequestOptions): Promise<Answers['listMemberTokens']>;
  /** Revokes a token of a member. Takes an owner or admin; the token of an owner takes an owner. */
  revokeToken(memberID: string, memberTokenID: string, options?: RequestOptions): Promise<void>;
  /** With their tokens and their access by sessions; yourself to leave. Resolves to who is gone. */
  remove(memberID: string, options?: RequestOptions): Promise<Member>;
}

export interface InvitationsAPI {
  /** Those that can still be accepted, oldest first, one page: 100, unless there is a `limit`. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Answers['listInvitations']>;
  /** All of them, read in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Invitation>;
  /** This answer alone has the link. `mailed` says whether it went out by mail. */
  create(input: InvitationInput, options?: RequestOptions): Promise<CreatedInvitation>;
  /** What a link invites to: `token` is what stands in it after `/invite/`. Needs nobody to have signed in. */
  lookUp(token: string, options?: RequestOptions): Promise<OpenInvitation>;
  /**
   * Joins as whoever has signed in; else makes an account, for which `name`, `password` and, where the invitation names none,
   * `email` are needed, and signs the browser in.
   */
  accept(acceptance: InvitationAcceptance, options?: RequestOptions): Promise<OwnTeam>;
  /** Its link stops working at once. Resolves to the invitation as it last was. */
  revoke(invitationID: string, options?: RequestOptions): Promise<Invitation>;
}

export interface AuditQuery extends PageQuery {
  /** Only what this email address did. */
  readonly actor?: string | undefined;
  /** `monitor.create`, or all of a kind as `monitor`. */
  readonly action?: string | undefined;
}

export interface AuditAPI {
  /** Who changed what, newest first, one page: 100, unless there is a `limit`. */
  list(query?: AuditQuery, options?: RequestOptions): Promise<Answers['listAudit']>;
  /** All of it, read in pages of `limit`. */
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
