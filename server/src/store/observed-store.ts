import type { ChannelResource } from '../channels/contract.ts';
import type { TeamTransaction } from '../configuration/contract.ts';
import type { ApplyOutcome } from '../database/records.ts';
import type { DeletedResource } from '../database/resources/contract.ts';
import type { EscalationResource } from '../escalations/contract.ts';
import type { ChangeKind } from '../live/changes.ts';
import type { LiveFeed } from '../live/live.ts';
import type { Store } from './store.ts';

/** Wraps a store to report commits to the feed. Without listeners, the cost is one comparison per batch. */
export function observeStore(store: Store, feed: LiveFeed): Store {
  function observe(monitorID: number, applied: ApplyOutcome): void {
    if (applied.outcome !== 'applied') return;
    feed.monitorChanged(applied.teamID, monitorID);
    if (applied.changedStatus) feed.changed(applied.teamID, 'incidents');
  }

  /** Reports monitors that referred to a deleted resource, and kinds of data that may have referred to it. */
  function observeReferring(
    teamID: string,
    monitorIDs: readonly number[],
    kinds: readonly ChangeKind[],
  ): void {
    for (const id of monitorIDs) feed.monitorChanged(teamID, id);
    for (const kind of kinds) feed.changed(teamID, kind);
  }

  // These types leave out the methods to wrap, so that the compiler asks for each new method of the store.
  const unobserved: UnobservedStore = store;
  const channels: UnobservedOfChannels = store.channels;
  const escalations: Pick<Store['escalations'], UnobservedOfResource> = store.escalations;
  const reported: Omit<Store, keyof UnobservedStore> = {
    async apply(inputs, tickets) {
      const applied = await store.apply(inputs, tickets);
      if (feed.isNeeded()) {
        applied.forEach((result, index) => {
          const input = inputs[index];
          if (input !== undefined) observe(input.monitorID, result);
        });
      }
      return applied;
    },
    async applyDeadlines(at, limit, except) {
      const judged = await store.applyDeadlines(at, limit, except);
      if (feed.isNeeded()) for (const { monitorID, applied } of judged) observe(monitorID, applied);
      return judged;
    },
    async applyQueued(until, limit) {
      const outcomes = await store.applyQueued(until, limit);
      if (feed.isNeeded())
        for (const { monitorID, applied } of outcomes) if (monitorID !== null) observe(monitorID, applied);
      return outcomes;
    },
    async applyRefused(monitorID, at) {
      const applied = await store.applyRefused(monitorID, at);
      if (feed.isNeeded()) for (const outcome of applied) observe(monitorID, outcome);
      return applied;
    },
    async createMonitor(monitor, allowance, references) {
      const created = await store.createMonitor(monitor, allowance, references);
      if (created.outcome === 'created') feed.monitorChanged(created.monitor.teamID, created.monitor.id);
      return created;
    },
    async changeTogether(teamID, work) {
      const changed = new Set<number>();
      const result = await store.changeTogether(teamID, (changes) => {
        changed.clear();
        return work(
          observeChanges(changes, (ids) => {
            for (const id of ids) changed.add(id);
          }),
        );
      });
      if (changed.size > 0 && feed.isNeeded()) {
        for (const id of changed) feed.monitorChanged(teamID, id);
        feed.changed(teamID, 'incidents');
      }
      return result;
    },
    channels: {
      ...channels,
      delete: (teamID, shortID, check) =>
        reportDeletion(store.channels.delete(teamID, shortID, check), (monitorIDs) =>
          observeReferring(teamID, monitorIDs, ['projects', 'escalations']),
        ),
    },
    escalations: {
      ...escalations,
      delete: (teamID, shortID, check) =>
        reportDeletion(store.escalations.delete(teamID, shortID, check), (monitorIDs) =>
          observeReferring(teamID, monitorIDs, ['projects']),
        ),
    },
    async changePingNotices(change) {
      const warned = await store.changePingNotices(change);
      for (const { teamID, monitorID } of warned) feed.monitorChanged(teamID, monitorID);
      return warned;
    },
    async changeIncident(incident, change) {
      const isChanged = await store.changeIncident(incident, change);
      if (isChanged) {
        feed.monitorChanged(incident.teamID, incident.monitorID);
        feed.changed(incident.teamID, 'incidents');
      }
      return isChanged;
    },
    async recordAttempts(attempts) {
      const teamIDs = await store.recordAttempts(attempts);
      for (const teamID of teamIDs) feed.changed(teamID, 'deliveries');
      return teamIDs;
    },
  };
  return { ...unobserved, ...reported };
}

/** Reports the IDs of monitors that the changes concern, before they are committed. */
function observeChanges(
  changes: TeamTransaction,
  report: (monitorIDs: readonly number[]) => void,
): TeamTransaction {
  const unobserved: UnobservedTransaction = changes;
  const channels: Pick<TeamTransaction['channels'], UnobservedOfResource> = changes.channels;
  const escalations: Pick<TeamTransaction['escalations'], UnobservedOfResource> = changes.escalations;
  const reported: Omit<TeamTransaction, keyof UnobservedTransaction> = {
    async importMonitors(rows, limits, options) {
      const monitorIDs = await changes.importMonitors(rows, limits, options);
      report([...monitorIDs, ...rows.edits.map(({ monitorID }) => monitorID)]);
      return monitorIDs;
    },
    channels: {
      ...channels,
      delete: (...deleted) => reportDeletion(changes.channels.delete(...deleted), report),
    },
    escalations: {
      ...escalations,
      delete: (...deleted) => reportDeletion(changes.escalations.delete(...deleted), report),
    },
  };
  return { ...unobserved, ...reported };
}

type Deletion = DeletedResource<ChannelResource> | DeletedResource<EscalationResource>;

/** Reports the monitors that referred to a deleted resource. */
async function reportDeletion<Outcome extends Deletion>(
  deletion: Promise<Outcome>,
  report: (monitorIDs: readonly number[]) => void,
): Promise<Outcome> {
  const deleted = await deletion;
  if (deleted.outcome === 'deleted') report(deleted.monitorIDs);
  return deleted;
}

/**
 * Methods of the store that report nothing to browsers. `observed-store.ts` wraps all others, and doesn't compile if a method is
 * in neither file.
 */
type UnobservedStore = Pick<Store, Read | Bookkeeping | SignIn | ReportedByEndpoint | Alerting | ShownLater> &
  UnobservedResources;

/** Methods of a team's transaction. After the commit, the endpoint reports these changes from the plan that it applied. */
type UnobservedTransaction = Pick<
  TeamTransaction,
  | 'deleteMonitor'
  | 'maintenance'
  | 'manage'
  | 'managed'
  | 'onCallSchedules'
  | 'projects'
  | 'release'
  | 'shares'
>;

/** Methods of channels and escalation policies. Endpoints report the changes, as they do for `ReportedByEndpoint`. */
type UnobservedOfResource = 'list' | 'find' | 'create' | 'change';

/** `recordHealth` is called after a test, which its endpoint reports, and after an unsubscription, which browsers see at their next request. */
type UnobservedOfChannels = Pick<Store['channels'], UnobservedOfResource | 'findInAnyTeam' | 'recordHealth'>;

type OfResource = UnobservedOfResource | 'delete';

/** Resources whose changes endpoints report, as they do for `ReportedByEndpoint`. */
interface UnobservedResources {
  readonly legacyIDs: Pick<Store['legacyIDs'], 'findInAnyTeam' | 'listChannelUUIDs'>;
  readonly maintenance: Pick<Store['maintenance'], OfResource>;
  /** Pages look up the file that manages a resource when they open. */
  readonly managed: Pick<Store['managed'], OfResource>;
  readonly onCall: {
    readonly schedules: Pick<Store['onCall']['schedules'], OfResource>;
    readonly overrides: Pick<Store['onCall']['overrides'], OfResource>;
    readonly contacts: Pick<Store['onCall']['contacts'], OfResource | 'findInAnyTeam'>;
  };
  /** The command that waits for a login asks repeatedly. */
  readonly programLogins: Pick<Store['programLogins'], 'open' | 'change'>;
  readonly projectKeys: Pick<Store['projectKeys'], OfResource | 'findInAnyTeam'>;
  readonly projects: Pick<Store['projects'], OfResource | 'findInAnyTeam'>;
  readonly pushDevices: Pick<Store['pushDevices'], 'list' | 'change'>;
  readonly shares: Pick<Store['shares'], OfResource | 'findInAnyTeam'>;
}

/** Methods that only read: recognized by their first word, or listed here. */
type Read =
  | Extract<keyof Store, `${'count' | 'find' | 'has' | 'is' | 'list' | 'read' | 'search'}${string}`>
  | 'authenticate'
  | 'check'
  | 'monitorsByPingID'
  | 'probe'
  | 'slugs';

/** Progress, leases, limits and records that no page keeps up to date. */
type Bookkeeping =
  | 'backup'
  | 'claimDeliveries'
  | 'close'
  | 'enqueue'
  | 'extendClaims'
  | 'forgetNode'
  | 'forgiveAttempts'
  | 'indexLogs'
  | 'prune'
  | 'publish'
  | 'recordAudit'
  | 'recordGap'
  | 'recordPresence'
  | 'recordUse'
  | 'saveKeyCheck'
  | 'takeForwarding'
  | 'takeLease'
  | 'takeTOTPStep';

/** Changes of one person's sign-in, which no other person sees. `access-checks.ts` ends streams that lose access. */
type SignIn =
  | 'accountTables'
  | 'changeCredentials'
  | 'changeSession'
  | 'endSessions'
  | 'forgetBrowsers'
  | 'openSession'
  | 'rememberBrowser';

/** Changes that endpoints report, by their tags in `serve/after-change.ts` or with IDs that only they know. */
type ReportedByEndpoint =
  | 'changeMembership'
  | 'changeTeam'
  | 'changeUser'
  | 'createInvitation'
  | 'createToken'
  | 'deleteMonitors'
  | 'revokeInvitation'
  | 'revokeToken'
  | 'savedViews';

/** Changes of alerts before an attempt. `recordAttempts` reports the attempt. */
type Alerting = 'makeAlertsDue' | 'planDueRows' | 'raiseAlerts' | 'settleBlindWindow';

/** Rare changes that other browsers show after their next request. */
type ShownLater = 'acceptInvitation' | 'addMember' | 'createTeam' | 'setDeliveryAside';
