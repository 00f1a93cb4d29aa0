import type { RequestListener, Server } from 'node:http';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createInvitationMail } from './accounts/invitation-mail.ts';
import { baseURL, type Config } from './config/config.ts';
import { createApplication } from './http/application.ts';
import type { BuiltWeb } from './http/pages/built-web.ts';
import { createPingHandler } from './http/ping/ping.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { remoteAddress } from './http/remote-address.ts';
import { type Connections, createConnections } from './http/server/connections.ts';
import { bindServer, closeServer } from './http/server/listening.ts';
import { createRequestListener } from './http/server/request-listener.ts';
import { createHttpServer } from './http/server/server.ts';
import { createMonitorWriter } from './http/v1/live/monitor-writer.ts';
import { createEndOfLives } from './ingest/end-of-lives.ts';
import { epochOfLane } from './ingest/epoch.ts';
import { createIngest, type Ingest, type IngestOptions } from './ingest/ingest.ts';
import { joinLanes } from './ingest/lanes.ts';
import { createNotices, type Notices } from './ingest/notices.ts';
import { createMerge } from './ingest/replay.ts';
import { followHints } from './live/follow-hints.ts';
import { createLive, type Live } from './live/live.ts';
import { observed } from './live/observed-store.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createStatusCount } from './metrics/status-count.ts';
import { type Alerting, createAlerting } from './notify/alerting.ts';
import { CHANNEL_TYPES } from './notify/channels/registry.ts';
import { type Catalog, createCatalog } from './notify/settings/catalog.ts';
import type { Mailer } from './outbound/mailer.ts';
import { openMailer } from './outbound/open-mailer.ts';
import { createRequest } from './outbound/outbound.ts';
import { createWatch, watchOthers } from './presence/presence.ts';
import { createRetention } from './retention/retention.ts';
import { createBell } from './runtime/bell.ts';
import { adjustable, type Clock } from './runtime/clock.ts';
import { createClockDiscipline } from './runtime/clock-discipline.ts';
import { descriptorLimits } from './runtime/descriptors.ts';
import type { Log } from './runtime/log.ts';
import { createOpening } from './runtime/opening.ts';
import type { Random } from './runtime/random.ts';
import { STOP_BY_MS, stopInSteps } from './runtime/stopping.ts';
import { createSecretBox } from './security/secret-box.ts';
import type { Applied } from './store/records.ts';
import type { Spool } from './store/spool/contract.ts';
import type { Store } from './store/store.ts';
import { DatabaseUnavailable } from './store/unavailable.ts';
import { createWatchdog } from './watchdog/watchdog.ts';

/** Part of the time for requests in which connections close once the last have been refused. */
const CLOSING_MS = 200;
const LIMITED_KEYS_MAX = 100_000;
/** Pings of the spool in one transaction: as many as in a batch of new ones. */
const REPLAY_CHUNK = 1000;
export interface Dependencies {
  readonly config: Config;
  readonly store: Store;
  /**
   * Brings the database up to this version; before that the store answers nobody. Rejects with {@link DatabaseUnavailable} when it can't be
   * reached, and may be called again then.
   */
  readonly prepare: () => Promise<void>;
  /** Where pings wait while the database is away, one for each lane; none when it can't be, or nothing is to wait. */
  readonly spools: readonly Spool[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What channels' settings are sealed with. */
  readonly secretKey: string;
  /** The application; null when it was not built. */
  readonly web: BuiltWeb | null;
  /** Of the server. */
  readonly version: string;
}

export interface Service {
  readonly port: number;
  /** Rejects when the database was away at the start, and can't be used now that it is there; else it stays pending. */
  readonly failed: Promise<never>;
  /** Loads what a start does not wait for. */
  warmUp(): void;
  /** Takes no more requests, finishes what was accepted, and closes the store. */
  stop(): Promise<void>;
}

/**
 * Starts the service: notices how long it was blind, then judges, then listens. When the database is away, it listens at once, so
 * that pings come into the spool, and does all else as soon as the database is there. Resolves when it takes pings.
 */
export async function startService(given: Dependencies): Promise<Service> {
  const { config, spools, random, log, metrics } = given;
  const clock = adjustable(given.clock);
  const epoch = random.uuid();
  const bells = { verdicts: createBell(clock), alerts: createBell(clock) };
  const live = createLive({
    store: given.store,
    clock,
    log,
    epoch,
    write: createMonitorWriter(given.store, () => baseURL(config, port)),
  });
  const store = observed(given.store, live);
  const dependencies = { ...given, clock, store };
  const discipline = createClockDiscipline({ store, clock, log });
  // A process that takes no pings sees only what reaches it: its quiet times say nothing about the service.
  const watch = config.duties.ping
    ? createWatch({
        store,
        clock,
        log,
        epoch,
        onBlind: ({ from, to }) =>
          log.warn(
            { from: new Date(from), to: new Date(to) },
            'No ping could be received in this time. What was due in it is unknown.',
          ),
        onAway: (error) => ingest.lose(error),
        waitingFrom: () => ingest.waitingFrom(),
        keeps: () => ingest.keeps(),
        isKeeping: () => ingest.isKeeping(),
        checkClock: () => discipline.measure(),
      })
    : watchOthers(store, clock, epoch);
  const lane = (number: number, spool: Spool | null): Ingest =>
    createIngest({
      store,
      waitingMax: config.ingestBuffer,
      beforeBatch: () => watch.notice(),
      afterBatch(applied, startedAt) {
        metrics.ingestBatchSize.observe(applied.length);
        metrics.ingestCommitSeconds.observe((clock.monotonic() - startedAt) / 1000);
        bells.verdicts.ring();
        wakeAlerting(applied);
      },
      monotonic: () => clock.monotonic(),
      epoch: epochOfLane(epoch, number),
      spoolRoute:
        spool === null
          ? null
          : {
              ...spoolOptions(dependencies, spool),
              merge,
              waitingFrom: () => ingest.waitingFrom(),
              certainty: () => watch.certainty(),
              sign: () => watch.sign(),
              endEpochs: endsOf(spool),
            },
    });
  const endsOf = createEndOfLives(spools, (of) => store.leaveWatch(of));
  const merge = createMerge({
    applyQueued: (until, limit) => store.applyQueued(until, limit),
    chunk: REPLAY_CHUNK,
    log,
    meters: metrics.spool,
    beforeBatch: () => watch.notice(),
    afterBatch(applied) {
      bells.verdicts.ring();
      wakeAlerting(applied);
    },
  });
  const ingest = joinLanes(
    spools.length === 0 ? [lane(0, null)] : spools.map((spool, number) => lane(number, spool)),
  );
  const opening = createOpening({
    clock,
    log,
    async open() {
      await given.prepare();
      if (store.isShared) await discipline.measure();
      await watch.begin();
    },
  });
  const isThere = await opening.attempt();
  ingest.start();
  metrics.ingestWaiting.readFrom(() => ingest.waiting());
  metrics.spool.pings.readFrom(() => ingest.spooled().pings);
  metrics.spool.bytes.readFrom(() => ingest.spooled().bytes);
  metrics.spool.oldestSeconds.readFrom(() => {
    const { oldestAt } = ingest.spooled();
    return oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt) / 1000;
  });
  const watchdog = createWatchdog({
    store,
    clock,
    log,
    bell: bells.verdicts,
    watch,
    epoch,
    settle: () => ingest.settle(),
    onSwept(monitors, lagMs) {
      bells.alerts.ring();
      metrics.verdictBatches.inc();
      metrics.verdicts.inc(monitors);
      metrics.watchdogLagSeconds.observe(lagMs / 1000);
    },
  });
  const retention = createRetention({ store, clock, log, holder: epoch, ...config.retention });
  const commandStore: Store = {
    ...store,
    // As before a batch of pings: an edit right after a gap must not judge what nobody could see.
    async apply(inputs) {
      await watch.beforeCommand();
      const applied = await store.apply(inputs);
      wakeAlerting(applied);
      return applied;
    },
  };
  let alerting: Alerting | null = null;
  function wakeAlerting(applied: readonly Applied[]): void {
    if (applied.some((each) => each.outcome === 'applied' && each.changedStatus)) bells.alerts.ring();
  }
  function wakeAll(): void {
    bells.verdicts.ring();
    bells.alerts.ring();
  }
  const notices = createNotices({ store, clock, log });
  const mailer = await openMailer(config);
  const { server, connections, port, catalog, accounts } = await listen(
    { ...dependencies, store: commandStore },
    { ingest, live, notices },
    mailer,
    {
      watchdog: () => bells.verdicts.ring(),
      alerting: () => bells.alerts.ring(),
    },
  );
  // Elsewhere the watchdog makes it notice, once a second.
  if (store.isShared || !config.duties.watchdog) watch.start();
  let endHints = (): void => {};
  function begin(): void {
    if (store.isShared) {
      discipline.start();
      endHints = followHints({ store, clock, onHint: wakeAll });
    }
    if (config.duties.notify) {
      // Whom the operator names may be anywhere.
      const request = createRequest({ clock, isAllowedAddress: () => true });
      const { heartbeat } = config;
      const probe = () => store.probe();
      const base = baseURL(config, port);
      const isBusy = () => watchdog.isBehind();
      alerting = createAlerting({
        ...dependencies,
        bell: bells.alerts,
        holder: epoch,
        catalog,
        heartbeat,
        request,
        probe,
        isBusy,
        baseURL: base,
      });
      alerting.start();
    }
    if (config.duties.watchdog) {
      watchdog.start();
      retention.start();
    }
  }
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  if (isThere) begin();
  else opening.persist().then((isOpen) => isOpen && begin(), fail);
  async function endWatch(): Promise<void> {
    await watch.end();
    // Nobody asks for their tickets again. The watch sees to those of the first lane.
    if (ingest.waitingFrom() !== null) return;
    for (let number = 1; number < spools.length; number += 1)
      await store.leaveWatch(epochOfLane(epoch, number));
  }
  return {
    port,
    failed,
    warmUp() {
      if (config.duties.api) accounts.warmUp();
    },
    stop: () =>
      stopInSteps(
        [
          { name: 'opening the database', byMs: STOP_BY_MS.opening, run: () => opening.stop() },
          {
            name: 'requests',
            byMs: STOP_BY_MS.requests,
            async run(leftMs) {
              discipline.stop();
              endHints();
              // Their connections would never end by themselves.
              live.stop();
              const closing = closeServer(server, { connections, clock, drainMs: leftMs - CLOSING_MS });
              // If the database is away, the end of the watch says so below.
              await watch.close().catch(() => undefined);
              await closing;
            },
          },
          { name: 'mails of accounts', byMs: STOP_BY_MS.mails, run: () => accounts.settle() },
          { name: 'pings', byMs: STOP_BY_MS.pings, run: () => ingest.stop().then(notices.stop) },
          { name: 'watchdog', byMs: STOP_BY_MS.watchdog, run: () => watchdog.stop() },
          // Before attempts under way are waited for: nobody watches any more.
          { name: 'end of the watch', byMs: STOP_BY_MS.watch, run: endWatch },
          {
            name: 'alerts',
            byMs: STOP_BY_MS.alerts,
            async run() {
              metrics.stop();
              await alerting?.stop();
              mailer?.close();
            },
          },
          { name: 'retention', byMs: STOP_BY_MS.retention, run: () => retention.stop() },
          { name: 'database', byMs: STOP_BY_MS.database, run: () => store.close() },
        ],
        { clock, log },
      ),
  };
}

async function listen(
  dependencies: Dependencies,
  { ingest, live, notices }: { readonly ingest: Ingest; readonly live: Live; readonly notices: Notices },
  mail: Mailer | null,
  wake: { readonly watchdog: () => void; readonly alerting: () => void },
): Promise<{
  readonly server: Server;
  readonly connections: Connections;
  readonly port: number;
  readonly catalog: Catalog;
  readonly accounts: Accounts;
}> {
  const { config, store, clock, log, metrics } = dependencies;
  const ping = createPingHandler({
    ingest,
    notices,
    clock,
    log,
    metrics,
    pingRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    // As many misses from one address as pings of one monitor: enough for a wrong crontab, too few to guess by.
    missRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    remoteAddress: (request) => remoteAddress(request, config.isTrustedProxy),
    bodyLimit: config.pingBodyLimit,
  });
  let application: RequestListener = (_request, response) => {
    response.destroy();
  };
  const connections = createConnections({
    ...descriptorLimits(config.connectionsMax, log),
    isTrustedProxy: config.isTrustedProxy,
    clock,
    log,
    metrics: metrics.connections,
  });
  const server = createHttpServer({
    ping: config.duties.ping ? ping : null,
    application: (request, response) => application(request, response),
    connections,
  });
  const port = await bindServer(server, config);
  // What the API says of itself holds the port, which is known only now.
  const base = baseURL(config, port);
  const catalog = createCatalog({
    types: CHANNEL_TYPES,
    box: createSecretBox(dependencies.secretKey, dependencies.random),
    request: createRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    mail,
    clock,
    baseURL: base,
    log,
  });
  const accounts = createAccounts({
    ...dependencies,
    ...config.signIn,
    mail,
    baseURL: base,
  });
  const app = createApplication({
    ...dependencies,
    accounts,
    baseURL: base,
    wake: wake.watchdog,
    catalog,
    wakeNotify: wake.alerting,
    mailInvitation: createInvitationMail(mail, log),
    refreshStatusCount: createStatusCount({ store, clock, metrics, seriesMax: config.metricsMonitors }),
    ingest,
    live,
  });
  application = createRequestListener(app.fetch, { ...dependencies, baseURL: base });
  return { server, connections, port, catalog, accounts };
}

function spoolOptions({ config, store, spools, clock, random, log, metrics }: Dependencies, spool: Spool) {
  const others = spools.filter((other) => other !== spool);
  const inOthers = () => others.reduce((sum, other) => sum + other.size().pings, 0);
  return {
    spool,
    pingsMax: () => config.spool.pings - inOthers(),
    chunk: REPLAY_CHUNK,
    newID: () => random.uuid(),
    enqueue: store.enqueue,
    standing: (of) => store.standing({ ...of, at: clock.now() }),
    clock,
    log,
    meters: metrics.spool,
  } satisfies Partial<IngestOptions['spoolRoute']>;
}
