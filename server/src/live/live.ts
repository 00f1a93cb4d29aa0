import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { LiveStore } from '../store/live/contract.ts';
import type { MaintenanceStore } from '../store/maintenance/contract.ts';
import type { MonitorStore } from '../store/monitors/contract.ts';
import type { MonitorRecord } from '../store/records.ts';
import { createAccessCheck, endWithoutAccess } from './access-checks.ts';
import { type ChangeKind, type Changes, createPendingChanges, MONITORS_PER_EVENT } from './changes.ts';
import { createListeners } from './listeners.ts';
import { createNodes } from './nodes.ts';
import { writeChanges } from './team-changes.ts';
import {
  audiencesOf,
  findUnreportedChanges,
  type Listener,
  sendTo,
  type TeamListeners,
} from './team-listeners.ts';

/** How long to collect changes, so that all changes of a team need only one query. */
const FLUSH_MS = 250;
const TICK_MS = 1000;
const TEAM_CHECK_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;
/** Delay after a failure. The database is probably unavailable. */
const RETRY_MS = 2000;

const KEEP_ALIVE = ': still here\n\n';

/** Receives changes for clients. Nearly free while no client is connected. */
export interface LiveFeed {
  /** Whether any client listens, on this node or another. */
  isNeeded(): boolean;
  monitorChanged(teamID: string, id: number): void;
  monitorDeleted(teamID: string, shortID: string): void;
  changed(teamID: string, kind: ChangeKind): void;
}

/** `full`: too many listeners of the server or the team. `person`: too many of one person. `stopping`: the process is shutting down. */
export type LiveRefusal = 'full' | 'person' | 'stopping';

type Joined =
  | { readonly leave: () => void; readonly refused: null }
  | { readonly leave: null; readonly refused: LiveRefusal };

export interface Live extends LiveFeed {
  /**
   * Adds a listener. Returns a function that removes the listener, or the reason for refusal. Data that is read afterwards is
   * never older than the listener's events.
   */
  join(teamID: string, listener: Listener): Promise<Joined>;
  /** Disconnects listeners that have lost access, also on other nodes. Call after each change of access. */
  accessChanged(): Promise<void>;
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
  /** Returns one JSON text per monitor, in the format of the monitor list. */
  readonly write: (
    teamID: string,
    records: readonly MonitorRecord[],
    view: { readonly now: number; readonly showsPingURL: boolean },
  ) => Promise<readonly string[]>;
}): Live {
  // Long because its short functions share listeners, pending changes and timers.
  const { store, clock, log, epoch, write } = options;
  /** Changes to send to this process's listeners. */
  const here = createPendingChanges();
  /** Changes to send to other nodes. */
  const elsewhere = createPendingChanges();
  const listeners = createListeners((teamID) => here.forget(teamID));
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
  let isFlushing = false;
  let isFlushScheduled = false;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let cancelFlush = (): void => {};
  let cancelTick: (() => void) | null = null;
  let checkedAt = 0;
  let keptAliveAt = 0;

  function addChange(teamID: string, add: (changes: Changes) => void): void {
    const isHere = teams.has(teamID);
    const isElsewhere = nodes.listensTo(teamID);
    if (isHere) add(here.of(teamID));
    if (isElsewhere) add(elsewhere.of(teamID));
    if (isHere || isElsewhere) scheduleFlush();
  }

  function receiveChanges(teamID: string, changes: Changes): void {
    const team = teams.get(teamID);
    if (team === undefined) return;
    here.putBack(teamID, changes);
    scheduleFlush();
    if (changes.kinds.has('team')) void endWithoutAccess(team);
  }

  function scheduleFlush(afterMs = flushedAt + FLUSH_MS - clock.monotonic()): void {
    if (isFlushScheduled || isFlushing || isOver) return;
    isFlushScheduled = true;
    cancelFlush = clock.after(Math.max(0, afterMs), () => void flush());
  }

  async function flush(): Promise<void> {
    isFlushScheduled = false;
    isFlushing = true;
    flushedAt = clock.monotonic();
    let hasFailed = false;
    try {
      for (const [teamID, changes] of elsewhere.take(Number.POSITIVE_INFINITY))
        nodes.sendChanges(teamID, changes);
      for (const [teamID, changes] of here.take(MONITORS_PER_EVENT)) {
        const team = teams.get(teamID);
        if (team === undefined) continue;
        try {
          await sendChanges(team, changes);
        } catch (error) {
          hasFailed = true;
          here.putBack(teamID, changes);
          log.warn({ err: error }, 'Live updates of a team could not be read. Retrying.');
        }
      }
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error }, 'Live updates could not be sent. Retrying.');
    }
    isFlushing = false;
    if (!here.isEmpty() || !elsewhere.isEmpty()) scheduleFlush(hasFailed ? RETRY_MS : undefined);
  }

  async function sendChanges(team: TeamListeners, { monitorIDs, deleted, kinds }: Changes): Promise<void> {
    const records = monitorIDs.size === 0 ? [] : await readChanged(team, [...monitorIDs]);
    const all = { records, deleted: [...deleted], kinds: [...kinds].sort(), now: clock.now() };
    for (const [audience, members] of audiencesOf(team)) {
      const events = await writeChanges(audience, all, (some, view) => write(team.teamID, some, view));
      for (const event of events) sendTo(members, event);
    }
  }

  /** Reads the versions before the monitors, so that a change in between is sent twice instead of never. */
  async function readChanged(team: TeamListeners, ids: readonly number[]): Promise<readonly MonitorRecord[]> {
    const versions = team.versions === null ? null : await store.listVersions(team.teamID, ids);
    const records = await store.findMonitors(team.teamID, { ids });
    for (const [id, version] of versions ?? []) team.versions?.set(id, version);
    return records;
  }

  async function tick(): Promise<void> {
    const at = clock.monotonic();
    const isTime = (lastAt: number, everyMs: number) => at - lastAt >= everyMs;
    await Promise.all([...teams.values()].map(endWithoutAccess));
    if (isTime(keptAliveAt, KEEP_ALIVE_MS)) {
      keptAliveAt = at;
      for (const team of teams.values()) sendTo(team.listeners, KEEP_ALIVE);
    }
    if (isTime(checkedAt, TEAM_CHECK_MS)) {
      checkedAt = at;
      nodes.announce([...teams.keys()]);
      for (const team of teams.values()) await checkTeam(team);
    }
    cancelTick = teams.size === 0 || isOver ? null : clock.after(TICK_MS, () => void tick());
  }

  async function checkTeam(team: TeamListeners): Promise<void> {
    try {
      await findUnreportedChanges(team, store, { now: clock.now(), changes: () => here.of(team.teamID) });
      if (!here.isEmpty()) scheduleFlush();
    } catch (error) {
      log.warn({ err: error }, 'A team could not be checked for live updates. Retrying.');
    }
  }

  function startTicking(): void {
    if (cancelTick !== null) return;
    checkedAt = clock.monotonic();
    keptAliveAt = checkedAt;
    cancelTick = clock.after(TICK_MS, () => void tick());
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
      startTicking();
      if (added.isFirst) {
        nodes.announce([teamID]);
        // Checks before the caller reads the team, so that no change is lost in between.
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
      cancelFlush();
      cancelTick?.();
      for (const team of [...teams.values()]) for (const { end } of [...team.listeners]) end();
    },
  };
}
