import type { HttpBindings } from '@hono/node-server';
import { AppError } from '@overdue/domain/error.ts';
import { type Context, Hono } from 'hono';
import type { Accounts } from '../accounts/accounts.ts';
import { createDeviceFlow } from '../accounts/endpoints/device-flow.ts';
import { createSignIn } from '../accounts/endpoints/sign-in.ts';
import { createAddressLimit } from '../api/address-limit.ts';
import type { V1Dependencies } from '../api/dependencies.ts';
import { respondError, respondThrown } from '../api/respond.ts';
import { createUnsubscribe } from '../channels/endpoints/unsubscribe.ts';
import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import type { SealedChecks } from '../checks/sealed-check.ts';
import { createCronitor } from '../compat/cronitor/monitor-api.ts';
import { createCheckPages } from '../compat/healthchecks/check-pages.ts';
import { createManagement } from '../compat/healthchecks/management.ts';
import type { ManagementDependencies } from '../compat/healthchecks/management-request.ts';
import type { Ingest } from '../core/ingest/ingest.ts';
import type { OperationsStore } from '../core/operations.ts';
import { createActionPage } from '../incidents/action-page/action-page.ts';
import { createPresses } from '../incidents/endpoints/presses.ts';
import type { Live } from '../live/live.ts';
import type { BuiltWeb } from '../pages/built-web.ts';
import { createWeb } from '../pages/web.ts';
import type { Config, Rate } from '../platform/config/config.ts';
import { type ChosenPingIDs, createChosenPingIDs } from '../platform/http/chosen-ping-ids.ts';
import { compressResponse } from '../platform/http/compression.ts';
import { remoteAddress } from '../platform/http/remote-address.ts';
import type { Metrics, RequestGroup } from '../platform/metrics/metrics.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import { createOnCallFeed } from '../public-pages/on-call-feed.ts';
import { createPublic } from '../public-pages/public.ts';
import type { Push } from '../push/push.ts';
import { createV1 } from './api.ts';
import { ENDPOINTS } from './endpoints.ts';
import { createOperations } from './operations.ts';
import { readiness } from './readiness.ts';

export interface ApplicationDependencies {
  readonly config: Config;
  readonly store: ManagementDependencies['store'] & OperationsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly accounts: Accounts;
  readonly version: string;
  readonly baseURL: string;
  readonly live: Live;
  /** Null if the web application is not built. */
  readonly web: BuiltWeb | null;
  readonly wakeWatchdog: () => void;
  readonly catalog: ChannelCatalog;
  readonly sealedChecks: SealedChecks;
  readonly push: Push;
  readonly wakeNotifier: () => void;
  readonly sign: ManagementDependencies['sign'];
  readonly mailInvitation: V1Dependencies['mailInvitation'];
  readonly importRequest: V1Dependencies['importRequest'];
  readonly refreshStatusCount: () => Promise<void>;
  readonly ingest: Pick<Ingest, 'route' | 'hasSpoolCapacity'>;
}

/**
 * Paths without sign-in for which this file limits the request rate per address. Other routes apply their own limits, and health
 * checks have no limit.
 */
const OPEN_PATHS = [
  '/v1/openapi.json',
  '/v1/docs',
  '/auth/*',
  '/oauth/*',
  '/unsubscribe/*',
  '/act/*',
  '/press/*',
  '/checks/*',
  '/cloaked/*',
];
/** Factor by which the rate limit for files exceeds the API's, because a page of the application loads a few dozen files. */
const FILES_PER_REQUEST = 10;

export type Application = Hono<{ Bindings: HttpBindings }>;

export function createApplication(dependencies: ApplicationDependencies): Application {
  const { config, store, clock, random, log, metrics } = dependencies;
  const app: Application = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  app.use(async (context, next) => {
    await next();
    const { res } = context;
    // Clears the response first, because Hono would otherwise copy its headers to the next one.
    context.res = undefined;
    context.res = compressResponse(context, res);
    metrics.countRequest(groupOf(context.req.path), context.res.status);
  });
  app.route(
    '/',
    createOperations({
      probe: () => readiness(store, dependencies.ingest),
      log,
      async renderMetrics() {
        try {
          await dependencies.refreshStatusCount();
        } catch (error) {
          // The other metrics matter most while the database is unavailable, so a failure to count the monitors must not hide the
          // other metrics.
          log.warn({ err: error }, "Couldn't count the monitors. The metrics keep the last count.");
        }
        return metrics.render();
      },
      monotonic: () => clock.monotonic(),
      metricsToken: config.metricsToken,
    }),
  );
  if (config.roles.api) {
    const remoteAddress = addressOf(config);
    const limit = createAddressLimit({ rate: config.apiRate, clock, remoteAddress });
    for (const path of OPEN_PATHS)
      app.use(path, (context, next) => {
        limit(context);
        return next();
      });
    app.route('/', createUnsubscribe({ ...dependencies, remoteAddress }));
    app.route('/', createActionPage({ ...dependencies, remoteAddress }));
    app.route('/', createPresses({ ...dependencies, remoteAddress }));
    app.route('/', createSignIn({ ...dependencies, remoteAddress }));
    app.route('/', createDeviceFlow({ ...dependencies, remoteAddress }));
    app.route(
      '/',
      createPublic({
        ...dependencies,
        retentionDays: config.retention.days,
        rate: config.apiRate,
        remoteAddress,
      }),
    );
    app.route('/', createOnCallFeed({ ...dependencies, rate: config.apiRate, remoteAddress }));
    const chosenPingIDs = createChosenPingIDs(clock);
    const forKeys = {
      ...dependencies,
      chosenPingIDs,
      allowance: config.monitorAllowance,
      apiRate: config.apiRate,
      remoteAddress,
    };
    app.route('/', createManagement(forKeys, limit));
    app.route('/', createCronitor(forKeys));
    app.route('/', createCheckPages(dependencies));
    const fileLimit = createAddressLimit({ rate: fileRate(config.apiRate), clock, remoteAddress });
    app.route('/', createWeb({ ...dependencies, limit: fileLimit }));
    mountV1(app, dependencies, chosenPingIDs);
  }
  app.onError((error) => respondThrown(error, log, random.uuid()));
  app.notFound(() =>
    respondError(new AppError('not_found', 'This process does not serve this path. Check its ROLE setting.')),
  );
  return app;
}

function mountV1(
  app: Application,
  dependencies: ApplicationDependencies,
  chosenPingIDs: ChosenPingIDs,
): void {
  const { config, store, clock, random, log, baseURL, wakeWatchdog, catalog, wakeNotifier } = dependencies;
  const v1 = createV1(ENDPOINTS, {
    store,
    clock,
    random,
    log,
    baseURL,
    isBaseURLSet: config.baseURL !== null,
    allowance: config.monitorAllowance,
    teamCreation: config.teamCreation,
    mailPingHost: config.mailPing?.host ?? '',
    allowsPrivateAddresses: config.allowsPrivateAddresses,
    apiRate: config.apiRate,
    wakeWatchdog,
    catalog,
    sealedChecks: dependencies.sealedChecks,
    push: dependencies.push,
    wakeNotifier,
    mailInvitation: dependencies.mailInvitation,
    importRequest: dependencies.importRequest,
    accounts: dependencies.accounts,
    version: dependencies.version,
    live: dependencies.live,
    remoteAddress: addressOf(config),
    chosenPingIDs,
  });
  app.all('*', (context) => v1.fetch(context.req.raw, context.env));
}

function addressOf({ isTrustedProxy }: Config) {
  return (context: Context<{ Bindings: HttpBindings }>) =>
    remoteAddress(context.env.incoming, isTrustedProxy);
}

function fileRate({ perSecond, burst }: Rate): Rate {
  return { perSecond: perSecond * FILES_PER_REQUEST, burst: burst * FILES_PER_REQUEST };
}

function groupOf(path: string): RequestGroup {
  if (path.startsWith('/v1/docs') || path.startsWith('/v1/openapi.json')) return 'docs';
  if (path.startsWith('/v1/')) return 'v1';
  return /^\/(?:healthz|readyz|metrics)\/?$/.test(path) ? 'operations' : 'other';
}
