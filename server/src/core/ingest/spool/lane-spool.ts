import { AppError } from '@overdue/domain/error.ts';
import type { SpoolMetrics } from '../../../platform/metrics/metrics.ts';
import type { Spool } from '../../spool/contract.ts';
import { type AcceptedPing, type PingOutcome, spooledEvent } from '../accepted-ping.ts';
import type { TicketedPing } from '../apply-pings.ts';
import { createDrainProgress } from '../drain-progress.ts';
import { appendToSpool } from './append.ts';

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
