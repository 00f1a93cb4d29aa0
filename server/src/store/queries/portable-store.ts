import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Store } from '../store.ts';
import * as alerting from './alerting.ts';
import { recordAttempts } from './attempts.ts';
import { switchOff } from './channel-news.ts';
import * as channels from './channels.ts';
import { claimDeliveries, wakeChannel } from './claims.ts';
import * as deliveries from './deliveries.ts';
import * as escalations from './escalations.ts';
import { findEventBody } from './events.ts';
import { addMember, deleteMember, insertTeam, listMembers, listTeams } from './identity.ts';
import { acknowledgeIncident } from './incident-list.ts';
import * as maintenance from './maintenance.ts';
import { countMonitors, createMonitor, findMonitor, listMonitors, portableListRows } from './monitors.ts';
import { listOutbox } from './outbox.ts';
import * as projects from './projects.ts';
import { countStatuses } from './statuses.ts';
import { findTelling } from './tellings.ts';
import { findNextAlertAt, raiseTimers } from './timers.ts';
import { deleteToken, findAccess, insertToken, listTokens, touchToken } from './tokens.ts';
import * as watch from './watch.ts';

/**
 * What each database does in its own way: the hot path, the windows that it remembers for that, all that
 * depends on how events and runs are laid out, and operations.
 */
type OwnWay =
  | 'findByPingKey'
  | 'apply'
  | 'openBlindWindow'
  | 'listEvents'
  | 'listRuns'
  | 'listTransitions'
  | 'deleteMonitor'
  | 'planAlerts'
  | 'raiseReports'
  | 'listIncidents'
  | 'findIncident'
  | 'listFailures'
  | 'prune'
  | 'probe'
  | 'check'
  | 'backup'
  | 'close';

export type PortableStore = Omit<Store, OwnWay>;

/**
 * All of the store that is the same on every database.
 *
 * @param lockTeam keeps other transactions that lock the same team waiting until this one ends; nothing to do
 * where transactions that write never run side by side
 */
export function portableStore(
  db: Kysely<Schema>,
  lockTeam: (transaction: Transaction<Schema>, teamID: string) => Promise<void>,
): PortableStore {
  const within = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) =>
    db.transaction().execute(work);
  const withinTeam = <T>(teamID: string, work: (transaction: Transaction<Schema>) => Promise<T>) =>
    within(async (transaction) => {
      await lockTeam(transaction, teamID);
      return work(transaction);
    });
  return {
    nextWakeAt: () => watch.findNextWakeAt(db),
    overdueMonitors: (now, limit) => watch.findOverdueMonitors(db, now, limit),
    watchedUntil: () => watch.findWatchedUntil(db),
    saveWatchedUntil: (at) => watch.saveWatchedUntil(db, at),
    unsettledBlindWindows: () => watch.listUnsettledBlindWindows(db),
    settleBlindWindow: (id, at) => within((transaction) => watch.settleBlindWindow(transaction, id, at)),
    monitorsExpectedBefore: (at, afterID, span) => watch.findMonitorsExpectedBefore(db, at, afterID, span),

    createMonitor: (monitor, allowance) =>
      withinTeam(monitor.teamID, (transaction) => createMonitor(transaction, monitor, allowance)),
    listMonitors: (teamID, filter) => listMonitors(portableListRows(db), teamID, filter),
    countMonitors: (teamID) => countMonitors(db, teamID),
    findMonitor: (teamID, shortID) => findMonitor(db, teamID, shortID),
    eventBody: (monitorID, number) => findEventBody(db, monitorID, number),

    listProjects: (teamID, afterID, limit) => projects.listProjects(db, teamID, afterID, limit),
    findProject: (teamID, shortID) => projects.findProject(db, teamID, shortID),
    defaultProject: (teamID) => projects.findDefaultProject(db, teamID),
    createProject: (project) => projects.insertProject(db, { ...project, isDefault: false }),
    changeProject: (id, change) => projects.updateProject(db, id, change),
    deleteProject: (id) => within((transaction) => projects.deleteProject(transaction, id)),

    acknowledgeIncident: (id, at, by, note) => acknowledgeIncident(db, id, { at, by, note }),

    findUnknown: (teamID, kind, shortIDs) => alerting.findUnknown(db, teamID, kind, shortIDs),
    teamSettings: (teamID) => alerting.findTeamSettings(db, teamID),
    saveTeamAlerting: (teamID, settings) => alerting.updateTeamAlerting(db, teamID, settings),
    lookAgain: (teamID, now) => alerting.lookAgain(db, teamID, now),
    listMaintenance: (teamID) => maintenance.listMaintenance(db, teamID),
    createMaintenance: (teamID, window, createdAt, max) =>
      withinTeam(teamID, (transaction) =>
        maintenance.insertMaintenance(transaction, { teamID, window, createdAt, max }),
      ),
    updateMaintenance: (teamID, window) => maintenance.updateMaintenance(db, teamID, window),
    deleteMaintenance: (teamID, shortID) => maintenance.deleteMaintenance(db, teamID, shortID),
    listEscalations: (teamID) => escalations.listEscalations(db, teamID),
    createEscalation: (teamID, policy, createdAt, max) =>
      withinTeam(teamID, (transaction) =>
        escalations.insertEscalation(transaction, { teamID, policy, createdAt, max }),
      ),
    updateEscalation: (teamID, policy) => escalations.updateEscalation(db, teamID, policy),
    deleteEscalation: (teamID, shortID) => escalations.deleteEscalation(db, teamID, shortID),

    authenticate: (hash, now) => findAccess(db, hash, now),
    touchToken: (id, at) => touchToken(db, id, at),
    listTokens: (memberID, afterID, limit) => listTokens(db, memberID, afterID, limit),
    createToken: (token) => insertToken(db, token),
    revokeToken: (memberID, id) => deleteToken(db, memberID, id),

    listChannels: (teamID, afterID, limit) => channels.listChannels(db, teamID, afterID, limit),
    findChannel: (teamID, shortID) => channels.findChannel(db, teamID, shortID),
    channelOf: (shortID) => channels.channelOf(db, shortID),
    createChannel: (channel, max) =>
      withinTeam(channel.teamID, (transaction) => channels.createChannel(transaction, channel, max)),
    updateChannel: (id, change) => channels.updateChannel(db, id, change),
    switchOffChannel: (id, reason, at) => within((transaction) => switchOff(transaction, id, reason, at)),
    deleteChannel: (id) => within((transaction) => channels.deleteChannel(transaction, id)),
    listDeliveries: (teamID, filter) => deliveries.listDeliveries(db, teamID, filter),
    findDelivery: (teamID, key) => deliveries.findDelivery(db, teamID, key),
    listAttempts: (deliveryID, limit) => deliveries.listAttempts(db, deliveryID, limit),
    sendAgain: (id, now, expiresAt) =>
      within((transaction) => deliveries.sendAgain(transaction, id, now, expiresAt)),
    findTelling: (monitorID, transitionID) => findTelling(db, monitorID, transitionID),

    createTeam: (team, owner) => within((transaction) => insertTeam(transaction, team, owner)),
    findTeams: () => listTeams(db),
    addMember: (teamID, member) =>
      withinTeam(teamID, (transaction) => addMember(transaction, teamID, member)),
    removeMember: (teamID, email) =>
      withinTeam(teamID, (transaction) => deleteMember(transaction, teamID, email)),
    listMembers: (teamID) => listMembers(db, teamID),

    claimDeliveries: (options) => within((transaction) => claimDeliveries(transaction, options)),
    recordAttempts: (attempts) => within((transaction) => recordAttempts(transaction, attempts)),
    wakeChannel: (channelID, now) => wakeChannel(db, channelID, now),
    raiseTimers: (now, limit) => within((transaction) => raiseTimers(transaction, now, limit)),
    nextAlertAt: () => findNextAlertAt(db),

    listOutbox: (afterID, limit) => listOutbox(db, afterID, limit),
    countStatuses: (now, afterID, span) => countStatuses(db, now, afterID, span),
  };
}
