import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { networkOf } from '../../domain/network.ts';
import { eventTimeOf, REPORTED_TIME_RULE } from '../../domain/past-report/reported-time.ts';
import { maskPingIDs } from '../../domain/ping/ping.ts';
import type { Field } from '../../domain/ping/ping-field.ts';
import type { PathReport, PingReport } from '../../domain/ping/ping-report.ts';
import { readReport } from '../../domain/ping/ping-report.ts';
import { countedPingWarning } from '../../domain/ping/ping-warning.ts';
import type { Arrival, PingOutcome, SlugTarget } from '../../ingest/arrival.ts';
import type { PingWarnings } from '../../ingest/pending-ping-warnings.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { SlugAddress } from '../../store/pings/contract.ts';
import type { PingRequest } from '../../store/records.ts';
import { firstHeader } from '../header.ts';
import type { RateLimit } from '../rate-limit.ts';
import { closeWith } from '../server/refusal.ts';
import { hasArrived, takeArrived } from './body.ts';
import { createBodyMemory, type Upload } from './body-memory.ts';
import { createDecoder } from './content-encoding.ts';
import type { Recorded } from './dialects/dialect.ts';
import { type MonitorOfPing, monitorOfSlug } from './find-ping.ts';
import { NO_CONTENT, type PingContent, type PingLog, pingLog, readContent } from './ping-content.ts';
import type { Provision } from './provision.ts';

const USER_AGENT_LENGTH_MAX = 200;
const NO_BYTES = new Uint8Array();
/** Maximum bytes of all bodies together that are being received or not yet committed. */
const RECEIVED_BYTES_MAX = 64 * 1024 * 1024;
/** Bytes of the memory that are reserved for networks whose own bodies use at most this many bytes. */
const RESERVED_BYTES = RECEIVED_BYTES_MAX / 4;
/** Time after which an incomplete body may be dropped while memory is scarce. */
const BODY_PATIENCE_MS = 5000;
/** Maximum bytes of a body of check-ins that is read before its key is checked and without reserving memory. */
export const SMALL_BYTES_MAX = 16 * 1024;
/** Maximum decompressed bytes of a body that contains check-ins. Clients add attachments of many megabytes to a check-in. */
const WHOLE_BYTES_MAX = 16 * 1024 * 1024;

export interface RecorderDependencies {
  readonly ingest: {
    submit(arrival: Arrival): Promise<PingOutcome>;
    findBySlug(address: SlugAddress): Promise<SlugTarget> | SlugTarget;
  };
  readonly pingWarnings: Pick<PingWarnings, 'add'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly pingRate: RateLimit<number>;
  /** Rate limit per address for requests with unknown ping IDs. */
  readonly missRate: RateLimit<string>;
  readonly remoteAddress: (request: IncomingMessage) => string;
  readonly bodyLimit: number;
  readonly provision: Provision;
}

/** A request that may be a ping, and its arrival time on the wall clock (`at`) and the monotonic clock (`startedAt`). */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly method: PingRequest['method'];
  readonly at: number;
  /** Monotonic, so that limits and measurements stay correct when the wall clock is set. */
  readonly startedAt: number;
}

/** Records pings. Resolves when a ping is on disk: in the database, or in the spool while the database is unavailable. */
export interface Recorder {
  /** Records a ping with the form or the log in its body. */
  recordCall(received: ReceivedRequest, monitor: MonitorOfPing, report: SentReport): Promise<Recorded>;
  recordReport(received: ReceivedRequest, monitor: MonitorOfPing, report: PingReport): Promise<Recorded>;
  /** Reads and decompresses a body that contains check-ins. The caller must parse the body immediately. */
  readWhole(request: IncomingMessage): Promise<WholeBody>;
}

/** Report that a ping's path and query contain. */
export interface SentReport {
  readonly path: PathReport;
  readonly fields: readonly Field[];
}

export interface WholeBody {
  readonly bytes: Uint8Array;
  /** Memory reserved for the body; null if none is reserved. The caller must release the memory. */
  readonly upload: Pick<Upload, 'end'> | null;
}

export function createRecorder(dependencies: RecorderDependencies): Recorder {
  // Long because all its functions share the memory for bodies.
  const { bodyLimit, clock, metrics } = dependencies;
  const memory = createBodyMemory({
    bytesMax: RECEIVED_BYTES_MAX,
    reservedBytes: RESERVED_BYTES,
    patienceMs: BODY_PATIENCE_MS,
    monotonic: () => clock.monotonic(),
  });
  const reading = { open: openUpload, decode: createDecoder(), limit: bodyLimit };
  const readingWhole = { ...reading, limit: WHOLE_BYTES_MAX };

  function openUpload(request: IncomingMessage): Upload {
    const network = networkOf(dependencies.remoteAddress(request));
    return memory.open(network, () => closeWith(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT'));
  }

  /** Submits a ping, and then releases the memory of its body. */
  async function submit(upload: Upload, arrival: Arrival): Promise<PingOutcome> {
    try {
      return await dependencies.ingest.submit(arrival);
    } finally {
      upload.end();
    }
  }

  function addWarnings(arrival: Arrival, outcome: PingOutcome, log: PingLog): void {
    const warnings = shownWarnings(arrival, outcome, log);
    const sent = { at: arrival.command.at, remoteAddress: arrival.request.remoteAddress };
    if (warnings.length > 0)
      dependencies.pingWarnings.add(arrival.normalizedPingID, countedPingWarning(warnings, sent));
  }

  function limit({ request, startedAt }: ReceivedRequest, { monitorID }: MonitorOfPing): void {
    if (monitorID === null) limitMisses(dependencies, request, startedAt);
    else limitPings(dependencies, monitorID, startedAt);
  }

  /** Finds the monitor that now has the slug of a deleted monitor. Another node may have just replaced the monitor. */
  async function findSuccessor(gone: MonitorOfPing, address: SlugAddress): Promise<MonitorOfPing> {
    const target = await dependencies.ingest.findBySlug(address);
    if (target.outcome === 'known' && target.monitor.monitorID !== gone.monitorID)
      return monitorOfSlug(target, address);
    throw new AppError('unavailable', 'The monitor of this ping is being changed. Send the ping again.', {
      retryAfterSeconds: 1,
    });
  }

  async function record(
    { request, method, at, startedAt }: ReceivedRequest,
    monitor: MonitorOfPing,
    { report, content }: { readonly report: PingReport; readonly content: PingContent },
  ): Promise<Recorded> {
    const { monitorID, pingID, normalizedPingID, bySlug } = monitor;
    const log = pingLog(content, report, bodyLimit);
    const remoteAddress = dependencies.remoteAddress(request);
    const warnings = allWarnings(report.warnings, content, log);
    const ping = { request, method, at, remoteAddress, normalizedPingID, monitorID };
    const arrival = withForm(buildArrival(ping, { ...report, warnings }, log), content);
    const outcome = await (content.upload === null
      ? dependencies.ingest.submit(arrival)
      : submit(content.upload, arrival));
    if (outcome.outcome === 'gone' && bySlug !== null) {
      const other = await findSuccessor(monitor, bySlug.address);
      return record({ request, method, at, startedAt }, other, { report, content });
    }
    addWarnings(arrival, outcome, log);
    const recorded = recordedOf(pingID, outcome);
    if (bySlug !== null) dependencies.provision.recordUse(bySlug.project);
    metrics.pings[report.type].inc();
    return recorded;
  }

  return {
    async recordCall(received, monitor, { path, fields }) {
      limit(received, monitor);
      const isLog = received.method === 'POST' || received.method === 'PUT';
      const read = readContent(received.request, isLog, reading);
      // Avoids a promise for pings without a body, because every `await` slows each ping.
      const content = read instanceof Promise ? await read : read;
      const report = readReport(path, content.form === null ? fields : [...fields, ...content.form.fields]);
      return record(received, monitor, { report, content });
    },
    recordReport(received, monitor, report) {
      limit(received, monitor);
      return record(received, monitor, { report, content: NO_CONTENT });
    },
    async readWhole(request) {
      // Waits until Node's parser has passed on the body, at the end of this turn.
      await null;
      if (isSmall(request)) return { bytes: takeArrived(request) ?? NO_BYTES, upload: null };
      const content = await readContent(request, true, readingWhole);
      const { log, upload } = content;
      const problem = problemOf(content);
      if (problem === null) return { bytes: log ?? NO_BYTES, upload };
      upload?.end();
      throw problem;
    },
  };
}

/**
 * Whether a body is small, uncompressed, and has arrived completely. The caller parses such a body immediately, so it needs no
 * reserved memory.
 */
function isSmall(request: IncomingMessage): boolean {
  return (
    request.readableLength <= SMALL_BYTES_MAX &&
    hasArrived(request) &&
    firstHeader(request, 'content-encoding') === undefined
  );
}

function problemOf({ log, isCut, warning }: PingContent): AppError | null {
  if (isCut && log === null)
    return new AppError('unavailable', 'The service is short of memory. Send the request again.', {
      retryAfterSeconds: 1,
    });
  if (isCut) return new AppError('too_large', `The body has more than ${WHOLE_BYTES_MAX} bytes.`);
  return warning === null ? null : new AppError('bad_request', 'The body could not be decompressed.');
}

function limitPings(
  { pingRate, metrics }: Pick<RecorderDependencies, 'pingRate' | 'metrics'>,
  monitorID: number,
  now: number,
): void {
  const wait = pingRate.take(monitorID, now);
  if (wait === null) return;
  metrics.pings.rateLimited.inc();
  throw new AppError('rate_limited', 'This monitor is pinged too often. Wait before the next ping.', {
    retryAfterSeconds: wait,
  });
}

/** Limits requests per address: for unknown IDs, and for IDs that can't be checked while the database is unavailable. */
export function limitMisses(
  { missRate, metrics, remoteAddress }: Pick<RecorderDependencies, 'missRate' | 'metrics' | 'remoteAddress'>,
  request: IncomingMessage,
  now: number,
): void {
  const wait = missRate.take(networkOf(remoteAddress(request)), now);
  if (wait === null) return;
  metrics.pings.rateLimited.inc();
  throw new AppError(
    'rate_limited',
    'Too many unknown ping URLs from this address. Wait before the next request.',
    { retryAfterSeconds: wait },
  );
}

interface ReceivedPing
  extends Pick<Arrival, 'normalizedPingID' | 'monitorID'>,
    Pick<PingRequest, 'method' | 'remoteAddress'> {
  readonly request: IncomingMessage;
  readonly at: number;
}

function buildArrival(
  { request, method, at, remoteAddress, normalizedPingID, monitorID }: ReceivedPing,
  { type, rid, durationMs, exitStatus, reportedAt, warnings }: PingReport,
  { bytes }: PingLog,
): Arrival {
  const happenedAt = reportedAt === null ? null : eventTimeOf(reportedAt, at);
  const isIgnored = reportedAt !== null && happenedAt === null;
  const all = isIgnored ? [...warnings, `at was ignored: ${REPORTED_TIME_RULE}.`] : warnings;
  const masked = all.map((warning) => maskPingIDs(warning, normalizedPingID));
  const userAgent = (firstHeader(request, 'user-agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return {
    normalizedPingID,
    monitorID,
    command: { kind: 'ping', at, type, rid, durationMs, warnings: masked, ...pastTime(happenedAt) },
    request: { method, userAgent, remoteAddress, exitStatus, body: bytes },
  };
}

/** Returns the time that the job reported, as a field of the command. Empty if the job reported none. */
function pastTime(happenedAt: number | null): { readonly happenedAt?: number } {
  return happenedAt === null ? {} : { happenedAt };
}

/** Adds the text of a form that is not stored as the log, so that a ping filter can search it for keywords. */
function withForm(arrival: Arrival, { form, log }: PingContent): Arrival {
  if (form === null || log === null || log === arrival.request.body) return arrival;
  return { ...arrival, request: { ...arrival.request, form: log } };
}

function allWarnings(ofReport: readonly string[], content: PingContent, log: PingLog): readonly string[] {
  if (content.warning === null && !log.isCut) return ofReport;
  const ofBody = content.warning === null ? [] : [content.warning];
  return [...ofReport, ...ofBody, ...(log.isCut ? [cutWarning(log)] : [])];
}

/**
 * Returns the warnings to show on the monitor. Omits warnings about outages, and about truncated logs and ignored pings, which
 * are common.
 */
function shownWarnings({ command }: Arrival, result: PingOutcome, log: PingLog): readonly string[] {
  if (result.outcome === 'applied' && result.event?.type === 'ignored' && command.type !== 'fail') return [];
  const warnings = result.outcome === 'applied' ? (result.event?.warnings ?? []) : command.warnings;
  return log.isCut ? warnings.filter((warning) => warning !== cutWarning(log)) : warnings;
}

function cutWarning({ bytes }: PingLog): string {
  return `The body was cut: its first ${bytes?.byteLength ?? 0} bytes were kept.`;
}

function recordedOf(pingID: string, result: PingOutcome): Recorded {
  if (result.outcome === 'gone') {
    throw new AppError('not_found', 'The monitor of this ping URL has been deleted.');
  }
  if (result.outcome === 'failed') throw result.error;
  if (result.outcome === 'already_applied') throw new Error('A new ping was applied before.');
  // Empty if the ping went to the spool, because only the database knows the status.
  const status = result.outcome === 'applied' ? result.status : '';
  if (result.event === null) throw new Error('A ping was applied without an event.');
  return { pingID, status, event: result.event, isNew: false };
}
