import { AppError } from '@overdue/domain/error.ts';
import { Hono } from 'hono';
import { DatabaseNotWritable } from '../database/unavailable.ts';
import { lengthOf } from '../platform/http/compression.ts';
import { errorBody, errorHeaders, errorStatus, successBody } from '../platform/http/envelope.ts';
import { CONTENT_TYPE } from '../platform/metrics/prometheus.ts';
import type { Log } from '../platform/runtime/log.ts';
import { hashToken } from '../platform/security/token.ts';
import type { Readiness } from './readiness.ts';

export interface OperationsDependencies {
  /** Returns how the next ping would be handled. Rejects if that ping could not be stored. */
  readonly probe: () => Promise<Readiness>;
  readonly log: Log;
  readonly renderMetrics: () => Promise<string>;
  readonly monotonic: () => number;
  /** Bearer token required to read the metrics; null if everyone may read them who reaches the service without a proxy. */
  readonly metricsToken: string | null;
}

/** Minimum interval between probes, which write to the disk. Requests in between get the last result. */
const PROBE_EVERY_MS = 1000;

/** Headers that proxies add. */
const PROXY_HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Real-IP',
  'Forwarded',
  'Via',
];

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Creates the liveness, readiness and metrics endpoints. Only metrics may need a token. */
export function createOperations({
  probe,
  log,
  renderMetrics,
  monotonic,
  metricsToken,
}: OperationsDependencies): Hono {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probed: Promise<Readiness> = Promise.resolve('storing');
  let isReady = true;
  const app = new Hono({ strict: false });
  app.get('/healthz', () => new Response(successBody({ status: 'alive' }), { headers: JSON_HEADERS }));
  app.get('/readyz', async () => {
    try {
      if (monotonic() - probedAt >= PROBE_EVERY_MS) {
        probedAt = monotonic();
        probed = probe();
      }
      const pings = await probed;
      isReady = true;
      return new Response(successBody({ status: 'ready', pings }), { headers: JSON_HEADERS });
    } catch (cause) {
      if (isReady) log.warn({ err: cause }, "Not ready: a ping can't be stored now.");
      isReady = false;
      const why = cause instanceof DatabaseNotWritable ? cause.message : 'See the log for the cause.';
      return refuse(new AppError('unavailable', `A ping can't be stored now. ${why}`, { cause }));
    }
  });
  app.get('/metrics', async (context) => {
    if (metricsToken !== null && !isBearer(context.req.header('Authorization'), metricsToken))
      return refuse(
        new AppError(
          'unauthorized',
          'Send the METRICS_TOKEN of this service in the header Authorization: Bearer <token>.',
        ),
      );
    // A proxy publishes the whole service, while Prometheus usually reads the metrics within the network.
    if (metricsToken === null && PROXY_HEADERS.some((name) => context.req.header(name) !== undefined))
      return refuse(
        new AppError(
          'unauthorized',
          'The metrics are not available through a proxy. Set METRICS_TOKEN, or read them without the proxy.',
        ),
      );
    const text = await renderMetrics();
    return new Response(text, { headers: { 'Content-Type': CONTENT_TYPE, ...lengthOf(text) } });
  });
  return app;
}

function refuse(error: AppError): Response {
  return new Response(errorBody(error), {
    status: errorStatus(error.code),
    headers: { ...JSON_HEADERS, ...errorHeaders(error) },
  });
}

/** Compares hashes, so that timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return sent !== undefined && hashToken(sent) === hashToken(token);
}
