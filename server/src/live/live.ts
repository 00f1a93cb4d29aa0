import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { AlertSettingsStore } from '../store/alerts/contract.ts';
import type { LiveStore } from '../store/live/contract.ts';
import type { MonitorRecord } from '../store/records.ts';
import { createGathering, type News, type NewsKind } from './news.ts';
import { createNodes } from './nodes.ts';
import {
  type Audience,
  audiencesOf,
  type Listener,
  lookAround,
  openRoom,
  type Room,
  sendTo,
} from './room.ts';
import { type Told, within } from './told.ts';

/** How long to collect changes, so that each team is read once for all of them. */
const FLUSH_MS = 250;
const MONITORS_PER_EVENT = 500;
const TICK_MS = 1000;
const LOOK_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;
/** Delay after a failure. The database is probably unavailable. */
const RETRY_MS = 2000;

export const LISTENERS_MAX = 1000;
export const LISTENERS_PER_TEAM_MAX = 100;
/** Maximum listeners of one person, over all teams, sessions and tokens. */
export const LISTENERS_PER_PERSON_MAX = 20;

const KEEP_ALIVE = ': still here\n\n';

/** Receives changes for clients. Nearly free while no client is connected. */
export interface LiveFeed {
  /** Whether any client listens, on this node or another. */
  isNeeded(): boolean;
  monitorChanged(teamID: string, id: number): void;
  monitorDeleted(teamID: string, shortID: string): void;
  changed(teamID: string, kind: NewsKind): void;
  /** Reports that alerts to these channels were sent or failed. */
  delivered(channelIDs: readonly number[]): void;
}

/**
 * `full`: too many listeners. `person`: too many listeners of one person. `stopping`: the process is
 * stopping; a retry may reach another one.
 */
export type LiveRefusal = 'full' | 'person' | 'stopping';

type Joined =
  | { readonly leave: () => void; readonly refused: null }
  | { readonly leave: null; readonly refused: LiveRefusal };

export interface Live extends LiveFeed {
  /**
   * Adds a listener. Data read after this resolves is never older than the listener's events.
   * @returns a function that removes the listener, or why it is refused
   */
  join(teamID: string, listener: Listener): Promise<Joined>;
  /**
   * Disconnects listeners who have lost access: here before this resolves, on other nodes soon after. Call
   * after changes to sessions, tokens or memberships.
   */
  accessChanged(): Promise<void>;
  listeners(): number;
  stop(): void;
}

/** Sends each team's changes to its listeners at most four times a second, whichever process made them. */
export function createLive(options: {
  readonly store: LiveStore & Pick<AlertSettingsStore, 'listMaintenance'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly epoch: string;
  /** Returns one JSON text per monitor, as in the monitor list. */
  readonly write: (
    teamID: string,
    records: readonly MonitorRecord[],
    view: { readonly now: number; readonly showsPingURL: boolean },
  ) => Promise<readonly string[]>;
}): Live {
  const { store, clock, log, epoch, write } = options;
  const rooms = new Map<string, Room>();
  /** Changes to send to listeners here and on other nodes. */
  const here = createGathering();
  const elsewhere = createGathering();
  const delivered = new Set<number>();
  const nodes = createNodes({
    store,
    clock,
    epoch,
    onNews: hear,
    onAccess: () => void recheckAll(),
  });
  let listening = 0;
  const people = new Map<string, number>();
  let rechecking: Promise<void> | null = null;
  let mustRecheck = false;
  let isOver = false;
  let isFlushing = false;
  let isPlanned = false;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let cancelFlush = (): void => {};
  let cancelTick: (() => void) | null = null;
  let lookedAt = 0;
  let keptAliveAt = 0;

  function note(teamID: string, tell: (news: News) => void): void {
    const isHere = rooms.has(teamID);
    const isElsewhere = nodes.listensTo(teamID);
    if (isHere) tell(here.of(teamID));
    if (isElsewhere) tell(elsewhere.of(teamID));
    if (isHere || isElsewhere) plan();
  }

  function hear(teamID: string, news: News): void {
    const room = rooms.get(teamID);
    if (room === undefined) return;
    here.giveBack(teamID, news);
    plan();
    if (news.kinds.has('team')) void recheck(room);
  }

  function plan(afterMs = flushedAt + FLUSH_MS - clock.monotonic()): void {
    if (isPlanned || isFlushing || isOver) return;
    isPlanned = true;
    cancelFlush = clock.after(Math.max(0, afterMs), () => void flush());
  }

  async function flush(): Promise<void> {
    isPlanned = false;
    isFlushing = true;
    flushedAt = clock.monotonic();
    let hasFailed = false;
    try {
      await spreadDelivered();
      for (const [teamID, news] of elsewhere.take(Number.POSITIVE_INFINITY)) nodes.tell(teamID, news);
      for (const [teamID, news] of here.take(MONITORS_PER_EVENT)) {
        const room = rooms.get(teamID);
        if (room === undefined) continue;
        try {
          await tell(room, news);
        } catch (error) {
          hasFailed = true;
          here.giveBack(teamID, news);
          log.warn({ err: error }, 'Live updates of a team could not be read. Retrying.');
        }
      }
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error }, 'Live updates could not be sent. Retrying.');
    }
    isFlushing = false;
    if (!here.isEmpty() || !elsewhere.isEmpty() || delivered.size > 0) plan(hasFailed ? RETRY_MS : undefined);
  }

  async function spreadDelivered(): Promise<void> {
    if (delivered.size === 0) return;
    const ids = [...delivered];
    for (const teamID of await store.teamsOfChannels(ids))
      note(teamID, ({ kinds }) => kinds.add('deliveries'));
    for (const id of ids) delivered.delete(id);
  }

  async function tell(room: Room, { monitorIDs, deleted, kinds }: News): Promise<void> {
    const found = monitorIDs.size === 0 ? [] : await store.readVersioned(room.teamID, [...monitorIDs]);
    const records = found.map(({ record }) => record);
    for (const { record, version } of found)
      room.versions?.set(record.id, { shortID: record.shortID, version });
    const told = { records, deleted: [...deleted], kinds: [...kinds].sort(), now: clock.now() };
    for (const [audience, listeners] of audiencesOf(room)) {
      for (const event of await writeNews(room.teamID, audience, told)) sendTo(listeners, event);
    }
  }

  async function writeNews(
    teamID: string,
    audience: Audience,
    { now, ...all }: Told,
  ): Promise<readonly string[]> {
    const { records, deleted, kinds } = within(audience, all);
    const { showsPingURL } = audience;
    const monitors = records.length === 0 ? [] : await write(teamID, records, { now, showsPingURL });
    const list = `{"monitors":[${monitors.join(',')}],"deleted":${JSON.stringify(deleted)}}`;
    return [
      ...(monitors.length + deleted.length > 0 ? [`event: monitors\ndata: ${list}\n\n`] : []),
      ...(kinds.length > 0 ? [`event: changed\ndata: ${JSON.stringify({ kinds })}\n\n`] : []),
    ];
  }

  /**
   * Disconnects listeners who have lost access. While the database is unavailable, access can't be checked,
   * and there are no changes to send.
   */
  async function recheck(room: Room): Promise<void> {
    await Promise.all(
      [...room.listeners].map(async (listener) => {
        const holds = await listener.holds().catch(() => true);
        if (!holds) listener.end();
      }),
    );
  }

  /** Calls during a check share one further check. */
  function recheckAll(): Promise<void> {
    mustRecheck = true;
    rechecking ??= recheckUntilDone().finally(() => {
      rechecking = null;
    });
    return rechecking;
  }

  async function recheckUntilDone(): Promise<void> {
    while (mustRecheck) {
      mustRecheck = false;
      await Promise.all([...rooms.values()].map(recheck));
    }
  }

  function countPerson(userID: string, by: 1 | -1): void {
    const count = (people.get(userID) ?? 0) + by;
    if (count === 0) people.delete(userID);
    else people.set(userID, count);
  }

  async function tick(): Promise<void> {
    const at = clock.monotonic();
    const isTime = (lastAt: number, everyMs: number) => at - lastAt >= everyMs;
    await Promise.all([...rooms.values()].map(recheck));
    if (isTime(keptAliveAt, KEEP_ALIVE_MS)) {
      keptAliveAt = at;
      for (const room of rooms.values()) sendTo(room.listeners, KEEP_ALIVE);
    }
    if (isTime(lookedAt, LOOK_MS)) {
      lookedAt = at;
      nodes.announce([...rooms.keys()]);
      for (const room of rooms.values()) await look(room);
    }
    cancelTick = rooms.size === 0 || isOver ? null : clock.after(TICK_MS, () => void tick());
  }

  async function look(room: Room): Promise<void> {
    try {
      await lookAround(room, store, { now: clock.now(), news: () => here.of(room.teamID) });
      if (!here.isEmpty()) plan();
    } catch (error) {
      log.warn({ err: error }, 'A team could not be checked for live updates. Retrying.');
    }
  }

  function startTicking(): void {
    if (cancelTick !== null) return;
    lookedAt = clock.monotonic();
    keptAliveAt = lookedAt;
    cancelTick = clock.after(TICK_MS, () => void tick());
  }

  return {
    isNeeded: () => listening > 0 || nodes.listens(),
    monitorChanged: (teamID, id) => note(teamID, ({ monitorIDs }) => monitorIDs.add(id)),
    monitorDeleted: (teamID, shortID) => note(teamID, (news) => news.deleted.add(shortID)),
    changed(teamID, kind) {
      note(teamID, ({ kinds }) => kinds.add(kind));
      const room = rooms.get(teamID);
      if (kind === 'team' && room !== undefined) void recheck(room);
    },
    delivered(channelIDs) {
      for (const id of channelIDs) delivered.add(id);
      plan();
    },
    async join(teamID, listener) {
      const room = rooms.get(teamID) ?? openRoom(teamID);
      const isFull = listening >= LISTENERS_MAX || room.listeners.size >= LISTENERS_PER_TEAM_MAX;
      if (isOver) return { leave: null, refused: 'stopping' };
      if (isFull) return { leave: null, refused: 'full' };
      if ((people.get(listener.userID) ?? 0) >= LISTENERS_PER_PERSON_MAX)
        return { leave: null, refused: 'person' };
      const isFirst = room.listeners.size === 0;
      let hasLeft = false;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        listening -= 1;
        countPerson(listener.userID, -1);
        room.listeners.delete(member);
        if (room.listeners.size > 0) return;
        rooms.delete(teamID);
        here.forget(teamID);
      };
      const member: Listener = {
        ...listener,
        end() {
          leave();
          listener.end();
        },
      };
      listening += 1;
      countPerson(listener.userID, 1);
      room.listeners.add(member);
      rooms.set(teamID, room);
      startTicking();
      if (isFirst) {
        nodes.announce([teamID]);
        // Checks before the caller reads the team, so that no change is lost between that data and the first
        // event.
        await look(room);
      }
      return { leave, refused: null };
    },
    async accessChanged() {
      nodes.tellAccess();
      await recheckAll();
    },
    listeners: () => listening,
    stop() {
      isOver = true;
      cancelFlush();
      cancelTick?.();
      for (const room of [...rooms.values()]) for (const { end } of [...room.listeners]) end();
    },
  };
}
