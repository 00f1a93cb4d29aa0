import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import { maskPingIDs } from '@overdue/domain/ping/ping.ts';
import type { Field } from '@overdue/domain/ping/ping-field.ts';
import { countedPingNotice } from '@overdue/domain/ping/ping-notice.ts';
import { type PathReport, type PingReport, readReport } from '@overdue/domain/ping/ping-report.ts';
import { eventTimeOf, REPORTED_TIME_RULE } from '@overdue/domain/ping/reported-time.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { PingRequest } from '../../database/records.ts';
import { firstHeader } from '../../platform/http/header.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { SlugAddress } from '../contract.ts';
import type { AcceptedPing, PingOutcome, SlugTarget } from '../ingest/accepted-ping.ts';
import type { PingNotices } from '../ingest/pending-ping-notices.ts';
import type { Upload } from './body-memory.ts';
import { type BodyReader, createBodyReader, type WholeBody } from './body-reader.ts';
import type { RecordedPing } from './dialect.ts';
import { type MonitorOfPing, monitorOfSlug } from './find-ping.ts';
import { isBusy, NO_CONTENT, type PingContent, type PingLog, pingLog } from './ping-content.ts';
import { limitMisses, limitPings, type PingRates } from './ping-rates.ts';
import type { MonitorProvisioner } from './provision.ts';

interface PingIngest {
  submit(arrival: AcceptedPing): Promise<PingOutcome>;
  findBySlug(address: SlugAddress): Promise<SlugTarget> | SlugTarget;
}

export interface RecorderDependencies extends PingRates {
  readonly ingest: PingIngest;
  readonly pingNotices: Pick<PingNotices, 'add'>;
  readonly clock: Clock;
  readonly bodyLimit: number;
  readonly provision: MonitorProvisioner;
  /**
   * Called when a ping of a team is refused because the service is too busy to read its body, with its arrival time. The sender may not
   * repeat the ping.
   */
  readonly onRefused: (arrivedAt: number, teamID: string) => void;
}

/** A request that may be a ping, and its arrival time on the wall clock (`at`) and the monotonic clock (`startedAt`). */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly method: PingRequest['method'];
  readonly at: number;
  /** Monotonic time, so that limits and measurements stay correct when the wall clock is adjusted. */
  readonly startedAt: number;
}

/** Records pings. Resolves when a ping is on disk: in the database, or in the spool while the database is unavailable. */
export interface Recorder {
  /** Records a ping with the form or the log in its body. */
  recordCall(received: ReceivedRequest, monitor: MonitorOfPing, report: SentReport): Promise<RecordedPing>;
  recordReport(received: ReceivedRequest, monitor: MonitorOfPing, report: PingReport): Promise<RecordedPing>;
  readonly readBeginning: BodyReader['readBeginning'];
  /** Reads a body as {@link BodyReader} does. `findTeam`: finds the team of its check-ins, if the body must be refused. */
  readWhole(
    received: ReceivedRequest,
    team: { readonly teamID: string | null; readonly findTeam: () => Promise<string | null> },
  ): Promise<WholeBody>;
}

/** Report and content of a ping, as read from its request. */
interface ReadPing {
  readonly report: PingReport;
  readonly content: PingContent;
}

/** Report that a ping's path and query contain. */
export interface SentReport {
  readonly path: PathReport;
  readonly fields: readonly Field[];
}

export function createRecorder(dependencies: RecorderDependencies): Recorder {
  const { bodyLimit, ingest, metrics, pingNotices } = dependencies;
  const bodies = createBodyReader(dependencies);

  function limit({ request, startedAt }: ReceivedRequest, { monitorID }: MonitorOfPing): void {
    if (monitorID === null) limitMisses(dependencies, request, startedAt);
    else limitPings(dependencies, monitorID, startedAt);
  }

  async function record(
    received: ReceivedRequest,
    monitor: MonitorOfPing,
    { report, content }: ReadPing,
  ): Promise<RecordedPing> {
    const { pingID, bySlug } = monitor;
    const log = pingLog(content, report, bodyLimit);
    const remoteAddress = dependencies.remoteAddress(received.request);
    const warnings = allWarnings(report.warnings, content, log);
    const arrival = withForm(
      buildAcceptedPing(received, monitor, { report, warnings, log, remoteAddress }),
      content,
    );
    const result = await (content.upload === null
      ? ingest.submit(arrival)
      : submitUpload(ingest, arrival, content.upload));
    if (result.outcome === 'gone' && bySlug !== null) {
      const successor = await findSuccessor(ingest, monitor, bySlug.address);
      return record(received, successor, { report, content });
    }
    addWarnings(pingNotices, arrival, shownWarnings(arrival, result, log));
    const recorded = recordedOf(pingID, result);
    if (bySlug !== null) dependencies.provision.recordUse(bySlug.project);
    metrics.pings[report.type].inc();
    return recorded;
  }

  /** Returns a function that reports the refusal of a body, if the service was too busy to read it. */
  function refusing(
    { at }: ReceivedRequest,
    findTeam: () => Promise<string | null> | string | null,
  ): (error: unknown) => Promise<never> {
    return async (error) => {
      const teamID = isBusy(error) ? await findTeam() : null;
      if (teamID !== null) dependencies.onRefused(at, teamID);
      throw error;
    };
  }

  return {
    recordCall(received, monitor, { path, fields }) {
      limit(received, monitor);
      const isLog = received.method === 'POST' || received.method === 'PUT';
      const recordRead = (content: PingContent) => {
        const report = readReport(path, content.form === null ? fields : [...fields, ...content.form.fields]);
        return record(received, monitor, { report, content });
      };
      const read = bodies.readContent(received.request, { isLog, teamID: monitor.teamID });
      // Avoids a promise for pings without a body, because every `await` slows each ping.
      return read instanceof Promise
        ? read.then(
            recordRead,
            refusing(received, () => monitor.teamID),
          )
        : recordRead(read);
    },
    recordReport(received, monitor, report) {
      limit(received, monitor);
      return record(received, monitor, { report, content: NO_CONTENT });
    },
    readBeginning: bodies.readBeginning,
    readWhole: (received, { teamID, findTeam }) =>
      bodies.readWhole(received.request, teamID).catch(refusing(received, findTeam)),
  };
}

/** Submits a ping, and then releases the memory of its body. */
async function submitUpload(
  ingest: Pick<PingIngest, 'submit'>,
  arrival: AcceptedPing,
  upload: Upload,
): Promise<PingOutcome> {
  try {
    return await ingest.submit(arrival);
  } finally {
    upload.end();
  }
}

/** Finds the monitor that now has the slug of a deleted monitor. Another node may have just replaced the monitor. */
async function findSuccessor(
  ingest: Pick<PingIngest, 'findBySlug'>,
  deleted: MonitorOfPing,
  address: SlugAddress,
): Promise<MonitorOfPing> {
  const target = await ingest.findBySlug(address);
  if (target.outcome === 'known' && target.monitor.monitorID !== deleted.monitorID)
    return monitorOfSlug(target, address);
  throw new AppError('unavailable', 'The monitor of this ping is being changed. Send the ping again.', {
    retryAfterSeconds: 1,
  });
}

function addWarnings(
  pingNotices: Pick<PingNotices, 'add'>,
  { normalizedPingID, command, request }: AcceptedPing,
  warnings: readonly string[],
): void {
  if (warnings.length === 0) return;
  const sent = { at: command.at, remoteAddress: request.remoteAddress };
  pingNotices.add(normalizedPingID, countedPingNotice(warnings, sent));
}

function recordedOf(pingID: string, result: PingOutcome): RecordedPing {
  if (result.outcome === 'gone') {
    throw new AppError('not_found', 'The monitor of this ping URL has been deleted.');
  }
  if (result.outcome === 'failed') throw result.error;
  if (result.outcome === 'already_applied') throw new Error('A new ping was reported as already applied.');
  // Empty if the ping went to the spool, because only the database knows the status.
  const status = result.outcome === 'applied' ? result.status : '';
  if (result.event === null) throw new Error('A ping was applied without an event.');
  return { pingID, status, event: result.event, isNew: false };
}

function buildAcceptedPing(
  { request, method, at }: ReceivedRequest,
  { normalizedPingID, monitorID, teamID }: MonitorOfPing,
  {
    report: { type, rid, durationMs, exitStatus, reportedAt },
    warnings,
    log: { bytes },
    remoteAddress,
  }: {
    readonly report: PingReport;
    /** Warnings about the report and its body. */
    readonly warnings: readonly string[];
    readonly log: PingLog;
    readonly remoteAddress: string;
  },
): AcceptedPing {
  const happenedAt = reportedAt === null ? null : eventTimeOf(reportedAt, at);
  const isIgnored = reportedAt !== null && happenedAt === null;
  const allWarnings = isIgnored ? [...warnings, `at was ignored: ${REPORTED_TIME_RULE}.`] : warnings;
  const masked = allWarnings.map((warning) => maskPingIDs(warning, normalizedPingID));
  const userAgent = (firstHeader(request, 'user-agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return {
    normalizedPingID,
    monitorID,
    teamID,
    command: { kind: 'ping', at, type, rid, durationMs, warnings: masked, ...pastTime(happenedAt) },
    request: { method, userAgent, remoteAddress, exitStatus, body: bytes },
  };
}

/** Returns the time that the job reported, as a field of the command. Empty if the job reported none. */
function pastTime(happenedAt: number | null): { readonly happenedAt?: number } {
  return happenedAt === null ? {} : { happenedAt };
}

/** Adds the text of a form that is not stored as the log, so that a ping filter can search it for keywords. */
function withForm(arrival: AcceptedPing, { form, log }: PingContent): AcceptedPing {
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
function shownWarnings({ command }: AcceptedPing, result: PingOutcome, log: PingLog): readonly string[] {
  if (result.outcome === 'applied' && result.event?.type === 'ignored' && command.type !== 'fail') return [];
  const warnings = result.outcome === 'applied' ? (result.event?.warnings ?? []) : command.warnings;
  return log.isCut ? warnings.filter((warning) => warning !== cutWarning(log)) : warnings;
}

function cutWarning({ bytes }: PingLog): string {
  return `The body was cut: its first ${bytes?.byteLength ?? 0} bytes were kept.`;
}
