import type { RequestListener, Server } from 'node:http';
import type { Clock } from './clock.ts';
import { baseURL, type Config } from './config.ts';
import { createApplication } from './http/application.ts';
import { bindServer, closeServer } from './http/listening.ts';
import { createPingHandler } from './http/ping.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { remoteAddress } from './http/remote-address.ts';
import { createRequestListener } from './http/request-listener.ts';
import { createHttpServer } from './http/server.ts';
import { createIngest, type Ingest } from './ingest/ingest.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Alerting, createAlerting } from './notify/alerting.ts';
import { type Catalog, createCatalog } from './notify/catalog.ts';
import { CHANNEL_TYPES } from './notify/channels/registry.ts';
import { createMailer, type Mailer } from './notify/mailer.ts';
import { createRequest } from './notify/outbound.ts';
import type { Random } from './random.ts';
import { createRetention } from './retention/retention.ts';
import { createSecretBox } from './secret-box.ts';
import { createStatusCount } from './status-count.ts';
import type { Applied, Store } from './store/store.ts';
import { createWatch } from './watchdog/watch.ts';
import { createWatchdog } from './watchdog/watchdog.ts';

const LIMITED_KEYS_MAX = 100_000;
export interface Dependencies {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What channels' settings are sealed with. */
  readonly secretKey: string;
}

export interface Service {
  readonly port: number;
  /** Takes no more requests, finishes what was accepted, and closes the store. */
  stop(): Promise<void>;
}

/** Starts the service: notices how long it was blind, then judges, then listens. Resolves when it takes pings. */
export async function startService(dependencies: Dependencies): Promise<Service> {
  const { config, store, clock, log, metrics } = dependencies;
  const watch = createWatch({
    store,
    clock,
    onBlind: ({ from, to }) =>
      log.warn(
        { from: new Date(from), to: new Date(to) },
        'No ping could be received in this time. What was due in it is unknown.',
      ),
  });
  // A process without the watchdog sees only what reaches it: its quiet times say nothing about the service.
  const notice = config.duties.watchdog ? () => watch.notice() : () => Promise.resolve();
  if (config.duties.watchdog) await watch.begin();
  const ingest = createIngest({
    store,
    waitingMax: config.ingestBuffer,
    beforeBatch: notice,
    afterBatch(applied, startedAt) {
      metrics.ingestBatchSize.observe(applied.length);
      metrics.ingestCommitSeconds.observe((clock.monotonic() - startedAt) / 1000);
      watchdog.wake();
      wakeAlerting(applied);
    },
    monotonic: () => clock.monotonic(),
  });
  metrics.ingestWaiting.readFrom(() => ingest.waiting());
  const watchdog = createWatchdog({
    store,
    clock,
    log,
    watch,
    settle: () => ingest.settle(),
    onSwept(monitors, lagMs) {
      alerting?.wake();
      metrics.verdictBatches.inc();
      metrics.verdicts.inc(monitors);
      metrics.watchdogLagSeconds.observe(lagMs / 1000);
    },
  });
  const retention = createRetention({ store, clock, log, ...config.retention });
  const noticing: Store = {
    ...store,
    // As before a batch of pings: an edit right after a gap must not judge what nobody could see.
    async apply(inputs) {
      await notice();
      const applied = await store.apply(inputs);
      wakeAlerting(applied);
      return applied;
    },
  };
  let alerting: Alerting | null = null;
  function wakeAlerting(applied: readonly Applied[]): void {
    if (applied.some((each) => each.outcome === 'applied' && each.changedStatus)) alerting?.wake();
  }
  const mailer = openMailer(config);
  const { server, port, catalog } = await listen({ ...dependencies, store: noticing }, ingest, mailer, {
    watchdog: () => watchdog.wake(),
    alerting: () => alerting?.wake(),
  });
  if (config.duties.notify) {
    // Whom the operator names may be anywhere.
    const request = createRequest({ clock, isAllowedAddress: () => true });
    const { heartbeat } = config;
    const probe = () => store.probe();
    const base = baseURL(config, port);
    const isBusy = () => watchdog.isBehind();
    alerting = createAlerting({
      ...dependencies,
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
  return {
    port,
    async stop() {
      await closeServer(server, clock);
      await ingest.settle();
      await watchdog.stop();
      try {
        // Before attempts under way are waited for: nobody watches any more.
        if (config.duties.watchdog) await watch.save();
      } finally {
        await alerting?.stop();
        mailer?.close();
        await retention.stop();
        metrics.stop();
        await store.close();
      }
    },
  };
}

async function listen(
  dependencies: Dependencies,
  ingest: Ingest,
  mail: Mailer | null,
  wake: { readonly watchdog: () => void; readonly alerting: () => void },
): Promise<{ readonly server: Server; readonly port: number; readonly catalog: Catalog }> {
  const { config, store, clock, log, metrics } = dependencies;
  const ping = createPingHandler({
    store,
    submit: (input) => ingest.submit(input),
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
  const server = createHttpServer(config.duties.ping ? ping : null, (request, response) =>
    application(request, response),
  );
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
  const app = createApplication({
    ...dependencies,
    baseURL: base,
    wake: wake.watchdog,
    catalog,
    wakeNotify: wake.alerting,
    refreshStatusCount: createStatusCount({ store, clock, metrics }),
  });
  application = createRequestListener(app.fetch, dependencies);
  return { server, port, catalog };
}

/** Null when the operator has not set up mail. */
function openMailer({ smtp, baseURL: base }: Config): Mailer | null {
  if (smtp.url === null) return null;
  return createMailer({
    url: smtp.url,
    from: smtp.from,
    domain: new URL(base ?? 'http://localhost').hostname,
  });
}
