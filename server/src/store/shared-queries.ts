import type { Kysely, Transaction } from 'kysely';
import * as browsers from './accounts/known-browsers.ts';
import * as sessions from './accounts/sessions.ts';
import { countAttempt, forgetAttempts, pruneAccounts, takeBackAttempt } from './accounts/sign-in-attempts.ts';
import { accountTables } from './accounts/tables.ts';
import { deleteToken, findAccess, insertToken, listTokens, touchToken } from './accounts/tokens.ts';
import * as users from './accounts/users.ts';
import { findVerification, takeTOTPStep } from './accounts/verifications.ts';
import { findAlertReport } from './alerts/alert-reports.ts';
import { recordAttempts } from './alerts/attempts.ts';
import { claimDeliveries, extendClaims, wakeChannel } from './alerts/claims.ts';
import * as deliveries from './alerts/deliveries.ts';
import { listOutbox } from './alerts/outbox.ts';
import * as alerting from './alerts/settings.ts';
import { findNextAlertAt, raiseTimers } from './alerts/timers.ts';
import * as escalations from './channels/escalations.ts';
import { switchOff } from './channels/health.ts';
import * as maintenance from './channels/maintenance-windows.ts';
import * as channels from './channels/queries.ts';
import type { References } from './edits.ts';
import { findEventBody } from './history/events.ts';
import { acknowledgeIncident } from './incidents/list.ts';
import { addNote, listNotes } from './incidents/notes.ts';
import * as live from './live/queries.ts';
import { listMonitorGauges } from './monitors/gauges.ts';
import * as notices from './monitors/ping-notices.ts';
import {
  countMonitors,
  createMonitor,
  findMonitor,
  findMonitors,
  listMonitors,
  portableListRows,
} from './monitors/queries.ts';
import { countStatuses } from './monitors/statuses.ts';
import * as watch from './presence/queries.ts';
import * as projects from './projects/queries.ts';
import { keepNamed } from './references.ts';
import type { RowLocks } from './row-locks.ts';
import type { Schema } from './schema.ts';
import * as shares from './shares/queries.ts';
import type { Store } from './store.ts';
import * as audit from './teams/audit.ts';
import * as invitations from './teams/invitations.ts';
import { lockTeam } from './teams/lock.ts';
import * as members from './teams/members.ts';
import * as memberships from './teams/memberships.ts';
import * as security from './teams/security.ts';
import { createTeam, listTeams } from './teams/teams.ts';
import { countUsage } from './teams/usage.ts';
import * as keys from './upkeep/key-check.ts';
import { countSetAside, retrySetAside, setDeliveryAside } from './upkeep/set-aside.ts';
import type { Within } from './within.ts';

/**
 * Methods that each database implements itself: the hot path, the blind windows cached for that, agreement
 * between processes, queries that depend on the layout of events and runs, and operations.
 */
type OwnWay =
  | 'findByPingKey'
  | 'recallPingKey'
  | 'apply'
  | 'isShared'
  | 'judgeOverdue'
  | 'extendWatch'
  | 'leaveWatch'
  | 'horizon'
  | 'storedElsewhere'
  | 'standing'
  | 'enqueue'
  | 'applyQueued'
  | 'takeLease'
  | 'dropLease'
  | 'databaseTime'
  | 'listenForHints'
  | 'listEvents'
  | 'listRuns'
  | 'listNewestRuns'
  | 'readVersioned'
  | 'listVersions'
  | 'tellNodes'
  | 'hearNodes'
  | 'listRunsWithin'
  | 'listTransitions'
  | 'deleteMonitor'
  | 'deleteMonitors'
  | 'planAlerts'
  | 'raiseReports'
  | 'listIncidents'
  | 'findIncident'
  | 'listFailures'
  | 'makeRoom'
  | 'prune'
  | 'forgetTickets'
  | 'probe'
  | 'check'
  | 'backup'
  | 'close';

export type SharedQueries = Omit<Store, OwnWay>;

/** Implements all methods of the store that are the same on every database. */
export function sharedQueries(
  db: Kysely<Schema>,
  { within, locks }: { readonly within: Within; readonly locks: RowLocks },
): SharedQueries {
  /**
   * Inserts a resource. Keeps the resources that it refers to from being deleted until the insert is
   * committed.
   */
  const referring = async <T>(
    transaction: Transaction<Schema>,
    references: References | undefined,
    insert: () => Promise<T>,
  ): Promise<T> => {
    if (references !== undefined)
      references.check(
        await keepNamed(transaction, { teamID: references.teamID, names: references.names, locks }),
      );
    return insert();
  };
  const withinTeam = <T>(teamID: string, work: (transaction: Transaction<Schema>) => Promise<T>) =>
    within(async (transaction) => {
      await lockTeam(transaction, teamID, locks);
      return work(transaction);
    });
  return {
    keyCheck: () => keys.findKeyCheck(db),
    keepKeyCheck: (sealed) => keys.keepKeyCheck(db, sealed),
    replaceKeyCheck: (sealed) => keys.replaceKeyCheck(db, sealed),
    sealedSettings: (limit) => keys.listSealedSettings(db, limit),
    sealedTOTPKeys: (limit) => keys.listSealedTOTPKeys(db, limit),

    nextWakeAt: () => watch.findNextWakeAt(db),
    unsettledBlindWindows: () => watch.listUnsettledBlindWindows(db),
    settleBlindWindow: (id, at) => within((transaction) => watch.settleBlindWindow(transaction, id, at)),
    monitorsExpectedBefore: (at, afterID, span) =>
      watch.findMonitorsExpectedBefore(db, { at, afterID, span }),

    createMonitor: (monitor, allowance, references) =>
      withinTeam(monitor.teamID, (transaction) =>
        referring(transaction, references, () => createMonitor(transaction, monitor, { allowance, locks })),
      ),
    listMonitors: (teamID, filter) => listMonitors(portableListRows(db), teamID, filter),
    countMonitors: (teamID) => countMonitors(db, teamID),
    findMonitor: (teamID, shortID) => findMonitor(db, teamID, shortID),
    findMonitors: (teamID, which) => findMonitors(db, teamID, which),
    eventBody: (monitorID, number) => findEventBody(db, monitorID, number),

    teamsOfChannels: (channelIDs) => live.teamsOfChannels(db, channelIDs),
    holds: (access, now) => live.holds(db, access, now),

    listProjects: (teamID, afterID, limit) => projects.listProjects(db, { teamID, afterID, limit }),
    findProject: (teamID, shortID) => projects.findProject(db, teamID, shortID),
    defaultProject: (teamID) => projects.findDefaultProject(db, teamID),
    createProject: (project, references) =>
      within((transaction) =>
        referring(transaction, references, () =>
          projects.insertProject(transaction, { ...project, isDefault: false }),
        ),
      ),
    changeProject: (id, edit) =>
      within((transaction) => projects.changeProject(transaction, { id, edit, locks })),
    deleteProject: (id, check) =>
      within((transaction) => projects.deleteProject(transaction, id, { check, locks })),

    listNotes: (incidentID) => listNotes(db, incidentID),
    recordNotices: (news) => within((transaction) => notices.recordNotices(transaction, news, locks)),
    dismissNotices: ({ monitorID }) => notices.dismissNotices(db, monitorID),
    addNote: (incidentID, note, max) =>
      within((transaction) => addNote(transaction, { incidentID, note, max })),
    countUsage: (teamID) => countUsage(db, teamID),
    acknowledgeIncident: (id, at, by, note) => acknowledgeIncident(db, id, { at, by, note }),

    teamSettings: (teamID) => alerting.findTeamSettings(db, teamID),
    changeTeam: (teamID, edit) =>
      withinTeam(teamID, (transaction) => alerting.changeTeam(transaction, { teamID, edit, locks })),
    // Rows that are being put off become visible once that is committed.
    replanTeam: (teamID, now) =>
      withinTeam(teamID, (transaction) => alerting.replanTeam(transaction, teamID, now)),
    listMaintenance: (teamID) => maintenance.listMaintenance(db, teamID),
    createMaintenance: (teamID, window, { references, ...creation }) =>
      withinTeam(teamID, (transaction) =>
        referring(transaction, references, () =>
          maintenance.insertMaintenance(transaction, { teamID, window, ...creation }),
        ),
      ),
    changeMaintenance: (teamID, shortID, edit) =>
      within((transaction) => maintenance.changeMaintenance(transaction, { teamID, shortID }, edit, locks)),
    deleteMaintenance: (teamID, shortID, check) =>
      within((transaction) =>
        maintenance.deleteMaintenance(transaction, { teamID, shortID }, { check, locks }),
      ),
    listEscalations: (teamID) => escalations.listEscalations(db, teamID),
    createEscalation: (teamID, policy, { references, ...creation }) =>
      withinTeam(teamID, (transaction) =>
        referring(transaction, references, () =>
          escalations.insertEscalation(transaction, { teamID, policy, ...creation }),
        ),
      ),
    changeEscalation: (teamID, shortID, edit) =>
      within((transaction) => escalations.changeEscalation(transaction, { teamID, shortID }, edit, locks)),
    // Takes the team lock, as deletions of channels do: both lock policies and monitors, in different orders.
    deleteEscalation: (teamID, shortID, check) =>
      withinTeam(teamID, (transaction) =>
        escalations.deleteEscalation(transaction, { teamID, shortID }, { check, locks }),
      ),

    listShares: (teamID) => shares.listShares(db, teamID),
    createShare: (share, max, references) =>
      withinTeam(share.teamID, (transaction) =>
        referring(transaction, references, () => shares.insertShare(transaction, share, max)),
      ),
    changeShare: (teamID, shareID, edit) =>
      within((transaction) => shares.changeShare(transaction, { teamID, shareID }, edit, locks)),
    deleteShare: (teamID, shareID, check) =>
      within((transaction) => shares.deleteShare(transaction, { teamID, shareID }, { check, locks })),
    findShare: (kind, key) => shares.findShare(db, kind, key),
    listOutages: (monitorIDs, since, limit) => shares.listOutages(db, { monitorIDs, since, limit }),

    authenticate: (hash, now) => findAccess(db, hash, now),
    touchToken: (id, at) => touchToken(db, id, at),
    listTokens: (memberID, afterID, limit) => listTokens(db, { memberID, afterID, limit }),
    createToken: (token, references) =>
      within((transaction) => referring(transaction, references, () => insertToken(transaction, token))),
    revokeToken: (memberID, id) => deleteToken(db, memberID, id),

    accountTables: accountTables(db),
    findSession: (token, now) => sessions.findSession(db, token, now),
    openSession: (session) => sessions.insertSession(db, session),
    touchSession: (id, at, expiresAt) => sessions.touchSession(db, { id, at, expiresAt }),
    confirmSession: (id, at) => sessions.confirmSession(db, id, at),
    findBrowser: (hash, now) => browsers.findBrowser(db, hash, now),
    rememberBrowser: (browser) => within((transaction) => browsers.rememberBrowser(transaction, browser)),
    listTrustedBrowsers: (userID, now) => browsers.listTrustedBrowsers(db, userID, now),
    forgetBrowser: (userID, id) => browsers.forgetBrowser(db, userID, id),
    forgetBrowsers: (userID, which) =>
      within((transaction) => browsers.forgetBrowsers(transaction, userID, which)),
    distrustBrowsers: (userID) => browsers.distrustBrowsers(db, userID),
    findVerification: (identifier, now) => findVerification(db, identifier, now),
    takeTOTPStep: (userID, step) => takeTOTPStep(db, userID, step),
    listSessions: (userID, now) => sessions.listSessions(db, userID, now),
    endSession: (userID, id) => sessions.deleteSession(db, userID, id),
    endSessions: (userID, exceptID) => sessions.deleteSessions(db, userID, exceptID),
    chooseTeam: (session, teamID) =>
      within((transaction) => sessions.chooseTeam(transaction, session, teamID)),
    findUser: (userID) => users.findUser(db, userID),
    findUserByEmail: (email) => users.findUserByEmail(db, email),
    changeUser: (userID, edit, at) =>
      within((transaction) => users.changeUser(transaction, userID, { edit, at }, locks)),
    givePassword: (userID, password, at) =>
      within((transaction) => users.givePassword(transaction, { userID, password, at })),
    verifyEmail: (userID, at) => within((transaction) => users.verifyEmail(transaction, userID, at)),
    endFactors: (userID, at) => within((transaction) => users.endFactors(transaction, userID, at)),
    hasUsers: () => users.hasUsers(db),
    countAttempt: (key, limit, now) =>
      within((transaction) => countAttempt(transaction, { key, limit, now })),
    forgetAttempts: (key) => forgetAttempts(db, key),
    takeBackAttempt: (key) => takeBackAttempt(db, key),
    pruneAccounts: (now, limit) => within((transaction) => pruneAccounts(transaction, now, limit)),

    listChannels: (teamID, afterID, limit) => channels.listChannels(db, { teamID, afterID, limit }),
    findChannel: (teamID, shortID) => channels.findChannel(db, teamID, shortID),
    channelOf: (shortID) => channels.channelOf(db, shortID),
    createChannel: (channel, max, references) =>
      withinTeam(channel.teamID, (transaction) =>
        referring(transaction, references, () => channels.createChannel(transaction, channel, max)),
      ),
    changeChannel: (id, edit) =>
      within((transaction) => channels.changeChannel(transaction, { id, edit, locks })),
    switchOffChannel: (id, reason, at) =>
      within((transaction) => switchOff(transaction, { channelID: id, reason, at })),
    deleteChannel: (id, check) =>
      within((transaction) => channels.deleteChannel(transaction, id, { check, locks })),
    listDeliveries: (teamID, filter) => deliveries.listDeliveries(db, teamID, filter),
    findDelivery: (teamID, key) => deliveries.findDelivery(db, teamID, key),
    listAttempts: (deliveryID, limit) => deliveries.listAttempts(db, deliveryID, limit),
    sendAgain: (id, now, expiresAt) =>
      within((transaction) => deliveries.sendAgain(transaction, { id, now, expiresAt })),
    findAlertReport: (monitorID, transitionID) => findAlertReport(db, monitorID, transitionID),

    createTeam: (team, owner, conditions) =>
      within((transaction) => createTeam(transaction, team, owner, conditions)),
    listTeams: () => listTeams(db),
    addMember: (teamID, member) =>
      withinTeam(teamID, (transaction) => members.addMember(transaction, teamID, member)),
    listMembers: (of, page) => members.listMembers(db, of, page),
    findMember: (teamID, memberID) => members.findMember(db, teamID, memberID),
    changeRole: (change, role, check) =>
      withinTeam(change.teamID, (transaction) =>
        memberships.changeRole(transaction, { change, role, check }),
      ),
    removeMember: (change, check) =>
      withinTeam(change.teamID, (transaction) => memberships.removeMember(transaction, change, check)),
    transferTeam: (change) =>
      withinTeam(change.teamID, (transaction) => memberships.transferTeam(transaction, change)),
    teamSecurity: (teamID) => security.findTeamSecurity(db, teamID),
    hasSecondFactor: (access) => security.hasSecondFactor(db, access),
    membersWithoutFactor: (teamID) => security.membersWithoutFactor(db, teamID),

    createInvitation: (invitation, max) =>
      withinTeam(invitation.teamID, (transaction) =>
        invitations.insertInvitation(transaction, invitation, max),
      ),
    listInvitations: (teamID, now, page) => invitations.listInvitations(db, teamID, now, page),
    revokeInvitation: (teamID, id) =>
      within((transaction) => invitations.deleteInvitation(transaction, teamID, id)),
    findInvitation: (hash, now) => invitations.findInvitation(db, { hash }, now),
    findInvitationFor: (email, now) => invitations.findInvitationFor(db, email, now),
    async acceptInvitation(by, joiner, when) {
      const invitation = await invitations.findInvitation(db, by, when.now);
      if (invitation === null) return { outcome: 'gone' };
      return withinTeam(invitation.teamID, (transaction) =>
        invitations.acceptInvitation(transaction, by, joiner, when),
      );
    },

    recordAudit: (entries) => audit.insertAudit(db, entries),
    listAudit: (teamID, filter) => audit.listAudit(db, teamID, filter),
    findActor: (userID, tokenID) => audit.findActor(db, userID, tokenID),

    claimDeliveries: (options) => within((transaction) => claimDeliveries(transaction, options, locks)),
    extendClaims: (claims, until) =>
      within((transaction) => extendClaims(transaction, { claims, until, locks })),
    recordAttempts: (attempts) => within((transaction) => recordAttempts(transaction, attempts, locks)),
    wakeChannel: (channelID, now) => wakeChannel(db, channelID, { now, locks }),
    setDeliveryAside: (deliveryID, aside) =>
      within((transaction) => setDeliveryAside(transaction, deliveryID, aside)),
    raiseTimers: (now, limit) => within((transaction) => raiseTimers(transaction, { now, limit, locks })),
    nextAlertAt: () => findNextAlertAt(db),

    listOutbox: (afterID, limit) => listOutbox(db, afterID, limit),
    countStatuses: (now, afterID, span) => countStatuses(db, { now, afterID, span }),
    listMonitorGauges: (afterID, limit) => listMonitorGauges(db, afterID, limit),
    countSetAside: () => countSetAside(db),
    retrySetAside: (again) => within((transaction) => retrySetAside(transaction, again)),
  };
}
