import type { RequestListener, Server } from 'node:http';
import { createRateLimit } from '../http/limits/rate-limit.ts';
import { dialectsNamed } from '../http/ping/dialects/dialects.ts';
import { createPingEndpoints } from '../http/ping/ping.ts';
import type { MonitorProvisioner } from '../http/ping/provision.ts';
import { remoteAddress } from '../http/request/remote-address.ts';
import { type Connections, createConnections } from '../http/server/connections.ts';
import { bindServer } from '../http/server/listening.ts';
import { createHttpServer, type RespondToPing } from '../http/server/server.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { PingNotices } from '../ingest/pending-ping-notices.ts';
import { descriptorLimits } from '../runtime/descriptors.ts';
import { createForwardingSignature } from '../security/forwarding-signature.ts';
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
  let application: RequestListener = (_request, response) => void response.destroy();
  const server = createHttpServer({
    ping: config.roles.ping ? openPings({ ...parts, ...pings }) : null,
    application: (request, response) => application(request, response),
    connections,
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
}: Parts & PingParts): RespondToPing {
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
    dialects: dialectsNamed(config.pingDialects),
    forwardingSignature: createForwardingSignature(secretKey),
  });
}
