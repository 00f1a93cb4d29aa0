import type { AuditStore } from '../audit/contract.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { AlertSettingsStore, InvitationStore, TeamStore } from './contract.ts';
import * as audit from './queries/audit.ts';
import * as invitations from './queries/invitations.ts';
import * as members from './queries/members.ts';
import { changeMembership } from './queries/memberships.ts';
import { changeTeam, countUsage, createTeam, findTeamSettings, listTeams } from './queries/teams.ts';

export function teamQueries({ db, feed, locks, inTransaction, inTeamTransaction }: QueryContext): TeamStore {
  return {
    createTeam: (team, owner, conditions) =>
      inTransaction((transaction) => createTeam(transaction, { team, owner, conditions })),
    listTeams: () => listTeams(db),
    async addMember(teamID, member) {
      const added = await inTeamTransaction(teamID, (transaction) =>
        members.addMember(transaction, teamID, member),
      );
      feed.changed(teamID, 'team');
      return added;
    },
    listMembers: (of, page) => members.listMembers(db, of, page),
    async changeMembership(change, check) {
      const changed = await inTeamTransaction(change.teamID, (transaction) =>
        changeMembership(transaction, change, { locks, check }),
      );
      if (changed.outcome === 'done') {
        feed.changed(change.teamID, 'team');
        await feed.accessChanged();
      }
      return changed;
    },
    countUsage: (teamID) => countUsage(db, teamID),
  };
}

export function invitationQueries({
  db,
  feed,
  inTransaction,
  inTeamTransaction,
}: QueryContext): InvitationStore {
  return {
    async createInvitation(invitation, max) {
      const outcome = await inTeamTransaction(invitation.teamID, (transaction) =>
        invitations.insertInvitation(transaction, invitation, max),
      );
      if (outcome === 'created') feed.changed(invitation.teamID, 'team');
      return outcome;
    },
    listInvitations: (of, now) => invitations.listInvitations(db, of, now),
    async revokeInvitation(teamID, id) {
      const revoked = await inTransaction((transaction) =>
        invitations.deleteInvitation(transaction, teamID, id),
      );
      if (revoked !== null) feed.changed(teamID, 'team');
      return revoked;
    },
    async acceptInvitation(by, joiner, when) {
      const [invitation] = await invitations.listInvitations(db, by, when.now);
      if (invitation === undefined) return { outcome: 'gone' };
      const joined = await inTeamTransaction(invitation.teamID, (transaction) =>
        invitations.acceptInvitation(transaction, { by, joiner, ...when }),
      );
      if (joined.outcome === 'joined') feed.changed(invitation.teamID, 'team');
      return joined;
    },
  };
}

export function auditQueries({ db }: QueryContext): AuditStore {
  return {
    recordAudit: (entries) => audit.insertAudit(db, entries),
    listAudit: (teamID, filter) => audit.listAudit(db, teamID, filter),
  };
}

export function teamSettingsQueries({
  db,
  feed,
  inTeamTransaction,
  locks,
}: QueryContext): AlertSettingsStore {
  return {
    findTeamSettings: (teamID) => findTeamSettings(db, teamID),
    async changeTeam(teamID, edit) {
      const edited = await inTeamTransaction(teamID, (transaction) =>
        changeTeam(transaction, { teamID, edit, locks }),
      );
      if (edited.after !== edited.before) {
        feed.changed(teamID, 'team');
        await feed.accessChanged();
      }
      return edited;
    },
  };
}
