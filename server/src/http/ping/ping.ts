import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { networkOf } from '../../domain/network.ts';
import { maskPingIDs } from '../../domain/ping/ping.ts';
import { unknownCallNotice, warningNotice } from '../../domain/ping/ping-notice.ts';
import { type PingReport, readReport } from '../../domain/ping/ping-report.ts';
import type { Arrival, PingOutcome } from '../../ingest/arrival.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Notices } from '../../ingest/notices.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { PingRequest } from '../../store/records.ts';
import { errorBody, errorStatus } from '../envelope.ts';
import { firstHeader } from '../header.ts';
import { readQuery } from '../query.ts';
import type { RateLimit } from '../rate-limit.ts';
import { closeWith } from '../server/refusal.ts';
import { createBodyMemory, type Upload } from './body-memory.ts';
import { createDecoder } from './content-encoding.ts';
import { pingAnswer } from './ping-answer.ts';
import { NO_FIELDS, type PingContent, type PingLog, pingLog, readContent } from './ping-content.ts';
import { parsePingPath } from './ping-path.ts';

const USER_AGENT_MAX = 200;
/** Maximum bytes of all bodies that are arriving or wait for their commit. */
const BODIES_MAX = 64 * 1024 * 1024;
/** Memory reserved for networks that hold less than this. */
const BODIES_RESERVED = BODIES_MAX / 4;
/** How long a body may take to arrive while memory is scarce. */
const BODY_PATIENCE_MS = 5000;
/** Minimum interval between log lines about pings, so that the log can't fill a full disk further. */
const LOG_EVERY_MS = 1000;

export interface PingDependencies {
  readonly ingest: Pick<Ingest, 'find' | 'submit'>;
  readonly notices: Pick<Notices, 'note'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly pingRate: RateLimit<number>;
  /** Rate limit per address, for unknown IDs. */
  readonly missRate: RateLimit<string>;
  readonly remoteAddress: (request: IncomingMessage) => string;
  readonly bodyLimit: number;
}

export type PingHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the ping endpoints on bare node:http. A body of any type and size must count as a ping, so nothing here may parse it
 * first. An answer of 200 means that the ping is on disk: in the database, or in the spool while the database is unavailable.
 */
export function createPingHandler(dependencies: PingDependencies): PingHandler {
  // Long because each way to answer a ping shares the headers and the memory for bodies.
  const headers = [
    'Content-Type',
    'application/json',
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Origin',
    '*',
    'Ping-Body-Limit',
    String(dependencies.bodyLimit),
  ];
  const headersForPages = [...headers, 'Access-Control-Expose-Headers', 'Ping-Body-Limit, Retry-After'];
  const memory = createBodyMemory({
    bytesMax: BODIES_MAX,
    reservedBytes: BODIES_RESERVED,
    patienceMs: BODY_PATIENCE_MS,
    monotonic: () => dependencies.clock.monotonic(),
  });
  const reading = { open: openUpload, decode: createDecoder(), limit: dependencies.bodyLimit };
  let quietUntil = Number.NEGATIVE_INFINITY;

  function send(
    request: IncomingMessage,
    {
      response,
      status,
      body,
      more,
    }: {
      readonly response: ServerResponse;
      readonly status: number;
      readonly body: string;
      readonly more: string[];
    },
  ): void {
    if (response.destroyed) return;
    const constant = firstHeader(request, 'origin') === undefined ? headers : headersForPages;
    response.writeHead(status, [...constant, ...more, 'Content-Length', String(Buffer.byteLength(body))]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
    const more = error.retryAfterSeconds === null ? [] : ['Retry-After', String(error.retryAfterSeconds)];
    if (error.code === 'method_not_allowed') more.push('Allow', 'GET, HEAD, POST, PUT, OPTIONS');
    // Node reads and drops the rest of the body: a client cut off while sending would never see this answer.
    send(request, { response, status: errorStatus(error.code), body: errorBody(error), more });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = dependencies.clock.now();
    // The monotonic clock keeps limits and measurements correct when the wall clock is set.
    const startedAt = dependencies.clock.monotonic();
    const url = request.url ?? '/';
    const method = parseMethod(request.method);
    const queryStart = url.indexOf('?');
    const target = parsePingPath(queryStart === -1 ? url : url.slice(0, queryStart));
    const lookup = target === null ? null : dependencies.ingest.find(target.pingKey);
    // Avoids a promise for cached monitors, because every `await` slows each ping.
    const owner = lookup instanceof Promise ? await lookup : lookup;
    if (target === null || owner === null || owner.outcome === 'unknown_key')
      throw unknownTarget(dependencies, request, startedAt);
    const remoteAddress = dependencies.remoteAddress(request);
    if (target.report === null) {
      const error = unknownTarget(dependencies, request, startedAt);
      dependencies.notices.note(
        target.pingKey,
        unknownCallNotice({ method, ...target }, { at, remoteAddress }),
      );
      throw error;
    }
    if (owner.outcome === 'known') limitPings(dependencies, owner.monitorID, startedAt);
    else limitMisses(dependencies, request, startedAt);
    const fields = queryStart === -1 ? NO_FIELDS : readQuery(url.slice(queryStart + 1));
    const isLog = method === 'POST' || method === 'PUT';
    const read = readContent(request, isLog, reading);
    const content = read instanceof Promise ? await read : read;
    const report = readReport(
      target.report,
      content.form === null ? fields : [...fields, ...content.form.fields],
    );
    const log = pingLog(content, report, dependencies.bodyLimit);
    const monitorID = owner.outcome === 'known' ? owner.monitorID : null;
    const call = { request, method, at, remoteAddress, pingKey: target.pingKey, monitorID };
    const warnings = allWarnings(report.warnings, content, log);
    const arrival = buildArrival(call, { ...report, warnings }, log);
    const outcome = await submit(content, arrival);
    noteWarnings(arrival, outcome, log);
    send(request, {
      response,
      status: 200,
      body: pingBody(owner.outcome === 'known' ? owner.pingID : target.pingKey, outcome),
      more: [],
    });
    dependencies.metrics.pings[report.type].inc();
    dependencies.metrics.pingAnswerSeconds.observe((dependencies.clock.monotonic() - startedAt) / 1000);
  }

  function noteWarnings(arrival: Arrival, outcome: PingOutcome, log: PingLog): void {
    const warnings = shownWarnings(arrival, outcome, log);
    const sent = { at: arrival.command.at, remoteAddress: arrival.request.remoteAddress };
    if (warnings.length > 0) dependencies.notices.note(arrival.pingKey, warningNotice(warnings, sent));
  }

  function openUpload(request: IncomingMessage): Upload {
    const network = networkOf(dependencies.remoteAddress(request));
    return memory.open(network, () => closeWith(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT'));
  }

  function submit({ upload }: PingContent, arrival: Arrival): Promise<PingOutcome> {
    const submitted = dependencies.ingest.submit(arrival);
    return upload === null ? submitted : submitted.finally(() => upload.end());
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof AppError) {
      if (error.code === 'unavailable') {
        dependencies.metrics.pings.refused.inc();
        logAtMostOncePerSecond(error.cause ?? error, 'A ping could not be stored.');
      }
      refuse(request, response, error);
      return;
    }
    // The sender has closed the connection, so nobody would read an answer.
    if (request.destroyed && !request.complete) return;
    dependencies.metrics.pings.failed.inc();
    logAtMostOncePerSecond(error, 'A ping failed.');
    refuse(request, response, new AppError('internal', 'The ping could not be recorded. Send it again.'));
  }

  function logAtMostOncePerSecond(error: unknown, message: string): void {
    const now = dependencies.clock.monotonic();
    if (now < quietUntil) return;
    quietUntil = now + LOG_EVERY_MS;
    dependencies.log.error({ err: error }, message);
  }

  return (request, response) => {
    if (request.method === 'OPTIONS') return preflight(response, dependencies.bodyLimit);
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  };
}

function parseMethod(method: string | undefined): PingRequest['method'] {
  if (method === 'GET' || method === 'HEAD' || method === 'POST' || method === 'PUT') return method;
  throw new AppError('method_not_allowed', 'Ping with GET, HEAD, POST or PUT.');
}

function limitPings({ pingRate, metrics }: PingDependencies, monitorID: number, now: number): void {
  const wait = pingRate.take(monitorID, now);
  if (wait === null) return;
  metrics.pings.rateLimited.inc();
  throw new AppError('rate_limited', 'This monitor is pinged too often. Wait before the next ping.', {
    retryAfterSeconds: wait,
  });
}

/** Limits requests per address: for unknown IDs, and for IDs that can't be checked while the database is unavailable. */
function limitMisses(dependencies: PingDependencies, request: IncomingMessage, now: number): void {
  const wait = dependencies.missRate.take(networkOf(dependencies.remoteAddress(request)), now);
  if (wait === null) return;
  dependencies.metrics.pings.rateLimited.inc();
  throw new AppError(
    'rate_limited',
    'Too many unknown ping URLs from this address. Wait before the next request.',
    { retryAfterSeconds: wait },
  );
}

function unknownTarget(dependencies: PingDependencies, request: IncomingMessage, now: number): AppError {
  limitMisses(dependencies, request, now);
  dependencies.metrics.pings.notFound.inc();
  return new AppError(
    'not_found',
    'There is no such ping URL. Copy it from the monitor: /ping/{pingID}, then /start, /end, /fail, /log or an exit status.',
  );
}

interface Call extends Pick<Arrival, 'pingKey' | 'monitorID'>, Pick<PingRequest, 'method' | 'remoteAddress'> {
  readonly request: IncomingMessage;
  readonly at: number;
}

function buildArrival(
  { request, method, at, remoteAddress, pingKey, monitorID }: Call,
  { type, rid, durationMs, exitStatus, warnings }: PingReport,
  { bytes }: PingLog,
): Arrival {
  const masked = warnings.map((warning) => maskPingIDs(warning, pingKey));
  const userAgent = (firstHeader(request, 'user-agent') ?? '').slice(0, USER_AGENT_MAX);
  return {
    pingKey,
    monitorID,
    command: { kind: 'ping', at, type, rid, durationMs, warnings: masked },
    request: { method, userAgent, remoteAddress, exitStatus, body: bytes },
  };
}

function allWarnings(ofReport: readonly string[], content: PingContent, log: PingLog): readonly string[] {
  if (content.warning === null && !log.isCut) return ofReport;
  const ofBody = content.warning === null ? [] : [content.warning];
  return [...ofReport, ...ofBody, ...(log.isCut ? [cutWarning(log)] : [])];
}

/** Returns the warnings to show on the monitor, without cut logs, which are common, and database outages. */
function shownWarnings({ command }: Arrival, result: PingOutcome, log: PingLog): readonly string[] {
  const warnings = result.outcome === 'applied' ? (result.event?.warnings ?? []) : command.warnings;
  return log.isCut ? warnings.filter((warning) => warning !== cutWarning(log)) : warnings;
}

function cutWarning({ bytes }: PingLog): string {
  return `The body was cut: its first ${bytes?.byteLength ?? 0} bytes were kept.`;
}

function pingBody(pingID: string, result: PingOutcome): string {
  if (result.outcome === 'gone') {
    throw new AppError('not_found', 'The monitor of this ping URL has been deleted.');
  }
  if (result.outcome === 'failed') throw result.error;
  if (result.outcome === 'already_applied') throw new Error('A new ping was applied before.');
  // Empty if the ping went to the spool, because only the database knows the status.
  const status = result.outcome === 'applied' ? result.status : '';
  if (result.event === null) throw new Error('A ping was applied without an event.');
  return pingAnswer(pingID, status, result.event);
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
