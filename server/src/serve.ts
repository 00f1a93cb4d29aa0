import { createAccounts } from './accounts/accounts.ts';
import { createInvitationMail } from './accounts/mails.ts';
import { createSealedChecks } from './checks/sealed-check.ts';
import { createLanes } from './core/ingest/lanes.ts';
import { createPingNotices } from './core/ingest/pending-ping-notices.ts';
import { createClockDiscipline } from './core/nodes/clock-discipline.ts';
import { createSystemQueue } from './core/presence/system-queue.ts';
import { createRetention } from './core/retention/retention.ts';
import { createHintReceiver } from './live/hints.ts';
import { createLive } from './live/live.ts';
import { createMonitorProvisioner } from './monitors/monitor-provisioner.ts';
import { createImportRequest } from './platform/outbound/import-request.ts';
import { openMailer } from './platform/outbound/open-mailer.ts';
import { createAdjustableClock } from './platform/runtime/clock.ts';
import { createDatabaseStart } from './platform/runtime/database-start.ts';
import { startPulse } from './platform/runtime/pulse.ts';
import { stopInSteps } from './platform/runtime/stopping.ts';
import { createSecretBox } from './platform/security/secret-box.ts';
import { createLogIndexer } from './search/indexer.ts';
import { createApplication } from './serve/application.ts';
import { createBaseURL } from './serve/base-url.ts';
import { createBells } from './serve/bells.ts';
import { createCommandStore } from './serve/command-store.ts';
import { createMonitorWriter } from './serve/monitor-writer.ts';
import { openAlerting } from './serve/open-alerting.ts';
import { openCatalog } from './serve/open-catalog.ts';
import { openChecks } from './serve/open-checks.ts';
import { openForwarding } from './serve/open-forwarding.ts';
import { measureIngest, openLanes, openSetAsideRetry } from './serve/open-lanes.ts';
import { listen } from './serve/open-listener.ts';
import { openMailPings } from './serve/open-mail-ping.ts';
import { openPresence } from './serve/open-presence.ts';
import { openPush } from './serve/open-push.ts';
import { openWatchdog } from './serve/open-watchdog.ts';
import type { Dependencies, Parts } from './serve/parts.ts';
import { createRequestListener } from './serve/request-listener.ts';
import { createStatusCount } from './serve/status-count.ts';
import { type Running, stopSteps } from './serve/stop-steps.ts';

export interface Service {
  readonly port: number;
  /**
   * Rejects if the database, after being unavailable at the start, turns out to be unusable. In all other cases, stays pending.
   */
  readonly failed: Promise<never>;
  /** Loads modules that aren't needed for the start. */
  warmUp(): void;
  /** Stops accepting requests, finishes accepted work, and closes the store. */
  stop(): Promise<void>;
}

/**
 * Starts the service. Resolves when the service is ready for pings. First records the gap since the previous process, then judges
 * overdue monitors, then listens. If the database is unavailable, the service listens first, so that pings reach the spool. Each
 * part refers only to parts that are created before it. To wake an engine that is created later, a part rings the engine's bell.
 */
export async function startService(dependencies: Dependencies): Promise<Service> {
  const { config, log, metrics, store } = dependencies;
  const clock = createAdjustableClock(dependencies.clock);
  const epoch = dependencies.random.uuid();
  const bells = createBells(clock);
  const address = createBaseURL(config);

  const box = createSecretBox(dependencies.secretKey, dependencies.random);
  const sealedChecks = createSealedChecks(box);
  const write = createMonitorWriter(store, sealedChecks, address.baseURL);
  const live = createLive({ store, clock, log, epoch, write });
  store.reportChangesTo(live);
  const parts: Parts = { ...dependencies, clock, epoch, bells };

  const discipline = createClockDiscipline({ store, clock, log });
  const ingest = createLanes();
  const queue = createSystemQueue(clock.monotonic);
  const pulse = startPulse();
  const presence = openPresence(parts, { ingest, discipline, queue, pulse });
  openLanes(parts, ingest, presence);
  async function open(): Promise<void> {
    await dependencies.prepare();
    if (store.isShared) await discipline.measure();
    await presence.recordStartGap();
  }
  const databaseStart = createDatabaseStart({ clock, log, open });
  const isOpen = await databaseStart.attempt();
  ingest.start();
  measureIngest(parts, ingest);

  const pingNotices = createPingNotices({ store, clock, log });
  const onHint = () => [bells.verdicts.ring(), bells.alerts.ring()];
  const hints = createHintReceiver({ store, clock, onHint, onMessage: live.receive });
  const watchdog = openWatchdog(parts, ingest, presence);
  const retention = createRetention({ store, clock, log, holder: epoch, ...config.retention });
  const indexer = createLogIndexer({ store, clock, log, holder: epoch });
  const setAsideRetry = openSetAsideRetry(parts, presence);

  const mailer = await openMailer(config);
  const commandParts: Parts = { ...parts, store: createCommandStore(parts, presence) };
  const wakeWatchdog = bells.verdicts.ring;
  const provision = createMonitorProvisioner({
    ...commandParts,
    allowance: config.monitorAllowance,
    wakeWatchdog,
    isReady: () => ingest.route() === 'storing',
  });
  const listening = await listen(parts, { ingest, pingNotices, provision, presence });
  queue.attach(listening.connections);
  address.setPort(listening.port);
  const mailPing = await openMailPings(parts, { ingest, provision });
  const links = { baseURL: address.baseURL() };
  const push = openPush(parts, { box, ...links });
  const catalog = openCatalog(parts, { box, mail: mailer, push: push.send, ...links });
  const accounts = createAccounts({ ...commandParts, ...config.signIn, mail: mailer, ...links });
  const application = createApplication({
    ...commandParts,
    ...links,
    accounts,
    catalog,
    sealedChecks,
    push,
    sign: box.sign,
    ingest,
    live,
    wakeWatchdog,
    wakeNotifier: bells.alerts.ring,
    mailInvitation: createInvitationMail(mailer, log),
    importRequest: createImportRequest({ clock, isAllowedAddress: config.isAllowedAddress }),
    refreshStatusCount: createStatusCount({ store, clock, metrics, seriesMax: config.metricsMonitors }),
  });
  listening.open(createRequestListener(application.fetch, { ...parts, ...links }));
  const alerting = openAlerting(parts, { catalog, hasPendingVerdicts: watchdog.isBehind, ...links });

  const forwarder = openForwarding(parts);
  const checks = openChecks(parts, {
    sealedChecks,
    commands: commandParts.store,
    port: listening.port,
  });
  const engines = {
    databaseStart,
    discipline,
    hints,
    ingest,
    pingNotices,
    presence,
    pulse,
    watchdog,
    alerting,
    forwarder,
    checks,
    retention,
    indexer,
    setAsideRetry,
  };
  const running: Running = { ...parts, ...engines, ...listening, live, accounts, mailer, mailPing };
  presence.start();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  if (isOpen) startEngines(running);
  else databaseStart.retryUntilReady().then((isOpenNow) => isOpenNow && startEngines(running), fail);
  return {
    port: listening.port,
    failed,
    warmUp: () => config.roles.api && accounts.warmUp(),
    stop: () => stopInSteps(stopSteps(running), { clock, log }),
  };
}

function startEngines(running: Running): void {
  const {
    config,
    store,
    discipline,
    hints,
    alerting,
    forwarder,
    checks,
    watchdog,
    retention,
    indexer,
    setAsideRetry,
  } = running;
  if (store.isShared) {
    discipline.start();
    hints.start();
  }
  alerting?.start();
  forwarder?.start();
  checks?.start();
  if (!config.roles.watchdog) return;
  watchdog.start();
  retention.start();
  indexer.start();
  setAsideRetry.start();
}
