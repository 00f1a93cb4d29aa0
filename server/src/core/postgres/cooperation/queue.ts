import { numberOrNull } from '../../../database/column.ts';
import { bigintArray, byteaArray, textArray } from '../../../database/postgres/arrays.ts';
import type { Connections } from '../../../database/postgres/connections.ts';
import type { Send } from '../../../database/postgres/send-groups.ts';
import type { RowFields, Statement } from '../../../database/postgres/statement.ts';
import { BEGIN, COMMIT, ROLLBACK } from '../../../database/postgres/transaction-statements.ts';
import type { BatchInput } from '../../../database/records.ts';
import type { SpooledPing } from '../../spool/contract.ts';
import { type PingRow, parsePing, pingRow } from '../../spool/rows.ts';
import { claimTickets } from './tickets.ts';

/** Maximum number of body bytes that one transaction reads. A larger read would delay everything else. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

const COLUMNS = `at, epoch, ticket, normalized_ping_id, type, rid, new_run_id, duration_ms, warnings, method, user_agent,
  remote_address, exit_status, happened_at`;

/** Runs after `claimTickets`, which locks the node's row. The row shows which pings the database already has. */
const INSERT = `INSERT INTO queued_pings (${COLUMNS}, body)
  SELECT given.* FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[],
    $14::bigint[], $15::bytea[])
    AS given (${COLUMNS}, body)
  WHERE ticket > (SELECT through_before FROM ping_nodes WHERE epoch = $16)
  ON CONFLICT DO NOTHING`;

const LOCK_FIRST = `SELECT q.at, q.epoch, q.ticket, q.normalized_ping_id, q.type, q.rid, q.new_run_id, q.duration_ms, q.warnings, q.method,
    q.user_agent, q.remote_address, q.exit_status, q.happened_at, m.id, octet_length(q.body)
  FROM queued_pings q LEFT JOIN monitors m ON m.normalized_ping_id = q.normalized_ping_id
  WHERE q.at <= $1::bigint ORDER BY q.at, q.epoch, q.ticket LIMIT $2::bigint FOR UPDATE OF q`;

/** Positions in the rows of {@link LOCK_FIRST}. */
const MONITOR_AT = 14;
const BODY_BYTES_AT = 15;

const KEYS = 'unnest($1::bigint[], $2::text[], $3::bigint[]) AS k (at, epoch, ticket)';
const IS_KEY = 'q.at = k.at AND q.epoch = k.epoch AND q.ticket = k.ticket';
const READ_BODIES = `SELECT q.epoch, q.ticket, encode(q.body, 'base64') FROM ${KEYS} JOIN queued_pings q ON ${IS_KEY}`;
const REMOVE = `DELETE FROM queued_pings q USING ${KEYS} WHERE ${IS_KEY}`;

/** Queues pings. Skips pings whose tickets the database already has. */
export async function enqueue(connections: Connections, pings: readonly SpooledPing[]): Promise<void> {
  const [first] = pings;
  if (first === undefined) return;
  const { epoch } = first;
  const rows = pings.map(pingRow);
  const connection = await connections.connect();
  try {
    await connection.pipeline([
      ...BEGIN,
      claimTickets({ epoch, numbers: pings.map(({ ticket }) => ticket) }),
      insert(rows, epoch),
      COMMIT,
    ]);
  } catch (error) {
    await connection.pipeline([ROLLBACK]).catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

function insert(rows: readonly PingRow[], epoch: string): Statement {
  const text = (of: (row: PingRow) => string | null) => textArray(rows, (row) => withoutNul(of(row)));
  const number = (of: (row: PingRow) => number | null) => bigintArray(rows, of);
  return {
    text: INSERT,
    values: [
      number((row) => row.at),
      text((row) => row.epoch),
      number((row) => row.ticket),
      text((row) => row.normalized_ping_id),
      text((row) => row.type),
      text((row) => row.rid),
      text((row) => row.new_run_id),
      number((row) => row.duration_ms),
      text((row) => row.warnings),
      text((row) => row.method),
      text((row) => row.user_agent),
      text((row) => row.remote_address),
      number((row) => row.exit_status),
      number((row) => row.happened_at),
      byteaArray(rows, (row) => row.body),
      epoch,
    ],
  };
}

/**
 * Replaces NUL, which PostgreSQL's texts can't hold. If PostgreSQL refused a ping, the ping would block all pings behind it in
 * the queue.
 */
function withoutNul(text: string | null): string | null {
  return text?.replaceAll('\0', '\u{FFFD}') ?? null;
}

interface Queued {
  readonly key: { readonly at: number; readonly epoch: string; readonly ticket: number };
  /** Null if no monitor has the ping ID, or the row is damaged. */
  readonly input: BatchInput | null;
}

/** Locks the first pings in the queue until the transaction ends, and returns the statements that remove them. */
export async function lockFirst(
  send: Send,
  until: number,
  limit: number,
): Promise<{ readonly pings: readonly Queued[]; readonly remove: readonly Statement[] }> {
  const results = await send([...BEGIN, { text: LOCK_FIRST, values: [String(until), String(limit)] }]);
  const rows = withinBytes(results.at(-1)?.rows ?? []);
  const bodies = await readBodies(
    send,
    rows.filter((row) => numberOrNull(row[BODY_BYTES_AT]) !== null).map(keyOf),
  );
  const pings = rows.map((row): Queued => {
    const key = keyOf(row);
    const monitorID = numberOrNull(row[MONITOR_AT]);
    const ping = parsePing(rowOf(row, bodies.get(nameOf(key)) ?? null));
    if (monitorID === null || ping === null) return { key, input: null };
    return { key, input: { monitorID, command: ping.command, request: ping.request } };
  });
  return {
    pings,
    remove:
      pings.length === 0
        ? []
        : [
            withKeys(
              REMOVE,
              pings.map(({ key }) => key),
            ),
          ],
  };
}

/** Returns the first rows whose bodies fit, and at least one. */
function withinBytes(rows: readonly RowFields[]): readonly RowFields[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += numberOrNull(row[BODY_BYTES_AT]) ?? 0;
    return index > 0 && bytes > BODY_BYTES_MAX;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

async function readBodies(
  send: Send,
  keys: readonly Queued['key'][],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (keys.length === 0) return new Map();
  const [result] = await send([withKeys(READ_BODIES, keys)]);
  return new Map(
    (result?.rows ?? []).map(([epoch, ticket, body]) => [
      nameOf({ epoch: epoch ?? '', ticket: Number(ticket) }),
      Buffer.from(body ?? '', 'base64'),
    ]),
  );
}

function withKeys(text: string, keys: readonly Queued['key'][]): Statement {
  return {
    text,
    values: [
      bigintArray(keys, ({ at }) => at),
      textArray(keys, ({ epoch }) => epoch),
      bigintArray(keys, ({ ticket }) => ticket),
    ],
  };
}

function keyOf([at, epoch, ticket]: RowFields): Queued['key'] {
  return { at: Number(at), epoch: epoch ?? '', ticket: Number(ticket) };
}

function nameOf({ epoch, ticket }: { readonly epoch: string; readonly ticket: number }): string {
  return `${ticket} ${epoch}`;
}

function rowOf(fields: RowFields, body: Uint8Array | null): PingRow {
  const [
    at,
    epoch,
    ticket,
    normalizedPingID,
    type,
    rid,
    newRunID,
    duration,
    warnings,
    method,
    agent,
    address,
    exit,
    happened,
  ] = fields;
  return {
    at: Number(at),
    happened_at: numberOrNull(happened),
    epoch: epoch ?? '',
    ticket: Number(ticket),
    normalized_ping_id: normalizedPingID ?? '',
    type: type ?? '',
    rid: rid ?? null,
    new_run_id: newRunID ?? null,
    duration_ms: numberOrNull(duration),
    warnings: warnings ?? '',
    method: method ?? '',
    user_agent: agent ?? '',
    remote_address: address ?? '',
    exit_status: numberOrNull(exit),
    body,
    team_id: null,
  };
}
