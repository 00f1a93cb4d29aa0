import type { AuditStore } from '../audit/contract.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { AlertSettingsStore, InvitationStore, TeamStore } from './contract.ts';
import * as audit from './queries/audit.ts';
import * as invitations from './queries/invitations.ts';
import * as members from './queries/members.ts';
import { changeMembership } from './queries/memberships.ts';
import { changeTeam, countUsage, createTeam, findTeamSettings, listTeams } from './queries/teams.ts';

export function teamQueries({ db, locks, inTransaction, inTeamTransaction }: QueryContext): TeamStore {
  return {
    createTeam: (team, owner, conditions) =>
      inTransaction((transaction) => createTeam(transaction, { team, owner, conditions })),
    listTeams: () => listTeams(db),
    addMember: (teamID, member) =>
      inTeamTransaction(teamID, (transaction) => members.addMember(transaction, teamID, member)),
    listMembers: (of, page) => members.listMembers(db, of, page),
    changeMembership: (change, check) =>
      inTeamTransaction(change.teamID, (transaction) =>
        changeMembership(transaction, change, { locks, check }),
      ),
    countUsage: (teamID) => countUsage(db, teamID),
  };
}

export function invitationQueries({ db, inTransaction, inTeamTransaction }: QueryContext): InvitationStore {
  return {
    createInvitation: (invitation, max) =>
      inTeamTransaction(invitation.teamID, (transaction) =>
        invitations.insertInvitation(transaction, invitation, max),
      ),
    listInvitations: (of, now) => invitations.listInvitations(db, of, now),
    revokeInvitation: (teamID, id) =>
      inTransaction((transaction) => invitations.deleteInvitation(transaction, teamID, id)),
    async acceptInvitation(by, joiner, when) {
      const [invitation] = await invitations.listInvitations(db, by, when.now);
      if (invitation === undefined) return { outcome: 'gone' };
      return inTeamTransaction(invitation.teamID, (transaction) =>
        invitations.acceptInvitation(transaction, { by, joiner, ...when }),
      );
    },
  };
}

export function auditQueries({ db }: QueryContext): AuditStore {
  return {
    recordAudit: (entries) => audit.insertAudit(db, entries),
    listAudit: (teamID, filter) => audit.listAudit(db, teamID, filter),
  };
}

export function teamSettingsQueries({ db, inTeamTransaction, locks }: QueryContext) {
  return {
    findTeamSettings: (teamID) => findTeamSettings(db, teamID),
    changeTeam: (teamID, edit) =>
      inTeamTransaction(teamID, (transaction) => changeTeam(transaction, { teamID, edit, locks })),
  } satisfies Partial<AlertSettingsStore>;
}
