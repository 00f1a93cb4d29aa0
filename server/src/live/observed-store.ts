import type { TeamTransaction } from '../store/configuration/contract.ts';
import type { ApplyOutcome } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { ChangeKind } from './changes.ts';
import type { LiveFeed } from './live.ts';

/** Wraps a store to report commits to the feed. Without listeners, the cost is one comparison per batch. */
export function observeStore(store: Store, feed: LiveFeed): Store {
  // This function is long because it wraps every method that changes data visible to clients.
  function observe(monitorID: number, applied: ApplyOutcome): void {
    if (applied.outcome !== 'applied') return;
    feed.monitorChanged(applied.teamID, monitorID);
    if (applied.changedStatus) feed.changed(applied.teamID, 'incidents');
  }

  return {
    ...store,
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
    ...observeDeletions(store, (deleted, teamID, monitorIDs) => {
      for (const id of monitorIDs) feed.monitorChanged(teamID, id);
      for (const kind of REFERRING_KINDS[deleted]) feed.changed(teamID, kind);
    }),
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
}

/** Reports the IDs of monitors that the changes concern, before they are committed. */
function observeChanges(
  changes: TeamTransaction,
  report: (monitorIDs: readonly number[]) => void,
): TeamTransaction {
  return {
    ...changes,
    async importMonitors(rows, limits, options) {
      const monitorIDs = await changes.importMonitors(rows, limits, options);
      report([...monitorIDs, ...rows.edits.map(({ monitorID }) => monitorID)]);
      return monitorIDs;
    },
    ...observeDeletions(changes, (_deleted, _teamID, monitorIDs) => report(monitorIDs)),
  };
}

/** Kinds of data, besides monitors, that may refer to a deleted channel or escalation policy. */
const REFERRING_KINDS = {
  channels: ['projects', 'escalations'],
  escalations: ['projects'],
} as const satisfies Readonly<Record<string, readonly ChangeKind[]>>;

type Deletable = Pick<TeamTransaction, keyof typeof REFERRING_KINDS>;

/** Reports the monitors that referred to a deleted channel or escalation policy. */
function observeDeletions<Target extends Deletable>(
  target: Target,
  report: (deleted: keyof Deletable, teamID: string, monitorIDs: readonly number[]) => void,
): Pick<Target, keyof Deletable> {
  const { channels, escalations }: Pick<Target, keyof Deletable> = target;
  return {
    channels: {
      ...channels,
      async delete(teamID, shortID, check) {
        const deleted = await channels.delete(teamID, shortID, check);
        if (deleted.outcome === 'deleted') report('channels', teamID, deleted.monitorIDs);
        return deleted;
      },
    },
    escalations: {
      ...escalations,
      async delete(teamID, shortID, check) {
        const deleted = await escalations.delete(teamID, shortID, check);
        if (deleted.outcome === 'deleted') report('escalations', teamID, deleted.monitorIDs);
        return deleted;
      },
    },
  };
}
