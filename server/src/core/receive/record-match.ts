import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import { FORWARDED_FROM } from '@overdue/domain/forwarding/forwarded-ping.ts';
import { unknownCallNotice } from '@overdue/domain/ping/ping-notice.ts';
import { errorBody } from '../../platform/http/envelope.ts';
import { firstHeader } from '../../platform/http/header.ts';
import { createCheckIns } from './check-ins.ts';
import { createMonitorBySlug } from './create-monitor-by-slug.ts';
import type { DialectResponse } from './dialect.ts';
import type { MonitorFinder, PingMatch } from './find-ping.ts';
import { countMiss } from './ping-rates.ts';
import { createRecorder, type ReceivedRequest, type RecorderDependencies } from './record-ping.ts';

type Match<Outcome> = Extract<PingMatch, { readonly outcome: Outcome }>;

export interface MatchDependencies extends RecorderDependencies {
  readonly lookups: MonitorFinder;
  /** Returns the header value that identifies the monitor that forwarded a ping. */
  readonly forwardingSignature: (normalizedPingID: string) => string;
}

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

/** Records the ping or the check-ins of a request whose dialect is known. */
export type RecordMatch = (received: ReceivedRequest, match: PingMatch) => Promise<DialectResponse>;

export function createMatchRecorder(dependencies: MatchDependencies): RecordMatch {
  const { lookups, provision } = dependencies;
  const recorder = createRecorder(dependencies);
  const recordCheckIns = createCheckIns(dependencies, { lookups, recorder });

  function isLoop(request: IncomingMessage, normalizedPingID: string): boolean {
    const forwardedFrom = firstHeader(request, FORWARDED_FROM);
    return (
      forwardedFrom !== undefined && forwardedFrom === dependencies.forwardingSignature(normalizedPingID)
    );
  }

  async function recordPing(
    received: ReceivedRequest,
    { dialect, reading, lookup }: Match<'found'>,
  ): Promise<DialectResponse> {
    const remoteAddress = dependencies.remoteAddress(received.request);
    const { monitor, isNew } =
      lookup.outcome === 'creatable'
        ? await createMonitorBySlug(lookup, { provision, lookups, remoteAddress })
        : { monitor: lookup.monitor, isNew: false };
    if (isLoop(received.request, monitor.normalizedPingID)) return LOOP_DETECTED;
    const recorded = await recorder.recordCall(received, monitor, reading);
    return dialect.writeRecorded({ ...recorded, isNew });
  }

  async function recordBody(
    received: ReceivedRequest,
    { reading }: Match<'check_ins'>,
  ): Promise<DialectResponse> {
    const recorded = await recordCheckIns(received, reading);
    const response = reading.writeAllRecorded(recorded);
    // The response keeps its headers, which ask the client to send nothing but check-ins.
    return recorded.length > 0 || countMiss(dependencies, received.request, received.startedAt) === null
      ? response
      : { ...response, status: 429 };
  }

  return (received, match) => {
    switch (match.outcome) {
      case 'found':
        return recordPing(received, match);
      case 'check_ins':
        return recordBody(received, match);
      case 'failed':
        return Promise.reject(match.error);
      case 'not_found':
        return Promise.reject(notFound(dependencies, received, match));
    }
  };
}

/** Counts a request for an unknown ping URL, and returns its refusal. */
function notFound(
  dependencies: RecorderDependencies,
  { request, method, at }: ReceivedRequest,
  { unknownCall }: Match<'not_found'>,
): AppError {
  dependencies.metrics.pings.notFound.inc();
  if (unknownCall !== null) {
    const sent = { at, remoteAddress: dependencies.remoteAddress(request) };
    dependencies.pingNotices.add(
      unknownCall.normalizedPingID,
      unknownCallNotice({ method, ...unknownCall }, sent),
    );
  }
  return new AppError(
    'not_found',
    'There is no such ping URL. Copy it from the monitor: /ping/{pingID}, then /start, /end, /fail, /log or an exit status.',
  );
}
