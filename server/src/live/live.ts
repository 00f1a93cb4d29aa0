import type { ChangeFeed } from '../database/change-feed.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import type { MonitorStore } from '../monitors/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { type Changes, createPendingChanges } from './changes.ts';
import type { LiveStore } from './contract.ts';
import { createFlush } from './flush.ts';
import { createListeners } from './listeners.ts';
import { createNodes } from './nodes.ts';
import { sendChanges, type WriteMonitors } from './team-changes.ts';
import { findUnreportedChanges, type Listener, type TeamListeners } from './team-listeners.ts';
import { createAccessCheck, createTicks, endWithoutAccess } from './ticks.ts';

/**
 * `full`: the server or the team has too many listeners. `person_full`: one person has too many listeners. `stopping`: the process is
 * shutting down.
 */
export type LiveRefusal = 'full' | 'person_full' | 'stopping';

type LiveJoinResult =
  | { readonly leave: () => void; readonly refused: null }
  | { readonly leave: null; readonly refused: LiveRefusal };

export interface Live extends ChangeFeed {
  /**
   * Adds a listener. Returns a function that removes the listener, or the reason for refusal. Callers should read the team's data
   * after joining, so that the listener misses no change.
   */
  join(teamID: string, listener: Listener): Promise<LiveJoinResult>;
  /** Handles a message from any process, including this one. */
  receive(message: string): void;
  listeners(): number;
  stop(): void;
}

/** Sends each team's changes, made by any process, to its listeners at most four times a second. */
export function createLive(options: {
  readonly store: LiveStore & Pick<MonitorStore, 'findMonitors'> & MaintenanceStore;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly epoch: string;
  readonly write: WriteMonitors;
}): Live {
  const { store, clock, log, epoch, write } = options;
  /** Changes to send to this process's listeners. */
  const localChanges = createPendingChanges();
  /** Changes to send to other nodes. */
  const remoteChanges = createPendingChanges();
  const listeners = createListeners((teamID) => localChanges.forget(teamID));
  const { teams } = listeners;
  const checkAccess = createAccessCheck(teams);
  const nodes = createNodes({
    store,
    clock,
    epoch,
    onChanges: receiveChanges,
    onAccess: () => void checkAccess(),
  });
  let isOver = false;
  const flush = createFlush({
    clock,
    log,
    localChanges,
    remoteChanges,
    send: async (teamID, changes) => {
      const team = teams.get(teamID);
      if (team !== undefined) await sendChanges(team, changes, { store, clock, write });
    },
    sendElsewhere: nodes.sendChanges,
  });
  const ticks = createTicks({ clock, teams, announce: nodes.announce, checkTeam });

  function addChange(teamID: string, add: (changes: Changes) => void): void {
    const isHere = teams.has(teamID);
    const isElsewhere = nodes.listensTo(teamID);
    if (isHere) add(localChanges.of(teamID));
    if (isElsewhere) add(remoteChanges.of(teamID));
    if (isHere || isElsewhere) flush.schedule();
  }

  function receiveChanges(teamID: string, changes: Changes): void {
    const team = teams.get(teamID);
    if (team === undefined) return;
    localChanges.merge(teamID, changes);
    flush.schedule();
    if (changes.kinds.has('team')) void endWithoutAccess(team);
  }

  async function checkTeam(team: TeamListeners): Promise<void> {
    try {
      await findUnreportedChanges(team, store, {
        now: clock.now(),
        changes: () => localChanges.of(team.teamID),
      });
      if (!localChanges.isEmpty()) flush.schedule();
    } catch (error) {
      log.warn({ err: error }, 'A team could not be checked for live updates. Retrying.');
    }
  }

  return {
    isNeeded: () => listeners.count() > 0 || nodes.listens(),
    receive: nodes.receive,
    monitorChanged: (teamID, id) => addChange(teamID, ({ monitorIDs }) => monitorIDs.add(id)),
    monitorDeleted: (teamID, shortID) => addChange(teamID, (changes) => changes.deleted.add(shortID)),
    changed(teamID, kind) {
      addChange(teamID, ({ kinds }) => kinds.add(kind));
      const team = teams.get(teamID);
      if (kind === 'team' && team !== undefined) void endWithoutAccess(team);
    },
    async join(teamID, listener) {
      if (isOver) return { leave: null, refused: 'stopping' };
      const added = listeners.add(teamID, listener);
      if (added.refused !== null) return added;
      ticks.start();
      if (added.isFirst) {
        nodes.announce([teamID]);
        // Checks the team before the caller reads the team's data, so that the next check finds every change after that read.
        await checkTeam(added.team);
      }
      return { leave: added.leave, refused: null };
    },
    async accessChanged() {
      nodes.announceAccessChange();
      await checkAccess();
    },
    listeners: listeners.count,
    stop() {
      isOver = true;
      flush.stop();
      ticks.stop();
      for (const team of [...teams.values()]) for (const { end } of [...team.listeners]) end();
    },
  };
}
