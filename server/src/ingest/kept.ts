import { AppError } from '../domain/error.ts';
import type { SpoolMetrics } from '../metrics/metrics.ts';
import type { Spool } from '../store/spool/contract.ts';
import type { Numbered } from './apply-pings.ts';
import { type Arrival, spooledEvent, type Taken } from './arrival.ts';
import { keepInSpool } from './keep.ts';
import { createProgress } from './progress.ts';

const FULL_RETRY_AFTER_SECONDS = 5;

export interface KeptOptions {
  readonly spool: Spool;
  /** Maximum pings in the spool. Shared with the other spools of this process. */
  readonly pingsMax: () => number;
  /** Identifies this run of the process, and the lane in it. Tickets are counted per epoch. */
  readonly epoch: string;
  readonly newID: () => string;
  readonly meters: Pick<SpoolMetrics, 'spooled'>;
}

/** Pings that a lane keeps in its spool. */
export interface Kept {
  number(arrivals: readonly Arrival[]): readonly Numbered[];
  /** Answers each ping, or refuses pings that don't fit. Throws if the spool can't be written. */
  keep(pings: readonly Numbered[]): readonly (Taken | AppError)[];
  hasRoom(): boolean;
  /** To be called once the oldest pings are handed in. */
  end(count: number): void;
  /** Resolves once every ping currently in the spool is handed in. */
  settle(): Promise<void>;
  fail(error: Error): void;
}

export function createKept({ spool, pingsMax, epoch, newID, meters }: KeptOptions): Kept {
  let ticket = 0;
  let isSpoolWell = true;
  const progress = createProgress();
  progress.take(spool.size().pings);

  function number(arrival: Arrival): Numbered {
    ticket += 1;
    const { command } = arrival;
    // The sender may get the ID before the database is back, so the ID must not change.
    return command.rid === null
      ? { ...arrival, ticket, command: { ...command, newRunID: newID() } }
      : { ...arrival, ticket };
  }

  return {
    number: (arrivals) => arrivals.map(number),
    keep(pings) {
      isSpoolWell = false;
      const kept = keepInSpool(spool, pings, { epoch, pingsMax: pingsMax() });
      isSpoolWell = true;
      progress.take(kept.length);
      meters.spooled.inc(kept.length);
      return pings.map((_, index) => {
        const ping = kept[index];
        return ping === undefined ? full() : { outcome: 'spooled', event: spooledEvent(ping.command) };
      });
    },
    hasRoom: () => isSpoolWell && spool.size().pings < pingsMax(),
    end: (count) => progress.end(count),
    settle: () => progress.settle(),
    fail: (error) => progress.fail(error),
  };
}

function full(): AppError {
  return new AppError(
    'unavailable',
    'The database is away, and no more pings can wait for it. Send it again.',
    { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS },
  );
}
