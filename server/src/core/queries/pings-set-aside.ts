import { AppError } from '@overdue/domain/error.ts';
import type { Ping } from '@overdue/domain/ping/event.ts';
import { type Kysely, sql } from 'kysely';
import type { BatchInput, CommandInput, PingRequest } from '../../database/records.ts';
import type { Schema } from '../../database/schema.ts';
import type { PingsSetAside } from '../contract.ts';
import type { SpooledPing } from '../spool/contract.ts';
import { type PingRow, parsePing, pingRow } from '../spool/rows.ts';

/**
 * Maximum pings of a monitor that are set aside. Further new pings get 503. Pings from a spool or the
 * shared queue have no limit, because they were acknowledged.
 */
export const SET_ASIDE_PER_MONITOR_MAX = 1000;
/** Pings of a monitor that are tried again in one transaction. */
export const RETRIED_MAX = 40;
export const REASON_LENGTH_MAX = 500;
const RETRY_AFTER_SECONDS = 5;

/** A ping that can't be stored, as a row to set aside. */
export interface PingSetAside {
  readonly monitorID: number;
  readonly row: PingRow;
  /** '' if the ping waits behind another one. */
  readonly reason: string;
}

/** Returns the ping of an input that could not be stored; null if the input is no ping, and so is not set aside. */
export function pingSetAside(input: BatchInput, error: unknown): PingSetAside | null {
  if (!isPing(input) || input.request === undefined) return null;
  const { monitorID, command, request } = input;
  const reason = error instanceof EarlierPingsSetAside ? '' : setAsideReason(error);
  return { monitorID, row: pingRow(unsent(command, request)), reason };
}

/** A ping that is set aside belongs to a monitor, not to a node, so it has neither an epoch nor a ping ID. */
function unsent(command: Ping, request: PingRequest): SpooledPing {
  return { epoch: '', ticket: 0, normalizedPingID: '', command, request };
}

export function isPing(input: BatchInput): input is CommandInput & { readonly command: Ping } {
  return 'command' in input && input.command.kind === 'ping';
}

/** Returns the input of a stored row; null if the row is damaged. */
export function parsePingSetAside(monitorID: number, row: PingRow): CommandInput | null {
  const ping = parsePing(row);
  return ping === null ? null : { monitorID, command: ping.command, request: ping.request };
}

/** Error for an input of a monitor whose earlier pings are set aside. Nothing may overtake them. */
export class EarlierPingsSetAside extends AppError {
  constructor() {
    super(
      'unavailable',
      "The database refuses earlier pings of this monitor. They are set aside and tried again. The service's log has the reason. Try again later.",
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

export function tooManySetAside(): AppError {
  return new AppError(
    'unavailable',
    `The database refuses the pings of this monitor, and ${SET_ASIDE_PER_MONITOR_MAX} pings are already waiting. Send the ping again.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** Returns the error text to store with a row that is set aside. */
export function setAsideReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
}

/** See {@link import('../contract.ts').PingQueue}. */
export async function readPingsSetAside(db: Kysely<Schema>, limit: number): Promise<PingsSetAside> {
  const { pings } = await db
    .selectFrom('pings_set_aside')
    .select(({ fn }) => fn.countAll<number>().as('pings'))
    .executeTakeFirstOrThrow();
  if (pings === 0) return { pings, monitors: [] };
  const monitors = await db
    .selectFrom('pings_set_aside')
    .select(({ fn }) => ['monitor_id as monitorID', fn.max('reason').as('reason')])
    .groupBy('monitor_id')
    .orderBy(sql`MIN(tried_at)`)
    .orderBy('monitor_id')
    .limit(limit)
    .execute();
  return { pings, monitors };
}
