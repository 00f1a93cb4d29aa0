import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import type { WatchdogStore } from '../core/contract.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Request } from '../platform/outbound/request.ts';
import type { Bell } from '../platform/runtime/bell.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { NotifyStore } from './contract.ts';
import { createDeliverer } from './deliverer.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createNotifier } from './notifier.ts';
import { createReports } from './reports.ts';

export interface AlertEngine {
  start(): void;
  /** Starts no further work, and resolves once the work in progress is saved. */
  stop(): Promise<void>;
}

interface AlertEngineOptions {
  readonly store: NotifyStore & Pick<WatchdogStore, 'takeLease'>;
  /** ID of this process, for leases. */
  readonly holder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Rings when an alert may be ready to send. */
  readonly bell: Bell;
  readonly metrics: Metrics;
  readonly catalog: ChannelCatalog;
  readonly baseURL: string;
  /** Pings another monitor, which watches this service. A null `url` turns the heartbeat off. */
  readonly heartbeat: { readonly url: string | null; readonly everyMs: number };
  /** Sends the heartbeat. May reach private addresses, because the operator chooses the heartbeat's URL. */
  readonly request: Request;
  readonly hasPendingVerdicts: () => boolean;
  /** Rejects if the service can't store pings. */
  readonly probe: () => Promise<void>;
}

export function createAlertEngine(options: AlertEngineOptions): AlertEngine {
  const { store, clock, random, log, bell, metrics, catalog, baseURL } = options;
  const tracking = new Set(
    catalog
      .describe()
      .filter(({ tracksIncidents }) => tracksIncidents)
      .map(({ type }) => type),
  );
  const deliverer = createDeliverer({
    store,
    clock,
    random,
    log,
    metrics,
    send: (channel, alert) => catalog.send(channel, alert),
    onSaved: bell.ring,
  });
  const notifier = createNotifier({
    store,
    clock,
    log,
    bell,
    planning: {
      newKey: () => random.uuid(),
      tracksIncidents: (type) => tracking.has(type),
      hasMail: catalog.hasMail,
      baseURL,
    },
    deliverer,
    hasPendingVerdicts: options.hasPendingVerdicts,
  });
  const reports = createReports({ store, clock, log, holder: options.holder, wake: bell.ring });
  const { url, everyMs } = options.heartbeat;
  const heartbeat =
    url === null
      ? null
      : createHeartbeat({ url, everyMs, clock, log, request: options.request, probe: options.probe });
  return {
    start() {
      notifier.start();
      reports.start();
      heartbeat?.start();
    },
    async stop() {
      heartbeat?.stop();
      await reports.stop();
      await notifier.stop();
    },
  };
}
