import { AppError } from '@overdue/domain/error.ts';
import type { SpoolMetrics } from '../../../platform/metrics/metrics.ts';
import type { Spool } from '../../spool/contract.ts';
import { type AcceptedPing, type PingOutcome, spooledEvent } from '../accepted-ping.ts';
import type { TicketedPing } from '../apply-pings.ts';
import { createDrainProgress } from '../drain-progress.ts';
import { createAmounts, isShareUsedUp } from '../team-share.ts';

const FULL_RETRY_AFTER_SECONDS = 5;

export interface LaneSpoolOptions {
  readonly spool: Spool;
  /** Maximum pings in the spool. Shared with the other spools of this process. */
  readonly pingsMax: () => number;
  /** Returns how many pings of a team are in all spools of this process. */
  readonly pingsOf: (teamID: string | null) => number;
  readonly epoch: string;
  readonly newID: () => string;
  readonly meters: Pick<SpoolMetrics, 'spooled'>;
}

/** Pings in the spool of a lane. */
export interface LaneSpool {
  assignTickets(arrivals: readonly AcceptedPing[]): readonly TicketedPing[];
  /** Spools the pings, and refuses pings whose team has used up its share. Throws if the spool can't be written. */
  append(pings: readonly TicketedPing[]): readonly (PingOutcome | AppError)[];
  hasCapacity(): boolean;
  /** Records that the oldest pings were moved to the shared queue. */
  markQueued(count: number): void;
  /** Resolves once every ping currently in the spool is in the shared queue. */
  drain(): Promise<void>;
  fail(error: Error): void;
}

export function createLaneSpool({
  spool,
  pingsMax,
  pingsOf,
  epoch,
  newID,
  meters,
}: LaneSpoolOptions): LaneSpool {
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
      const fitting = appendToSpool(spool, pings, { epoch, pingsMax: pingsMax(), pingsOf });
      isSpoolWritable = true;
      const count = fitting.filter((ping) => ping !== null).length;
      progress.add(count);
      meters.spooled.inc(count);
      return fitting.map((ping) =>
        ping === null ? spoolFullError() : { outcome: 'spooled', event: spooledEvent(ping.command) },
      );
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
    'The database is unavailable, and too many pings of this team are already waiting. Send the ping again.',
    { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS },
  );
}

/** Maximum total bytes of bodies in the spool. Teams share them; further pings are spooled without their bodies. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;
const BODY_DROPPED =
  'The body was dropped: the database is unavailable, and too many bodies are already waiting.';

/**
 * Appends pings to the spool. Returns each ping as it was spooled, or null if its team has used up its share of the spool. Throws if
 * the spool can't be written.
 */
export function appendToSpool(
  spool: Spool,
  pings: readonly TicketedPing[],
  { pingsMax, pingsOf, epoch }: Pick<LaneSpoolOptions, 'pingsOf' | 'epoch'> & { readonly pingsMax: number },
): readonly (TicketedPing | null)[] {
  const added = { pings: createAmounts<string | null>(), bytes: createAmounts<string | null>() };
  let pingsLeft = pingsMax - spool.size().pings;
  let bytesLeft = BODY_BYTES_MAX - spool.size().bytes;
  const fitting = pings.map((ping) => {
    const { teamID, request } = ping;
    if (isShareUsedUp(pingsOf(teamID) + added.pings.of(teamID), pingsLeft)) return null;
    pingsLeft -= 1;
    added.pings.add(teamID, 1);
    const size = request.body?.byteLength ?? 0;
    if (size === 0) return ping;
    const held = spool.heldBy(teamID).bytes + added.bytes.of(teamID);
    if (size > bytesLeft || isShareUsedUp(held, bytesLeft)) return withoutBody(ping);
    bytesLeft -= size;
    added.bytes.add(teamID, size);
    return ping;
  });
  spool.append(fitting.filter((ping) => ping !== null).map((ping) => ({ ...ping, epoch })));
  return fitting;
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
