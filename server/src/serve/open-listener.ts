import type { RequestListener, Server } from 'node:http';
import { networkOf } from '@overdue/domain/network.ts';
import type { Ingest } from '../core/ingest/ingest.ts';
import type { PingNotices } from '../core/ingest/pending-ping-notices.ts';
import type { Presence } from '../core/presence/presence.ts';
import { createPingEndpoints } from '../core/receive/ping.ts';
import type { MonitorProvisioner } from '../core/receive/provision.ts';
import { type Connections, createConnections } from '../platform/http/connections.ts';
import { createFairQueue, type FairQueue } from '../platform/http/fair-queue.ts';
import { bindServer } from '../platform/http/listening.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { remoteAddress } from '../platform/http/remote-address.ts';
import { createHttpServer, type RespondToPing } from '../platform/http/server.ts';
import { descriptorLimits } from '../platform/runtime/descriptors.ts';
import { createForwardingSignature } from '../platform/security/forwarding-signature.ts';
import { dialectsNamed } from './dialects.ts';
import type { Parts } from './parts.ts';

/** Maximum number of monitors and addresses whose request rates are kept in memory. */
const LIMITED_KEYS_MAX = 100_000;

export interface Listening {
  readonly server: Server;
  readonly connections: Connections;
  readonly port: number;
  /** Sets the listener for requests other than pings. Until this call, the server closes the connections of such requests. */
  readonly open: (application: RequestListener) => void;
}

interface PingParts {
  readonly ingest: Ingest;
  readonly pingNotices: PingNotices;
  readonly provision: MonitorProvisioner;
  readonly presence: Pick<Presence, 'pingRefused'>;
}

/** Starts listening for pings before the application exists, because the application's links may contain the port. */
export async function listen(parts: Parts, pings: PingParts): Promise<Listening> {
  const { config, clock, log, metrics } = parts;
  const connections = createConnections({
    ...descriptorLimits(config.connectionsMax, log),
    isTrustedProxy: config.isTrustedProxy,
    clock,
    log,
    metrics: metrics.connections,
  });
  const queue = createFairQueue({
    networkOf: (request) => networkOf(remoteAddress(request, config.isTrustedProxy)),
    openedCount: connections.openedCount,
    metrics: metrics.connections,
  });
  let application: RequestListener = (_request, response) => void response.destroy();
  const server = createHttpServer({
    ping: config.roles.ping ? openPings({ ...parts, ...pings, queue }) : null,
    application: (request, response) => application(request, response),
    connections,
    queue,
  });
  const port = await bindServer(server, config);
  return {
    server,
    connections,
    port,
    open(listener) {
      application = listener;
    },
  };
}

function openPings({
  config,
  ingest,
  pingNotices,
  clock,
  log,
  metrics,
  secretKey,
  provision,
  presence,
  queue,
}: Parts & PingParts & { readonly queue: FairQueue }): RespondToPing {
  return createPingEndpoints({
    ingest,
    pingNotices,
    clock,
    log,
    metrics,
    pingRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    // Limits how many requests with unknown IDs an address may send. The limit tolerates a mistake in a crontab, but prevents
    // guessing IDs.
    missRate: createRateLimit({ ...config.pingRate, keysMax: LIMITED_KEYS_MAX }),
    remoteAddress: (request) => remoteAddress(request, config.isTrustedProxy),
    bodyLimit: config.pingBodyLimit,
    provision,
    onRefused: presence.pingRefused,
    queue,
    dialects: dialectsNamed(config.pingDialects),
    forwardingSignature: createForwardingSignature(secretKey),
  });
}
