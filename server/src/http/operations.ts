import { Hono } from 'hono';
import { AppError } from '../domain/error.ts';
import type { Doing } from '../ingest/ingest.ts';
import type { Log } from '../log.ts';
import { CONTENT_TYPE } from '../prometheus.ts';
import { StoreUnwritable } from '../store/store-away.ts';
import { errorBody, errorHeaders, errorStatus, successBody } from './envelope.ts';

export interface OperationsDependencies {
  /** What would become of a ping now. Rejects when it could not be kept. */
  readonly probe: () => Promise<Doing>;
  readonly log: Log;
  readonly renderMetrics: () => Promise<string>;
  readonly monotonic: () => number;
}

/** A probe writes to the disk: whoever asks more often is told what the last one found. */
const PROBE_EVERY_MS = 1000;

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** What the operator's tools ask: is the process alive, can it store a ping, what does it count. They need no token. */
export function createOperations({ probe, log, renderMetrics, monotonic }: OperationsDependencies): Hono {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probed: Promise<Doing> = Promise.resolve('storing');
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
      if (isReady) log.warn({ err: cause }, 'Not ready: a ping could not be stored now.');
      isReady = false;
      const why = cause instanceof StoreUnwritable ? cause.message : 'The log says why.';
      const error = new AppError('unavailable', `A ping could not be stored now. ${why}`, { cause });
      return new Response(errorBody(error), {
        status: errorStatus(error.code),
        headers: { ...JSON_HEADERS, ...errorHeaders(error) },
      });
    }
  });
  app.get('/metrics', async () => {
    return new Response(await renderMetrics(), { headers: { 'Content-Type': CONTENT_TYPE } });
  });
  return app;
}
