import type { IncomingMessage } from 'node:http';
import { maskPingIDs } from '@overdue/domain/ping/ping.ts';
import type { PingReport } from '@overdue/domain/ping/ping-report.ts';
import { eventTimeOf, REPORTED_TIME_RULE } from '@overdue/domain/ping/reported-time.ts';
import type { PingRequest } from '../../database/records.ts';
import { firstHeader } from '../../platform/http/header.ts';
import type { AcceptedPing, PingOutcome } from '../ingest/accepted-ping.ts';
import type { PingContent, PingLog } from './ping-content.ts';

const USER_AGENT_LENGTH_MAX = 200;

interface ReceivedPing
  extends Pick<AcceptedPing, 'normalizedPingID' | 'monitorID' | 'teamID'>,
    Pick<PingRequest, 'method' | 'remoteAddress'> {
  readonly request: IncomingMessage;
  readonly at: number;
}

export function buildAcceptedPing(
  { request, method, at, remoteAddress, normalizedPingID, monitorID, teamID }: ReceivedPing,
  { type, rid, durationMs, exitStatus, reportedAt, warnings }: PingReport,
  { bytes }: PingLog,
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
export function withForm(arrival: AcceptedPing, { form, log }: PingContent): AcceptedPing {
  if (form === null || log === null || log === arrival.request.body) return arrival;
  return { ...arrival, request: { ...arrival.request, form: log } };
}

export function allWarnings(
  ofReport: readonly string[],
  content: PingContent,
  log: PingLog,
): readonly string[] {
  if (content.warning === null && !log.isCut) return ofReport;
  const ofBody = content.warning === null ? [] : [content.warning];
  return [...ofReport, ...ofBody, ...(log.isCut ? [cutWarning(log)] : [])];
}

/**
 * Returns the warnings to show on the monitor. Omits warnings about outages, and about truncated logs and ignored pings, which
 * are common.
 */
export function shownWarnings(
  { command }: AcceptedPing,
  result: PingOutcome,
  log: PingLog,
): readonly string[] {
  if (result.outcome === 'applied' && result.event?.type === 'ignored' && command.type !== 'fail') return [];
  const warnings = result.outcome === 'applied' ? (result.event?.warnings ?? []) : command.warnings;
  return log.isCut ? warnings.filter((warning) => warning !== cutWarning(log)) : warnings;
}

function cutWarning({ bytes }: PingLog): string {
  return `The body was cut: its first ${bytes?.byteLength ?? 0} bytes were kept.`;
}
