import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { networkOf } from '../../domain/network.ts';
import { maskPingIDs } from '../../domain/ping/ping.ts';
import { warningNotice } from '../../domain/ping/ping-notice.ts';
import { type PingReport, readReport } from '../../domain/ping/ping-report.ts';
import type { Arrival, PingOutcome } from '../../ingest/arrival.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { PingNotices } from '../../ingest/pending-notices.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PingRequest } from '../../store/records.ts';
import { firstHeader } from '../header.ts';
import type { RateLimit } from '../rate-limit.ts';
import { closeWith } from '../server/refusal.ts';
import { createBodyMemory, type Upload } from './body-memory.ts';
import { createDecoder } from './content-encoding.ts';
import type { Recorded } from './dialects/dialect.ts';
import type { Found } from './find-ping.ts';
import { type PingContent, type PingLog, pingLog, readContent } from './ping-content.ts';

const USER_AGENT_MAX = 200;
/** Maximum bytes of all bodies that are arriving or wait for their commit. */
const BODIES_MAX = 64 * 1024 * 1024;
/** Memory reserved for networks that hold less than this. */
const BODIES_RESERVED = BODIES_MAX / 4;
/** How long a body may take to arrive while memory is scarce. */
const BODY_PATIENCE_MS = 5000;

export interface RecorderDependencies {
  readonly ingest: Pick<Ingest, 'submit'>;
  readonly notices: Pick<PingNotices, 'note'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly pingRate: RateLimit<number>;
  /** Rate limit per address, for unknown IDs. */
  readonly missRate: RateLimit<string>;
  readonly remoteAddress: (request: IncomingMessage) => string;
  readonly bodyLimit: number;
}

/** A request that may be a ping, and its arrival on both clocks. */
export interface Arrived {
  readonly request: IncomingMessage;
  readonly method: PingRequest['method'];
  readonly at: number;
  /** Monotonic, so that limits and measurements stay correct when the wall clock is set. */
  readonly startedAt: number;
}

type FoundPing = Extract<Found, { readonly outcome: 'found' }>;

/** Records pings. Resolves when a ping is on disk: in the database, or in the spool while the database is unavailable. */
export type Recorder = (arrived: Arrived, found: FoundPing) => Promise<Recorded>;

export function createRecorder(dependencies: RecorderDependencies): Recorder {
  const { bodyLimit, clock, metrics } = dependencies;
  const memory = createBodyMemory({
    bytesMax: BODIES_MAX,
    reservedBytes: BODIES_RESERVED,
    patienceMs: BODY_PATIENCE_MS,
    monotonic: () => clock.monotonic(),
  });
  const reading = { open: openUpload, decode: createDecoder(), limit: bodyLimit };

  function openUpload(request: IncomingMessage): Upload {
    const network = networkOf(dependencies.remoteAddress(request));
    return memory.open(network, () => closeWith(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT'));
  }

  function submit({ upload }: PingContent, arrival: Arrival): Promise<PingOutcome> {
    const submitted = dependencies.ingest.submit(arrival);
    return upload === null ? submitted : submitted.finally(() => upload.end());
  }

  function noteWarnings(arrival: Arrival, outcome: PingOutcome, log: PingLog): void {
    const warnings = shownWarnings(arrival, outcome, log);
    const sent = { at: arrival.command.at, remoteAddress: arrival.request.remoteAddress };
    if (warnings.length > 0) dependencies.notices.note(arrival.pingKey, warningNotice(warnings, sent));
  }

  return async (arrived, { reading: { target, path, fields }, owner }) => {
    const { request, method, at, startedAt } = arrived;
    const remoteAddress = dependencies.remoteAddress(request);
    if (owner.outcome === 'known') limitPings(dependencies, owner.monitorID, startedAt);
    else limitMisses(dependencies, request, startedAt);
    const isLog = method === 'POST' || method === 'PUT';
    const read = readContent(request, isLog, reading);
    // Avoids a promise for pings without a body, because every `await` slows each ping.
    const content = read instanceof Promise ? await read : read;
    const report = readReport(path, content.form === null ? fields : [...fields, ...content.form.fields]);
    const log = pingLog(content, report, bodyLimit);
    const monitorID = owner.outcome === 'known' ? owner.monitorID : null;
    const call = { request, method, at, remoteAddress, pingKey: target.pingKey, monitorID };
    const warnings = allWarnings(report.warnings, content, log);
    const arrival = withForm(buildArrival(call, { ...report, warnings }, log), content);
    const outcome = await submit(content, arrival);
    noteWarnings(arrival, outcome, log);
    const recorded = recordedOf(owner.outcome === 'known' ? owner.pingID : target.pingKey, outcome);
    metrics.pings[report.type].inc();
    return recorded;
  };
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

interface ArrivedPing
  extends Pick<Arrival, 'pingKey' | 'monitorID'>,
    Pick<PingRequest, 'method' | 'remoteAddress'> {
  readonly request: IncomingMessage;
  readonly at: number;
}

function buildArrival(
  { request, method, at, remoteAddress, pingKey, monitorID }: ArrivedPing,
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

/** Adds the text of a form that left no log, in which a filter may search its keywords. */
function withForm(arrival: Arrival, { form, log }: PingContent): Arrival {
  if (form === null || log === null || log === arrival.request.body) return arrival;
  return { ...arrival, request: { ...arrival.request, form: log } };
}

function allWarnings(ofReport: readonly string[], content: PingContent, log: PingLog): readonly string[] {
  if (content.warning === null && !log.isCut) return ofReport;
  const ofBody = content.warning === null ? [] : [content.warning];
  return [...ofReport, ...ofBody, ...(log.isCut ? [cutWarning(log)] : [])];
}

/** Returns the warnings to show on the monitor, without cut logs and ignored pings, which are common, and outages. */
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
  return { pingID, status, event: result.event };
}
