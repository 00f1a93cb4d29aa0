import { createEpochEnder, epochOfLane } from '../core/ingest/epoch.ts';
import { createIngest } from '../core/ingest/ingest.ts';
import type { Lanes } from '../core/ingest/lanes.ts';
import { type ApplyQueue, createQueueApplier } from '../core/ingest/replay/queue-applier.ts';
import type { PingRouteOptions } from '../core/ingest/route/ping-route.ts';
import { createSetAsideRetry, type SetAsideRetry } from '../core/ingest/set-aside-retry.ts';
import type { Presence } from '../core/presence/presence.ts';
import type { Spool } from '../core/spool/contract.ts';
import type { ApplyOutcome } from '../database/records.ts';
import { ringForChanges } from './bells.ts';
import type { Parts } from './parts.ts';

/** Spooled pings per transaction: as many as in a batch of new pings. */
const REPLAY_CHUNK = 1000;

/** Adds one lane for each spool, or a single lane if there is no spool. */
export function openLanes(parts: Parts, ingest: Lanes, presence: Presence): void {
  const { config, store, clock, metrics, spools, epoch } = parts;
  const applyQueue = createQueueApplier({
    applyQueued: store.applyQueued,
    chunk: REPLAY_CHUNK,
    log: parts.log,
    meters: metrics.spool,
    beforeBatch: presence.recordAwake,
    afterBatch(applied) {
      presence.pingsStored();
      ringAfter(parts, applied);
    },
  });
  const endEpochsOf = createEpochEnder(spools, store.forgetNode);
  const none: readonly null[] = [null];
  for (const [number, spool] of (spools.length === 0 ? none : spools).entries())
    ingest.add(
      createIngest({
        store,
        waitingMax: config.ingestBuffer,
        beforeBatch: presence.recordAwake,
        afterBatch(applied, startedAt) {
          metrics.ingestBatchSize.observe(applied.length);
          metrics.ingestCommitSeconds.observe((clock.monotonic() - startedAt) / 1000);
          ringAfter(parts, applied);
        },
        onRefused: presence.pingRefused,
        onTeamLimited: () => metrics.pings.rateLimited.inc(),
        onStored: presence.pingsStored,
        monotonic: clock.monotonic,
        now: clock.now,
        laneEpoch: epochOfLane(epoch, number),
        pingRoute:
          spool === null
            ? null
            : {
                ...spoolOptions(parts, spool),
                ...routeOptions(ingest, presence, applyQueue),
                endEpochs: endEpochsOf(spool),
              },
      }),
    );
}

export function openSetAsideRetry(parts: Parts, presence: Presence): SetAsideRetry {
  const { store, clock, log, metrics } = parts;
  const onStored = (applied: readonly ApplyOutcome[]) => ringAfter(parts, applied);
  return createSetAsideRetry({
    store,
    recordAwake: presence.recordAwake,
    clock,
    log,
    meter: metrics.pingsSetAside,
    onStored,
  });
}

function ringAfter({ bells }: Parts, applied: readonly ApplyOutcome[]): void {
  bells.verdicts.ring();
  bells.pings.ring();
  ringForChanges(bells, applied);
}

function routeOptions(ingest: Lanes, presence: Presence, applyQueue: ApplyQueue) {
  return {
    applyQueue,
    unstoredSince: ingest.unstoredSince,
    writeConfidence: presence.writeConfidence,
    recordNow: presence.recordNow,
  } satisfies Partial<PingRouteOptions>;
}

function spoolOptions({ config, store, spools, clock, random, log, metrics }: Parts, spool: Spool) {
  const others = spools.filter((other) => other !== spool);
  const inOthers = () => others.reduce((sum, other) => sum + other.size().pings, 0);
  return {
    spool,
    pingsMax: () => config.spool.pings - inOthers(),
    pingsOf: (teamID) => spools.reduce((sum, one) => sum + one.heldBy(teamID).pings, 0),
    chunk: REPLAY_CHUNK,
    newID: () => random.uuid(),
    enqueue: store.enqueue,
    readQueueProgress: (of) => store.readQueueProgress({ ...of, at: clock.now() }),
    clock,
    log,
    meters: metrics.spool,
  } satisfies Partial<PingRouteOptions>;
}

export function measureIngest({ metrics, clock }: Parts, ingest: Lanes): void {
  metrics.ingestWaiting.readFrom(ingest.pingsInMemory);
  metrics.spool.pings.readFrom(() => ingest.spooled().pings);
  metrics.spool.bytes.readFrom(() => ingest.spooled().bytes);
  metrics.spool.oldestSeconds.readFrom(() => {
    const { oldestAt } = ingest.spooled();
    return oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt) / 1000;
  });
}
