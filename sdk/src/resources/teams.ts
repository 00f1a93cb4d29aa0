import type { Role } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';

/** The team of the token, or the active team of the session. */
export type TeamAPI = ReturnType<typeof teamAPI>;
export type MembersAPI = ReturnType<typeof membersAPI>;
export type InvitationsAPI = ReturnType<typeof invitationsAPI>;
export type AuditAPI = ReturnType<typeof auditAPI>;
/** A team that you belong to. */
export type OwnTeam = Awaited<ReturnType<TeamAPI['create']>>;

export function teamAPI({ call }: Caller) {
  return {
    get: call.readTeam,
    /** Changes the team. Omitted fields keep their value, even within `alerting`. */
    update: call.editTeam,
    /** Returns how many resources the team has, and how many it may have. */
    usage: call.readUsage,
    /** Creates another team, which you own. Requires a session. */
    create: (name: string, options?: RequestOptions) => call.createTeam({ name }, options),
    /** Transfers your ownership of the team to another member. You become an admin. Resolves to the new owner. */
    transfer: (memberID: string, options?: RequestOptions) => call.transferTeam({ memberID }, options),
    /**
     * Deletes the team in which the session works, which must have no monitors. Requires an owner's session with a fresh sign-in.
     */
    delete: call.deleteTeam,
  };
}

export function membersAPI({ call }: Caller) {
  return {
    /** Reads one page, in the order the members joined: 100 entries unless `limit` is set. */
    list: call.listMembers,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listMembers, ({ members }) => members),
    changeRole: (memberID: string, role: Role, options?: RequestOptions) =>
      call.changeMemberRole(memberID, { role }, options),
    /** Reads a page of a member's tokens, oldest first. Requires an owner or admin. */
    tokens: call.listMemberTokens,
    /** Revokes a token of a member. Requires an owner or admin. Only an owner can revoke an owner's token. */
    revokeToken: call.revokeMemberToken,
    /**
     * Removes a member from the team and revokes the member's tokens and sessions. To leave the team, pass your own ID. Resolves to
     * the removed member.
     */
    remove: call.removeMember,
  };
}

export function invitationsAPI({ call }: Caller) {
  return {
    /** Reads one page of open invitations, oldest first: 100 entries unless `limit` is set. */
    list: call.listInvitations,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listInvitations, ({ invitations }) => invitations),
    /** Creates an invitation. Only this response contains the link. `mailed` tells whether the link was mailed. */
    create: call.createInvitation,
    /** Reads an invitation. `token` is the part of its link after `/invite/`. Needs no sign-in. */
    lookUp: (token: string, options?: RequestOptions) => call.lookUpInvitation({ token }, options),
    /**
     * Accepts an invitation and joins its team. Without a session, also creates an account and signs in. A new account needs
     * `name`, `password` and, if the invitation names no address, `email`.
     */
    accept: call.acceptInvitation,
    /** Revokes an invitation immediately. Resolves to the revoked invitation. */
    revoke: call.revokeInvitation,
  };
}

export function auditAPI({ call }: Caller) {
  return {
    /** Reads one page of changes with their authors, newest first: 100 entries unless `limit` is set. */
    list: call.listAudit,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listAudit, ({ entries }) => entries),
  };
}
