import { numberOrNull } from '../../database/column.ts';
import { bigintArray, byteaArray, textArray } from '../../database/postgres/arrays.ts';
import type { Send } from '../../database/postgres/send-groups.ts';
import type { RowFields, Statement } from '../../database/postgres/statement.ts';
import { BEGIN, COMMIT } from '../../database/postgres/transaction-statements.ts';
import type { ApplyOutcome, BatchInput, CommandInput } from '../../database/records.ts';
import {
  type PingSetAside,
  parsePingSetAside,
  pingSetAside,
  RETRIED_MAX,
  SET_ASIDE_PER_MONITOR_MAX,
  setAsideReason,
  tooManySetAside,
} from '../queries/pings-set-aside.ts';
import type { PingRow } from '../spool/rows.ts';
import type { Applier } from './apply.ts';
import { lockStates } from './states.ts';
import { applyAlone, type Transact } from './transact.ts';

const COLUMNS = `at, happened_at, type, rid, new_run_id, duration_ms, warnings, method, user_agent, remote_address, exit_status`;

/** Inserts nothing if the monitor was deleted, or too many of its pings are set aside. */
const SET_ASIDE = `INSERT INTO pings_set_aside (monitor_id, reason, tried_at, ${COLUMNS}, body)
  SELECT s.monitor_id, $2, given.at, given.* FROM monitor_states s, unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[],
    $7::text[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::bytea[])
    AS given (${COLUMNS}, body)
  WHERE s.monitor_id = $1::bigint
    AND (SELECT count(*) FROM (SELECT FROM pings_set_aside WHERE monitor_id = $1::bigint LIMIT $15::bigint) AS earlier) < $15::bigint
  RETURNING id`;

const READ_FIRST = `SELECT id, ${COLUMNS}, encode(body, 'base64') FROM pings_set_aside
  WHERE monitor_id = $1::bigint ORDER BY id LIMIT ${RETRIED_MAX}`;

/** Effectively no limit. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** An input to apply in its own savepoint. `isAcknowledged`: whether the ping was acknowledged, so that there is no limit. */
export interface Alone {
  readonly applier: Applier;
  readonly send: Send;
  readonly input: BatchInput;
  readonly isAcknowledged: boolean;
}

/** Applies an input in its own savepoint. Sets aside a ping that can't be stored, so that the other inputs can be committed. */
export async function applyOrSetAside({
  applier,
  send,
  input,
  isAcknowledged,
}: Alone): Promise<ApplyOutcome> {
  const applied = await applyAlone(applier, input, { send });
  if (applied.outcome !== 'failed') return applied;
  const ping = pingSetAside(input, applied.error);
  if (ping === null) return applied;
  const limit = isAcknowledged ? UNLIMITED : SET_ASIDE_PER_MONITOR_MAX;
  // The monitor is locked until the commit, so that no other batch overtakes the ping.
  const [locked, inserted] = await send([lockStates([ping.monitorID]), setAside(ping, limit)]);
  if (locked?.rows.length === 0) return { outcome: 'gone' };
  return inserted?.rows.length === 0
    ? { outcome: 'failed', error: tooManySetAside() }
    : { outcome: 'set_aside' };
}

function setAside({ monitorID, row, reason }: PingSetAside, limit: number): Statement {
  const text = (value: string | null) =>
    textArray([value], (one) => one?.replaceAll('\0', '\u{FFFD}') ?? null);
  const number = (value: number | null) => bigintArray([value], (one) => one);
  return {
    text: SET_ASIDE,
    values: [
      String(monitorID),
      reason.replaceAll('\0', '\u{FFFD}'),
      number(row.at),
      number(row.happened_at),
      text(row.type),
      text(row.rid),
      text(row.new_run_id),
      number(row.duration_ms),
      text(row.warnings),
      text(row.method),
      text(row.user_agent),
      text(row.remote_address),
      number(row.exit_status),
      byteaArray([row.body], (body) => body),
      String(limit),
    ],
  };
}

/** See {@link import('../contract.ts').PingQueue}. */
export function applyPingsSetAside(
  transact: Transact,
  applier: Applier,
  { monitorID, at }: { readonly monitorID: number; readonly at: number },
): Promise<readonly ApplyOutcome[]> {
  return transact(async (send) => {
    const read = { text: READ_FIRST, values: [String(monitorID)] };
    const results = await send([...BEGIN, lockStates([monitorID]), read]);
    const applied: ApplyOutcome[] = [];
    const done: number[] = [];
    const close: Statement[] = [];
    for (const row of results.at(-1)?.rows ?? []) {
      const input = inputOf(monitorID, row);
      const outcome: ApplyOutcome =
        input === null
          ? { outcome: 'gone' }
          : await applyAlone(applier, input, { send, passesSetAside: true });
      if (outcome.outcome === 'failed') {
        close.push(markTried(Number(row[0]), at, setAsideReason(outcome.error)));
        break;
      }
      applied.push(outcome);
      done.push(Number(row[0]));
    }
    if (done.length > 0) close.push(remove(done));
    await send([...close, COMMIT]);
    return applied;
  });
}

function markTried(id: number, at: number, reason: string): Statement {
  return {
    text: 'UPDATE pings_set_aside SET tried_at = $2::bigint, reason = $3 WHERE id = $1::bigint',
    values: [String(id), String(at), reason.replaceAll('\0', '\u{FFFD}')],
  };
}

function remove(ids: readonly number[]): Statement {
  return {
    text: 'DELETE FROM pings_set_aside WHERE id = ANY($1::bigint[])',
    values: [bigintArray(ids, (id) => id)],
  };
}

function inputOf(monitorID: number, fields: RowFields): CommandInput | null {
  const [, at, happened, type, rid, newRunID, duration, warnings, method, agent, address, exit, body] =
    fields;
  const row: PingRow = {
    epoch: '',
    ticket: 0,
    normalized_ping_id: '',
    at: Number(at),
    happened_at: numberOrNull(happened),
    type: type ?? '',
    rid: rid ?? null,
    new_run_id: newRunID ?? null,
    duration_ms: numberOrNull(duration),
    warnings: warnings ?? '',
    method: method ?? '',
    user_agent: agent ?? '',
    remote_address: address ?? '',
    exit_status: numberOrNull(exit),
    body: body === null || body === undefined ? null : Buffer.from(body, 'base64'),
    team_id: null,
  };
  return parsePingSetAside(monitorID, row);
}
