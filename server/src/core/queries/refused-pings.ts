import { AppError } from '@overdue/domain/error.ts';
import type { Ping } from '@overdue/domain/event.ts';
import { type Kysely, sql } from 'kysely';
import type { BatchInput, CommandInput, PingRequest } from '../../database/records.ts';
import type { Schema } from '../../database/schema.ts';
import type { RefusedPings } from '../queue-contract.ts';
import type { SpooledPing } from '../spool/contract.ts';
import { type PingRow, parsePing, pingRow } from '../spool/rows.ts';
import { setAsideReason } from './set-aside.ts';

/**
 * Maximum pings of a monitor that are kept after the database refused them. Further new pings get 503. Pings from a spool or the
 * shared queue have no limit, because they were acknowledged.
 */
export const REFUSED_PER_MONITOR_MAX = 1000;
/** Pings of a monitor that are tried again in one transaction. */
export const RETRIED_MAX = 40;
const RETRY_AFTER_SECONDS = 5;

/** A ping that the database refused, as a row to keep. */
export interface RefusedPing {
  readonly monitorID: number;
  readonly row: PingRow;
  /** '' if the ping waits behind another one. */
  readonly reason: string;
}

/** Returns the ping of an input that could not be stored; null if the input is no ping, and so is not kept. */
export function refusedPing(input: BatchInput, error: unknown): RefusedPing | null {
  if (!isPing(input) || input.request === undefined) return null;
  const { monitorID, command, request } = input;
  const reason = error instanceof EarlierPingsRefused ? '' : setAsideReason(error);
  return { monitorID, row: pingRow(unsent(command, request)), reason };
}

/** A refused ping belongs to a monitor, not to a node, so it has neither an epoch nor a ping ID. */
function unsent(command: Ping, request: PingRequest): SpooledPing {
  return { epoch: '', ticket: 0, normalizedPingID: '', command, request };
}

export function isPing(input: BatchInput): input is CommandInput & { readonly command: Ping } {
  return 'command' in input && input.command.kind === 'ping';
}

/** Returns the input of a stored row; null if the row is damaged. */
export function parseRefused(monitorID: number, row: PingRow): CommandInput | null {
  const ping = parsePing(row);
  return ping === null ? null : { monitorID, command: ping.command, request: ping.request };
}

/** Error for an input of a monitor whose earlier pings wait, because the database refuses them. Nothing may overtake them. */
export class EarlierPingsRefused extends AppError {
  constructor() {
    super(
      'unavailable',
      "The database refuses earlier pings of this monitor. They are kept and tried again. The service's log has the reason. Try again later.",
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

export function tooManyRefused(): AppError {
  return new AppError(
    'unavailable',
    `The database refuses the pings of this monitor, and ${REFUSED_PER_MONITOR_MAX} pings are already waiting. Send the ping again.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** See {@link import('../queue-contract.ts').PingQueue}. */
export async function readRefused(db: Kysely<Schema>, limit: number): Promise<RefusedPings> {
  const { pings } = await db
    .selectFrom('refused_pings')
    .select(({ fn }) => fn.countAll<number>().as('pings'))
    .executeTakeFirstOrThrow();
  if (pings === 0) return { pings, monitors: [] };
  const monitors = await db
    .selectFrom('refused_pings')
    .select(({ fn }) => ['monitor_id as monitorID', fn.max('reason').as('reason')])
    .groupBy('monitor_id')
    .orderBy(sql`MIN(tried_at)`)
    .orderBy('monitor_id')
    .limit(limit)
    .execute();
  return { pings, monitors };
}
