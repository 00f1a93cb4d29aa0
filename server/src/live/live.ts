import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { ChannelStore } from '../store/channels/contract.ts';
import type { LiveStore } from '../store/live/contract.ts';
import type { MonitorRecord } from '../store/records.ts';
import { createPendingNews, type News, type NewsKind } from './news.ts';
import { createNodes } from './nodes.ts';
import {
  type Audience,
  audiencesOf,
  findUnreportedChanges,
  type Listener,
  openTeamListeners,
  sendTo,
  type TeamListeners,
} from './team-listeners.ts';
import { newsFor, type TeamNews } from './team-news.ts';

/** How long to collect changes, so that each team is read once for all of them. */
const FLUSH_MS = 250;
const MONITORS_PER_EVENT = 500;
const TICK_MS = 1000;
const TEAM_CHECK_MS = 10_000;
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
}

/** `full`: too many listeners. `person`: too many of one person. `stopping`: another process may accept a retry. */
export type LiveRefusal = 'full' | 'person' | 'stopping';

type Joined =
  | { readonly leave: () => void; readonly refused: null }
  | { readonly leave: null; readonly refused: LiveRefusal };

export interface Live extends LiveFeed {
  /** Adds a listener. Data read afterwards is never older than its events. Returns its removal, or why it is refused. */
  join(teamID: string, listener: Listener): Promise<Joined>;
  /** Disconnects listeners who have lost access, on other nodes soon after. Call after changes of access. */
  accessChanged(): Promise<void>;
  /** Takes a message of any process, this one included. */
  receive(message: string): void;
  listeners(): number;
  stop(): void;
}

/** Sends each team's changes to its listeners at most four times a second, whichever process made them. */
export function createLive(options: {
  readonly store: LiveStore & Pick<ChannelStore, 'maintenance'>;
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
  // Long because listeners, pending news and timers share their state; each function in it is short.
  const { store, clock, log, epoch, write } = options;
  const teams = new Map<string, TeamListeners>();
  /** Changes to send to listeners here and on other nodes. */
  const here = createPendingNews();
  const elsewhere = createPendingNews();
  const nodes = createNodes({
    store,
    clock,
    epoch,
    onNews: receiveNews,
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
  let checkedAt = 0;
  let keptAliveAt = 0;

  function addNews(teamID: string, add: (news: News) => void): void {
    const isHere = teams.has(teamID);
    const isElsewhere = nodes.listensTo(teamID);
    if (isHere) add(here.of(teamID));
    if (isElsewhere) add(elsewhere.of(teamID));
    if (isHere || isElsewhere) scheduleFlush();
  }

  function receiveNews(teamID: string, news: News): void {
    const team = teams.get(teamID);
    if (team === undefined) return;
    here.putBack(teamID, news);
    scheduleFlush();
    if (news.kinds.has('team')) void recheck(team);
  }

  function scheduleFlush(afterMs = flushedAt + FLUSH_MS - clock.monotonic()): void {
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
      for (const [teamID, news] of elsewhere.take(Number.POSITIVE_INFINITY)) nodes.sendNews(teamID, news);
      for (const [teamID, news] of here.take(MONITORS_PER_EVENT)) {
        const team = teams.get(teamID);
        if (team === undefined) continue;
        try {
          await sendNews(team, news);
        } catch (error) {
          hasFailed = true;
          here.putBack(teamID, news);
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

  async function sendNews(team: TeamListeners, { monitorIDs, deleted, kinds }: News): Promise<void> {
    const found = monitorIDs.size === 0 ? [] : await store.readVersioned(team.teamID, [...monitorIDs]);
    const records = found.map(({ record }) => record);
    for (const { record, version } of found)
      team.versions?.set(record.id, { shortID: record.shortID, version });
    const all = { records, deleted: [...deleted], kinds: [...kinds].sort(), now: clock.now() };
    for (const [audience, listeners] of audiencesOf(team)) {
      for (const event of await writeNews(team.teamID, audience, all)) sendTo(listeners, event);
    }
  }

  async function writeNews(
    teamID: string,
    audience: Audience,
    { now, ...all }: TeamNews,
  ): Promise<readonly string[]> {
    const { records, deleted, kinds } = newsFor(audience, all);
    const { showsPingURL } = audience;
    const monitors = records.length === 0 ? [] : await write(teamID, records, { now, showsPingURL });
    const list = `{"monitors":[${monitors.join(',')}],"deleted":${JSON.stringify(deleted)}}`;
    return [
      ...(monitors.length + deleted.length > 0 ? [`event: monitors\ndata: ${list}\n\n`] : []),
      ...(kinds.length > 0 ? [`event: changed\ndata: ${JSON.stringify({ kinds })}\n\n`] : []),
    ];
  }

  /** Disconnects listeners who have lost access. Skipped while the database is unavailable. */
  async function recheck(team: TeamListeners): Promise<void> {
    await Promise.all(
      [...team.listeners].map(async (listener) => {
        const hasAccess = await listener.hasAccess().catch(() => true);
        if (!hasAccess) listener.end();
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
      await Promise.all([...teams.values()].map(recheck));
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
    await Promise.all([...teams.values()].map(recheck));
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
      await findUnreportedChanges(team, store, { now: clock.now(), news: () => here.of(team.teamID) });
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
    isNeeded: () => listening > 0 || nodes.listens(),
    receive: nodes.receive,
    monitorChanged: (teamID, id) => addNews(teamID, ({ monitorIDs }) => monitorIDs.add(id)),
    monitorDeleted: (teamID, shortID) => addNews(teamID, (news) => news.deleted.add(shortID)),
    changed(teamID, kind) {
      addNews(teamID, ({ kinds }) => kinds.add(kind));
      const team = teams.get(teamID);
      if (kind === 'team' && team !== undefined) void recheck(team);
    },
    async join(teamID, listener) {
      const team = teams.get(teamID) ?? openTeamListeners(teamID);
      const isFull = listening >= LISTENERS_MAX || team.listeners.size >= LISTENERS_PER_TEAM_MAX;
      if (isOver) return { leave: null, refused: 'stopping' };
      if (isFull) return { leave: null, refused: 'full' };
      if ((people.get(listener.userID) ?? 0) >= LISTENERS_PER_PERSON_MAX)
        return { leave: null, refused: 'person' };
      const isFirst = team.listeners.size === 0;
      let hasLeft = false;
      const leave = () => {
        if (hasLeft) return;
        hasLeft = true;
        listening -= 1;
        countPerson(listener.userID, -1);
        team.listeners.delete(member);
        if (team.listeners.size > 0) return;
        teams.delete(teamID);
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
      team.listeners.add(member);
      teams.set(teamID, team);
      startTicking();
      if (isFirst) {
        nodes.announce([teamID]);
        // Checks before the caller reads the team, so that no change is lost in between.
        await checkTeam(team);
      }
      return { leave, refused: null };
    },
    async accessChanged() {
      nodes.announceAccessChange();
      await recheckAll();
    },
    listeners: () => listening,
    stop() {
      isOver = true;
      cancelFlush();
      cancelTick?.();
      for (const team of [...teams.values()]) for (const { end } of [...team.listeners]) end();
    },
  };
}
