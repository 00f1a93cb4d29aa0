import { AppError } from '@overdue/domain/error.ts';
import type { SpoolMetrics } from '../../../platform/metrics/metrics.ts';
import type { Spool } from '../../spool/contract.ts';
import { type AcceptedPing, type PingOutcome, spooledEvent } from '../accepted-ping.ts';
import type { TicketedPing } from '../apply-pings.ts';
import { createDrainProgress } from '../drain-progress.ts';

const FULL_RETRY_AFTER_SECONDS = 5;

export interface LaneSpoolOptions {
  readonly spool: Spool;
  /** Maximum pings in the spool. Shared with the other spools of this process. */
  readonly pingsMax: () => number;
  readonly epoch: string;
  readonly newID: () => string;
  readonly meters: Pick<SpoolMetrics, 'spooled'>;
}

/** Pings in the spool of a lane. */
export interface LaneSpool {
  assignTickets(arrivals: readonly AcceptedPing[]): readonly TicketedPing[];
  /** Spools the pings, and refuses pings that don't fit. Throws if the spool can't be written. */
  append(pings: readonly TicketedPing[]): readonly (PingOutcome | AppError)[];
  hasCapacity(): boolean;
  /** Records that the oldest pings were moved to the shared queue. */
  markQueued(count: number): void;
  /** Resolves once every ping currently in the spool is in the shared queue. */
  drain(): Promise<void>;
  fail(error: Error): void;
}

export function createLaneSpool({ spool, pingsMax, epoch, newID, meters }: LaneSpoolOptions): LaneSpool {
  let ticket = 0;
  let isSpoolWritable = true;
  const progress = createDrainProgress();
  progress.add(spool.size().pings);

  function assignTicket(arrival: AcceptedPing): TicketedPing {
    ticket += 1;
    const { command } = arrival;
    // Assigns the run ID now, because the sender may receive it before the ping reaches the database.
    return command.rid === null
      ? { ...arrival, ticket, command: { ...command, newRunID: newID() } }
      : { ...arrival, ticket };
  }

  return {
    assignTickets: (arrivals) => arrivals.map(assignTicket),
    append(pings) {
      isSpoolWritable = false;
      const kept = appendToSpool(spool, pings, { epoch, pingsMax: pingsMax() });
      isSpoolWritable = true;
      progress.add(kept.length);
      meters.spooled.inc(kept.length);
      return pings.map((_, index) => {
        const ping = kept[index];
        return ping === undefined
          ? spoolFullError()
          : { outcome: 'spooled', event: spooledEvent(ping.command) };
      });
    },
    hasCapacity: () => isSpoolWritable && spool.size().pings < pingsMax(),
    markQueued: (count) => progress.end(count),
    drain: () => progress.drain(),
    fail: (error) => progress.fail(error),
  };
}

function spoolFullError(): AppError {
  return new AppError(
    'unavailable',
    'The database is unavailable, and too many pings are already waiting. Send the ping again.',
    { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS },
  );
}

/** Maximum total bytes of bodies in the spool. Further pings are spooled without their bodies. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;
const BODY_DROPPED =
  'The body was dropped: the database is unavailable, and too many bodies are already waiting.';

/** Appends pings to the spool, and returns the pings that fit. Throws if the spool can't be written. */
export function appendToSpool(
  spool: Spool,
  pings: readonly TicketedPing[],
  { pingsMax, epoch }: { readonly pingsMax: number; readonly epoch: string },
): readonly TicketedPing[] {
  let { bytes } = spool.size();
  const room = Math.max(0, pingsMax - spool.size().pings);
  const kept = pings.slice(0, room).map((ping) => {
    const size = ping.request.body?.byteLength ?? 0;
    if (bytes + size > BODY_BYTES_MAX) return withoutBody(ping);
    bytes += size;
    return ping;
  });
  spool.append(kept.map((ping) => ({ ...ping, epoch })));
  return kept;
}

function withoutBody(ping: TicketedPing): TicketedPing {
  const { command, request } = ping;
  if (request.body === null) return ping;
  return {
    ...ping,
    command: { ...command, warnings: [...command.warnings, BODY_DROPPED] },
    request: { ...request, body: null },
  };
}
