import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { FORWARDED_FROM } from '../../domain/forwarding/forwarded-ping.ts';
import { unknownCallWarning } from '../../domain/ping/ping-warning.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Log } from '../../runtime/log.ts';
import type { PingRequest } from '../../store/records.ts';
import { errorBody } from '../envelope.ts';
import { firstHeader } from '../header.ts';
import { readQuery } from '../query.ts';
import type { AnswerPing } from '../server/server.ts';
import { createCheckIns } from './check-ins.ts';
import { createMonitorBySlug } from './create-monitor-by-slug.ts';
import type { Call, Dialect, DialectResponse } from './dialects/dialect.ts';
import { findPing, type Lookups, type PingMatch } from './find-ping.ts';
import { createKeyHash } from './key-hash.ts';
import { NO_FIELDS } from './ping-content.ts';
import {
  createRecorder,
  limitMisses,
  type ReceivedRequest,
  type RecorderDependencies,
} from './record-ping.ts';

/** Response to a ping that a monitor forwarded to itself. The forwarder detects the loop by the status. */
const LOOP_DETECTED: DialectResponse = {
  status: 508,
  type: 'application/json',
  body: errorBody(
    new AppError(
      'conflict',
      'This ping was forwarded from this monitor to itself, so it was not recorded again. Change the forwarding URL.',
    ),
  ),
};

/**
 * Minimum interval between log lines about pings. If pings fail because the disk is full, the log must not fill the disk further.
 */
const LOG_EVERY_MS = 1000;

export interface PingDependencies extends RecorderDependencies {
  readonly ingest: Pick<Ingest, 'find' | 'findBySlug' | 'submit'>;
  readonly log: Log;
  /** Dialects in which pings are accepted. The first dialect that finds a monitor handles the call. */
  readonly dialects: readonly Dialect[];
  /** Returns the header value that identifies the monitor from which a ping was forwarded. */
  readonly forwardingSignature: (normalizedPingID: string) => string;
}

/** A request, and the dialect of its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly claimants: readonly [Dialect, ...Dialect[]];
  dialect: Dialect;
}

/**
 * Creates the ping endpoints on bare node:http, because a framework could reject a body, and any body must count as a ping.
 * Responds with success once the ping is on disk: in the database, or in the spool while the database is unavailable.
 */
export function createPingAnswer(dependencies: PingDependencies): AnswerPing {
  // Long because all its functions share the headers.
  const { dialects, clock, metrics, bodyLimit } = dependencies;
  const headers = [
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Origin',
    '*',
    'Ping-Body-Limit',
    String(bodyLimit),
  ];
  const headersForPages = [...headers, 'Access-Control-Expose-Headers', 'Ping-Body-Limit, Retry-After'];
  const lookups: Lookups = {
    find: (normalizedPingID) => dependencies.ingest.find(normalizedPingID),
    findBySlug: (address) => dependencies.ingest.findBySlug(address),
    hashKey: createKeyHash(),
  };
  const recorder = createRecorder(dependencies);
  const recordCheckIns = createCheckIns(dependencies, { lookups, recorder });
  let quietUntil = Number.NEGATIVE_INFINITY;

  function send(
    { request, response }: Exchange,
    { status, type, body, headers: own = [] }: DialectResponse,
    more: readonly string[],
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

  function refuse(exchange: Exchange, error: AppError): void {
    const more = error.retryAfterSeconds === null ? [] : ['Retry-After', String(error.retryAfterSeconds)];
    if (error.code === 'method_not_allowed') more.push('Allow', 'GET, HEAD, POST, PUT, OPTIONS');
    // Node reads and drops the rest of the body. A client that is cut off while sending would never see this answer.
    send(exchange, exchange.dialect.writeRefused(error), more);
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { request, path, claimants } = exchange;
    const at = clock.now();
    const startedAt = clock.monotonic();
    const method = parseMethod(request.method);
    const received: ReceivedRequest = { request, method, at, startedAt };
    const call: Call = {
      method,
      path,
      fields: queryOf(request),
      header: (name) => firstHeader(request, name),
    };
    const lookup = findPing(call, claimants, lookups);
    const match = lookup instanceof Promise ? await lookup : lookup;
    exchange.dialect = match.dialect;
    send(exchange, await record(received, match), []);
    metrics.pingAnswerSeconds.observe((clock.monotonic() - startedAt) / 1000);
  }

  async function record(received: ReceivedRequest, match: PingMatch): Promise<DialectResponse> {
    const { dialect } = match;
    switch (match.outcome) {
      case 'found': {
        const { target, reading } = match;
        const remoteAddress = dependencies.remoteAddress(received.request);
        const { monitor, isNew } =
          target.outcome === 'creatable'
            ? await createMonitorBySlug(target, { provision: dependencies.provision, lookups, remoteAddress })
            : { monitor: target.monitor, isNew: false };
        if (isLoop(received.request, monitor.normalizedPingID)) return LOOP_DETECTED;
        const recorded = await recorder.recordCall(received, monitor, reading);
        return dialect.writeRecorded({ ...recorded, isNew });
      }
      case 'check_ins':
        return match.reading.writeDone(await recordCheckIns(received, match.reading));
      case 'failed':
        if (match.error.code !== 'unavailable')
          limitMisses(dependencies, received.request, received.startedAt);
        throw match.error;
      case 'not_found':
        throw notFound(received, match);
    }
  }

  function isLoop(request: IncomingMessage, normalizedPingID: string): boolean {
    const forwardedFrom = firstHeader(request, FORWARDED_FROM);
    return (
      forwardedFrom !== undefined && forwardedFrom === dependencies.forwardingSignature(normalizedPingID)
    );
  }

  function notFound(
    { request, method, at, startedAt }: ReceivedRequest,
    { unknownCall }: Extract<PingMatch, { readonly outcome: 'not_found' }>,
  ): AppError {
    limitMisses(dependencies, request, startedAt);
    metrics.pings.notFound.inc();
    if (unknownCall !== null) {
      const sent = { at, remoteAddress: dependencies.remoteAddress(request) };
      dependencies.pingWarnings.add(
        unknownCall.normalizedPingID,
        unknownCallWarning({ method, ...unknownCall }, sent),
      );
    }
    return new AppError(
      'not_found',
      'There is no such ping URL. Copy it from the monitor: /ping/{pingID}, then /start, /end, /fail, /log or an exit status.',
    );
  }

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof AppError) {
      if (error.code === 'unavailable') {
        metrics.pings.refused.inc();
        logAtMostOncePerSecond(error.cause ?? error, 'A ping could not be stored.');
      }
      refuse(exchange, error);
      return;
    }
    // The sender has closed the connection, so an answer would never arrive.
    if (exchange.request.destroyed && !exchange.request.complete) return;
    metrics.pings.failed.inc();
    logAtMostOncePerSecond(error, 'A ping failed.');
    refuse(exchange, new AppError('internal', 'The ping could not be recorded. Send it again.'));
  }

  function logAtMostOncePerSecond(error: unknown, message: string): void {
    const now = clock.monotonic();
    if (now < quietUntil) return;
    quietUntil = now + LOG_EVERY_MS;
    dependencies.log.error({ err: error }, message);
  }

  return (path, request, response) => {
    const [dialect, ...others] = dialects.filter(({ claims }) => claims(path));
    if (dialect === undefined) return false;
    if (request.method === 'OPTIONS') preflight(response, bodyLimit);
    else {
      const exchange: Exchange = { request, response, path, claimants: [dialect, ...others], dialect };
      answer(exchange).catch((error: unknown) => fail(exchange, error));
    }
    return true;
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
