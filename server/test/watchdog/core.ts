import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import { expect, onTestFinished } from 'vitest';
import type { AcceptedPing, PingOutcome } from '../../src/core/ingest/accepted-ping.ts';
import { createEpochEnder } from '../../src/core/ingest/epoch.ts';
import { createIngest, type Ingest } from '../../src/core/ingest/ingest.ts';
import { createQueueApplier } from '../../src/core/ingest/replay/queue-applier.ts';
import { createClockDiscipline } from '../../src/core/nodes/clock-discipline.ts';
import { type ConnectionQueue, createPresence, type Presence } from '../../src/core/presence/presence.ts';
import type { Spool } from '../../src/core/spool/contract.ts';
import { createWatchdog, type Watchdog } from '../../src/core/watchdog/watchdog.ts';
import type { CommandInput, MonitorRecord } from '../../src/database/records.ts';
import { createBell } from '../../src/platform/runtime/bell.ts';
import { type Clock, createAdjustableClock } from '../../src/platform/runtime/clock.ts';
import type { Log } from '../../src/platform/runtime/log.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { countingIDs, NOON } from '../store/suite/fixtures.ts';

const METER = { inc: () => {} };
const SPOOLING = {
  pingsMax: () => 100_000,
  pingsOf: () => 0,
  chunk: 1000,
  meters: { spooled: METER, replayed: METER, dropped: { gone: METER, unreadable: METER } },
};

/** The service without its endpoints, connected as in serve.ts. */
export interface Core {
  /** The clock from the perspective of the process. */
  readonly clock: Clock;
  readonly presence: Presence;
  /** Measures the clock of the database, as nodes on PostgreSQL do each minute. */
  readonly measureClock: () => Promise<void>;
  readonly ingest: Omit<Ingest, 'submit'> & {
    submit(input: CommandInput, normalizedPingID?: string): Promise<PingOutcome>;
  };
  readonly watchdog: Watchdog & { wake(): void };
  /** Blind windows that this process has detected. */
  readonly blind: readonly BlindWindow[];
  /** Batches of verdicts, with the delay of each. */
  readonly swept: readonly { readonly monitors: number; readonly lagMs: number }[];
  /** Error messages in the log. */
  readonly errors: readonly string[];
  /** Stops the core as serve.ts does, but doesn't close the store. */
  stop(): Promise<void>;
}

const EMPTY_QUEUE: ConnectionQueue = { mark: () => {}, read: () => Promise.resolve(true) };

/** Settings for starting a process. */
export interface CoreOptions {
  /** Connections that the system has queued. Default: none. */
  readonly queue?: ConnectionQueue;
  /** Returns how long no thread of the process ran. Default: another thread always runs. */
  readonly takeSilence?: () => number;
  readonly epoch?: string;
  /** Spool for pings while the database is away. */
  readonly spool?: { readonly spool: Spool; readonly newID: () => string } | null;
}

export async function startCore(
  store: Store,
  machine: Clock,
  { epoch = 'the only one', spool = null, queue = EMPTY_QUEUE, takeSilence = () => 0 }: CoreOptions = {},
): Promise<Core> {
  const clock = createAdjustableClock(machine);
  const blind: BlindWindow[] = [];
  const swept: { monitors: number; lagMs: number }[] = [];
  const errors: string[] = [];
  const silent = () => {};
  const log: Log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (_fields, message) => void errors.push(message),
  };
  const bell = createBell(clock);
  const discipline = createClockDiscipline({ store, clock, log });
  const presence = createPresence({
    store,
    clock,
    log,
    epoch,
    onBlind: (window) => void blind.push(window),
    onUnavailable: (error) => ingest.reportUnavailable(error),
    unstoredSince: () => ingest.unstoredSince(),
    usesSpool: () => ingest.usesSpool(),
    canStorePings: () => ingest.hasSpoolCapacity(),
    queue,
    takeSilence,
    checkClock: () => discipline.measure(),
  });
  const ingest = createIngest({
    store,
    waitingMax: 100_000,
    beforeBatch: () => presence.recordAwake(),
    afterBatch: bell.ring,
    onRefused: (arrivedAt, teamID) => presence.pingRefused(arrivedAt, teamID),
    onTeamLimited: () => {},
    onStored: () => presence.pingsStored(),
    monotonic: () => clock.monotonic(),
    now: () => clock.now(),
    laneEpoch: epoch,
    pingRoute:
      spool === null
        ? null
        : {
            ...spool,
            ...SPOOLING,
            enqueue: store.enqueue,
            applyQueue: createQueueApplier({
              ...SPOOLING,
              applyQueued: store.applyQueued,
              log,
              beforeBatch: () => presence.recordAwake(),
              afterBatch: bell.ring,
            }),
            readQueueProgress: (of) => store.readQueueProgress({ ...of, at: clock.now() }),
            unstoredSince: () => ingest.unstoredSince(),
            writeConfidence: () => presence.writeConfidence(),
            recordNow: () => presence.recordNow(),
            endEpochs: createEpochEnder([spool.spool], (of) => store.forgetNode(of))(spool.spool),
            clock,
            log,
          },
  });
  // The service retries until the measurement succeeds. In these tests, one retry is enough.
  if (store.isShared) await discipline.measure().catch(() => discipline.measure());
  await presence.recordStartGap();
  ingest.start();
  const watchdog = createWatchdog({
    store,
    clock,
    log,
    bell,
    presence,
    epoch,
    drain: () => ingest.drain(),
    onSwept: (monitors, lagMs) => void swept.push({ monitors, lagMs }),
  });
  presence.start();
  watchdog.start();
  return {
    clock,
    presence,
    measureClock: discipline.measure,
    ingest: {
      ...ingest,
      submit: (input, normalizedPingID) => ingest.submit(arrival(input, normalizedPingID)),
    },
    watchdog: { ...watchdog, wake: bell.ring },
    blind,
    swept,
    errors,
    async stop() {
      await ingest.stop();
      await watchdog.stop();
      await presence.stop();
    },
  };
}

/** Returns a ping as the endpoints submit it. */
export function arrival(
  { monitorID, command, request }: CommandInput,
  normalizedPingID = String(monitorID),
): AcceptedPing {
  if (command.kind !== 'ping' || request === undefined) throw new Error('This is not a ping.');
  return { normalizedPingID, monitorID, teamID: null, command, request };
}

export type StoreMethod = keyof Store;

/** Intercepts calls to the store: observes them, delays them or makes them fail. The store itself does the work. */
export type StoreHook = (method: StoreMethod, call: () => Promise<unknown>) => Promise<unknown>;

export function interceptStore(store: Store, hook: StoreHook): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || !isMethod(target, name)) return method;
      return (...args: unknown[]) => hook(name, () => Promise.resolve(method.apply(target, args)));
    },
  });
}

function isMethod(store: Store, name: string | symbol): name is StoreMethod {
  return typeof name === 'string' && Object.hasOwn(store, name);
}

/** A store in memory, a clock at noon, and a core that can be restarted. */
export interface Bench {
  readonly clock: FakeClock;
  /** The store itself, without hooks. */
  readonly store: Store;
  /** The store with the hook, as a core uses it. */
  readonly seen: Store;
  /** Intercepts calls to the store. A change applies from the next call on. */
  hook: StoreHook;
  /** Calls since the list was last cleared. */
  readonly calls: StoreMethod[];
  start(options?: CoreOptions): Promise<Core>;
}

/** Opens a bench. After the test, closes and checks the store. */
export async function openBench(): Promise<Bench> {
  const clock = createFakeClock(NOON);
  const store = await openEmptyStore(countingIDs());
  const calls: StoreMethod[] = [];
  const seen = interceptStore(store, (method, call) => {
    calls.push(method);
    return bench.hook(method, call);
  });
  const bench: Bench = {
    clock,
    store,
    seen,
    hook: (_method, call) => call(),
    calls,
    async start(options) {
      const core = await startCore(seen, clock, options);
      await clock.settle();
      return core;
    },
  };
  onTestFinished(async () => {
    bench.hook = (_method, call) => call();
    clock.dropTimers();
    await clock.settle();
    expect(await store.check(10)).toEqual([]);
    await store.close();
  });
  return bench;
}

export const FIRST = { limit: 1000 };

/** Returns the transitions of a monitor, oldest first: `new>up up>down`. */
export async function pathOf(store: Store, { id }: Pick<MonitorRecord, 'id'>): Promise<string> {
  const transitions = await store.listTransitions(id, FIRST);
  return transitions
    .map(({ from, to }) => `${from}>${to}`)
    .reverse()
    .join(' ');
}

/** Returns the states of a monitor's runs, oldest first. */
export async function statesOf(store: Store, { id }: Pick<MonitorRecord, 'id'>): Promise<readonly string[]> {
  return (await store.listRuns(id, FIRST)).map(({ state }) => state).reverse();
}
