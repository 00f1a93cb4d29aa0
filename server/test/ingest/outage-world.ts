import type { IngestStore, Tickets } from '../../src/core/contract.ts';
import { createIngest, type Ingest } from '../../src/core/ingest/ingest.ts';
import type { Spool, SpooledPing } from '../../src/core/spool/contract.ts';
import { openSpool } from '../../src/core/spool/spool.ts';
import type { ApplyOutcome, BatchInput } from '../../src/database/records.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { NOON } from '../store/suite/fixtures.ts';

/**
 * Possible outcomes for a batch. The database saves it, is away before or after saving it, or refuses it; or the
 * process dies before or after saving it.
 */
export const BATCH_FATES = ['saved', 'away', 'in_doubt', 'refused', 'dies_before', 'dies_after'] as const;
export type BatchFate = (typeof BATCH_FATES)[number];

/** Possible outcomes for a write to the spool. */
export const SPOOL_FATES = ['kept', 'disk_full', 'dies_after'] as const;
export type SpoolFate = (typeof SPOOL_FATES)[number];

/** A ping as the database stores it. */
export interface Row {
  readonly monitorID: number;
  readonly name: string;
  readonly at: number;
  readonly runID: string;
}

export interface World {
  readonly clock: FakeClock;
  readonly rows: readonly Row[];
  readonly spool: Spool;
  /** Returns the ingest of the running process. If the process died, starts a new process first. */
  ingest(): Ingest;
  die(): void;
  /** Sets the outcomes of the next batches and writes. All later writes succeed. */
  foresee(batches: readonly BatchFate[], appends: readonly SpoolFate[]): void;
  /** Warnings and errors in the log. */
  readonly complaints: readonly string[];
}

export const KEYS = ['key-1', 'key-2', 'key-3', 'nobodys'] as const;

const COMMIT_MS = 2;

/** Simulates a database with tickets, a disk that survives the process, and processes that die. */
export function openWorld(pingsMax: number): World {
  const clock = createFakeClock(NOON);
  const disk = openSpool(':memory:');
  const metrics = createMetrics('test');
  metrics.stop();
  const complaints: string[] = [];
  const complain = (_: object, message: string) => void complaints.push(message);
  const rows: Row[] = [];
  const through = new Map<string, number>();
  let batches: BatchFate[] = [];
  let appends: SpoolFate[] = [];
  let ids = 0;
  let lives = 0;
  const queue: SpooledPing[] = [];
  let life: { readonly ingest: Ingest; isDead: boolean } | null = null;

  function save(inputs: readonly BatchInput[], { epoch, numbers }: Tickets): readonly ApplyOutcome[] {
    const before = through.get(epoch) ?? 0;
    through.set(epoch, Math.max(before, numbers.at(-1) ?? 0));
    return inputs.map((input, index): ApplyOutcome => {
      if ((numbers[index] ?? 0) <= before) return { outcome: 'already_applied' };
      if (!('command' in input) || input.command.kind !== 'ping')
        throw new Error('Only pings come this way.');
      const { monitorID, command, request } = input;
      if (command.kind !== 'ping') throw new Error('Only pings come this way.');
      const runID = command.rid ?? command.newRunID ?? 'none';
      rows.push({ monitorID, name: request?.userAgent ?? '', at: command.at, runID });
      const { type, at, happenedAt = at, durationMs, warnings } = command;
      const event = { number: rows.length, type, at, happenedAt, durationMs, runID, warnings };
      const unchanged = { changedStatus: false, changedProject: false };
      return { outcome: 'applied', teamID: 'team', monitorID, status: 'up', event, ...unchanged };
    });
  }

  function newID(): string {
    ids += 1;
    return `run ${ids}`;
  }

  function die(): void {
    if (life !== null) life.isDead = true;
    life = null;
    clock.dropTimers();
  }

  function start(): Ingest {
    lives += 1;
    const self = { isDead: false };
    const never = new Promise<never>(() => {});
    const store: IngestStore = {
      slugs: { find: () => Promise.resolve(null), findCached: () => undefined },
      monitorsByPingID: {
        findCached: () => undefined,
        async find(normalizedPingID) {
          if (self.isDead) return never;
          if (batches[0] === 'away') throw new DatabaseUnavailable('away');
          return normalizedPingID === 'nobodys'
            ? null
            : { monitorID: Number(normalizedPingID.slice(4)), pingID: normalizedPingID, teamID: 'team' };
        },
      },
      async apply(inputs, tickets) {
        if (self.isDead) return never;
        const fate = batches.shift() ?? 'saved';
        await new Promise<void>((resolve) => clock.after(COMMIT_MS, resolve));
        if (self.isDead) return never;
        if (tickets === undefined) throw new Error('Pings that may be applied twice have no tickets.');
        if (fate === 'away') throw new DatabaseUnavailable('away');
        if (fate === 'refused') throw new Error('refused');
        if (fate === 'dies_before') die();
        const applied = self.isDead ? [] : save(inputs, tickets);
        if (fate === 'in_doubt') throw new DatabaseUnavailable('in doubt');
        if (fate === 'dies_after') die();
        return self.isDead ? never : applied;
      },
    };
    /** The outcomes also apply when spooled pings are moved to the database. */
    async function write<T>(save: () => T): Promise<T> {
      if (self.isDead) return never;
      const fate = batches.shift() ?? 'saved';
      await new Promise<void>((resolve) => clock.after(COMMIT_MS, resolve));
      if (self.isDead) return never;
      if (fate === 'away') throw new DatabaseUnavailable('away');
      if (fate === 'refused') throw new Error('refused');
      if (fate === 'dies_before') die();
      if (self.isDead) return never;
      const saved = save();
      if (fate === 'in_doubt') throw new DatabaseUnavailable('in doubt');
      if (fate === 'dies_after') die();
      return self.isDead ? never : saved;
    }

    const enqueue = (pings: readonly SpooledPing[]) =>
      write(() => {
        for (const ping of pings) {
          const before = through.get(ping.epoch) ?? 0;
          if (ping.ticket <= before) continue;
          through.set(ping.epoch, ping.ticket);
          queue.push(ping);
        }
        queue.sort((a, b) => a.command.at - b.command.at);
      });
    const applyQueue = () =>
      write(() => {
        const applied = queue.splice(0, 2);
        for (const { normalizedPingID, command, request } of applied) {
          if (normalizedPingID === 'nobodys') continue;
          const runID = command.rid ?? command.newRunID ?? 'none';
          rows.push({
            monitorID: Number(normalizedPingID.slice(4)),
            name: request.userAgent,
            at: command.at,
            runID,
          });
        }
        return applied.length;
      });
    const spool: Spool = {
      ...disk,
      append(pings) {
        const fate = appends.shift() ?? 'kept';
        if (fate === 'disk_full') throw new Error('disk full');
        disk.append(pings);
        if (fate !== 'dies_after') return;
        die();
        throw new Error('dead');
      },
      removeThrough(position) {
        if (!self.isDead) disk.removeThrough(position);
      },
    };
    const ingest = createIngest({
      store,
      waitingMax: 1000,
      beforeBatch: () => Promise.resolve(),
      afterBatch: () => {},
      onRefused: () => {},
      onTeamLimited: () => {},
      onStored: () => {},
      monotonic: () => clock.monotonic(),
      now: () => clock.now(),
      laneEpoch: `life ${lives}`,
      pingRoute: {
        spool,
        pingsMax: () => pingsMax,
        pingsOf: (teamID) => disk.heldBy(teamID).pings,
        chunk: 2,
        newID,
        enqueue,
        applyQueue,
        readQueueProgress: () =>
          self.isDead
            ? never
            : Promise.resolve({
                until: clock.now(),
                queuedFrom: queue[0]?.command.at ?? null,
                isClear: queue.length === 0,
              }),
        unstoredSince: () => ingest.unstoredSince(),
        writeConfidence: () => 'sure',
        recordNow: () => (self.isDead ? never : Promise.resolve()),
        endEpochs: () => Promise.resolve(),
        clock,
        log: { debug: () => {}, info: () => {}, warn: complain, error: complain },
        meters: metrics.spool,
      },
    });
    life = Object.assign(self, { ingest });
    ingest.start();
    return ingest;
  }

  return {
    clock,
    rows,
    spool: disk,
    complaints,
    ingest: () => life?.ingest ?? start(),
    die,
    foresee(nextBatches, nextAppends) {
      batches = [...nextBatches];
      appends = [...nextAppends];
    },
  };
}
