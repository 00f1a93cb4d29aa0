import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import type { PingRequest } from '../../database/records.ts';
import { errorStatus } from '../../platform/http/envelope.ts';
import type { FairQueue } from '../../platform/http/fair-queue.ts';
import { firstHeader } from '../../platform/http/header.ts';
import { readQuery } from '../../platform/http/query.ts';
import type { RespondToPing } from '../../platform/http/server.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Dialect, DialectResponse, PingCall } from './dialect.ts';
import { findPing, type MonitorFinder } from './find-ping.ts';
import { NO_FIELDS } from './ping-content.ts';
import { countMiss } from './ping-rates.ts';
import { createMatchRecorder, type MatchDependencies } from './record-match.ts';
import type { ReceivedRequest } from './record-ping.ts';

/**
 * Minimum interval between log lines about pings. If pings fail because the disk is full, the log must not fill the disk further.
 */
const LOG_EVERY_MS = 1000;
/** Prefix of paths that no dialect claims. Saves each request of the API from asking the dialects. */
const API = '/v1/';

export interface PingDependencies extends Omit<MatchDependencies, 'lookups'> {
  readonly ingest: Pick<Ingest, 'find' | 'findBySlug' | 'submit'>;
  readonly log: Log;
  /** Dialects in which pings are accepted. The first dialect that finds a monitor handles the call. */
  readonly dialects: readonly Dialect[];
  /** Queue for the answers to refused pings. */
  readonly queue: FairQueue;
}

/**
 * Creates the ping endpoints on bare node:http, because a framework could reject a body, and any body must count as a ping.
 * Responds with success once the ping is on disk: in the database, or in the spool while the database is unavailable.
 */
export function createPingEndpoints(dependencies: PingDependencies): RespondToPing {
  const { dialects, clock, metrics, ingest, queue } = dependencies;
  const lookups: MonitorFinder = {
    find: (normalizedPingID) => ingest.find(normalizedPingID),
    findBySlug: (address) => ingest.findBySlug(address),
    hashKey: createKeyHash(),
  };
  const recordMatch = createMatchRecorder({ ...dependencies, lookups });
  const responses = createPingResponses(dependencies.bodyLimit);
  const logFailure = createFailureLog(dependencies);

  async function respond(exchange: Exchange): Promise<void> {
    const { request, path } = exchange;
    const at = clock.now();
    const startedAt = clock.monotonic();
    const method = parseMethod(request.method);
    const received: ReceivedRequest = { request, method, at, startedAt };
    const call: PingCall = {
      method,
      path,
      fields: queryOf(request),
      header: (name) => firstHeader(request, name),
    };
    const lookup = findPing(call, dialects, lookups);
    const match = lookup instanceof Promise ? await lookup : lookup;
    exchange.dialect = match.dialect;
    responses.send(exchange, await recordMatch(received, match));
    metrics.pingResponseSeconds.observe((clock.monotonic() - startedAt) / 1000);
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof AppError) {
      if (error.code === 'unavailable') {
        metrics.pings.refused.inc();
        logFailure(error.cause ?? error, 'A ping could not be stored.');
      }
      const refusal = limitRefusal(exchange.request, error);
      queue.enter(exchange.request, () => responses.refuse(exchange, refusal));
      return;
    }
    // The sender has closed the connection, so a response would never arrive.
    if (exchange.request.destroyed && !exchange.request.complete) return;
    metrics.pings.failed.inc();
    logFailure(error, 'A ping failed.');
    responses.refuse(exchange, new AppError('internal', 'The ping could not be recorded. Send it again.'));
  }

  /** Counts a preflight against its address like a refused request, because its path isn't looked up. */
  function respondPreflight(exchange: Exchange): void {
    const { request, response } = exchange;
    const refusal = countMiss(dependencies, request, clock.monotonic());
    queue.enter(request, () => {
      if (refusal === null) responses.preflight(response);
      else responses.refuse(exchange, refusal);
    });
  }

  /** Counts every refused request against its address, so that no kind of refusal can be repeated without a limit. */
  function limitRefusal(request: IncomingMessage, error: AppError): AppError {
    const isOverload = error.code === 'rate_limited' || errorStatus(error.code) >= 500;
    return isOverload ? error : (countMiss(dependencies, request, clock.monotonic()) ?? error);
  }

  return (path, request, response) => {
    if (path.startsWith(API)) return false;
    const dialect = dialects.find(({ claimsPath: claims }) => claims(path));
    if (dialect === undefined) return false;
    const exchange: Exchange = { request, response, path, dialect };
    if (request.method === 'OPTIONS') respondPreflight(exchange);
    else respond(exchange).catch((error: unknown) => fail(exchange, error));
    return true;
  };
}

/** Creates a function that logs failures of pings, at most one per second. */
function createFailureLog({ clock, log }: { readonly clock: Pick<Clock, 'monotonic'>; readonly log: Log }) {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error: unknown, message: string): void => {
    const now = clock.monotonic();
    if (now < quietUntil) return;
    quietUntil = now + LOG_EVERY_MS;
    log.error({ err: error }, message);
  };
}

function queryOf({ url = '/' }: IncomingMessage) {
  const start = url.indexOf('?');
  return start === -1 ? NO_FIELDS : readQuery(url.slice(start + 1));
}

function parseMethod(method: string | undefined): PingRequest['method'] {
  if (method === 'GET' || method === 'HEAD' || method === 'POST' || method === 'PUT') return method;
  throw new AppError('method_not_allowed', 'Ping with GET, HEAD, POST or PUT.');
}

/** Maximum secrets whose hash is cached. */
const HASHED_MAX = 1000;

/**
 * Returns a function that hashes the secrets of ping keys. Caches recent hashes, because pings keep repeating the same few keys.
 */
function createKeyHash(): (secret: string) => string {
  const hashes = createGenerationCache<string, string>(HASHED_MAX);
  return (secret) => {
    const cached = hashes.get(secret);
    if (cached !== undefined) return cached;
    const hash = hashToken(secret);
    hashes.set(secret, hash);
    return hash;
  };
}

/** A request, and the dialect of its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  dialect: Dialect;
}

/** Writes responses to pings. */
interface PingResponses {
  send(exchange: Exchange, response: DialectResponse): void;
  refuse(exchange: Exchange, error: AppError): void;
  preflight(response: ServerResponse): void;
}

function createPingResponses(bodyLimit: number): PingResponses {
  const headers = [
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Origin',
    '*',
    'Ping-Body-Limit',
    String(bodyLimit),
  ];
  const headersForPages = [...headers, 'Access-Control-Expose-Headers', 'Ping-Body-Limit, Retry-After'];

  function send(
    { request, response }: Exchange,
    { status, type, body, headers: own = [] }: DialectResponse,
    more: readonly string[] = [],
  ): void {
    if (response.destroyed) return;
    const constant = firstHeader(request, 'origin') === undefined ? headers : headersForPages;
    const length = String(Buffer.byteLength(body));
    response.writeHead(status, [
      'Content-Type',
      type,
      ...constant,
      ...own,
      ...more,
      'Content-Length',
      length,
    ]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return {
    send,
    refuse(exchange, error) {
      const retryAfter =
        error.retryAfterSeconds === null ? [] : ['Retry-After', String(error.retryAfterSeconds)];
      if (error.code === 'method_not_allowed') retryAfter.push('Allow', 'GET, HEAD, POST, PUT, OPTIONS');
      // Keeps the connection open; Node reads and drops the rest of the body. A client that is cut off while sending would never
      // see this response.
      send(exchange, exchange.dialect.writeRefused(error), retryAfter);
    },
    preflight: (response) => preflight(response, bodyLimit),
  };
}

function preflight(response: ServerResponse, bodyLimit: number): void {
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
    'Ping-Body-Limit': String(bodyLimit),
  });
  response.end();
}
