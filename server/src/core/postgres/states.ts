import type { MonitorState } from '@overdue/domain/monitor/state.ts';
import { type Cell, columnNames, numberOrNull } from '../../database/column.ts';
import { parseState, STATE_COLUMNS, type StateRow } from '../../database/monitor-state-columns.ts';
import { bigintArray } from '../../database/postgres/arrays.ts';
import type { RowFields, Statement } from '../../database/postgres/statement.ts';
import { rowMaker } from '../../database/row-maker.ts';

/** A monitor's stored state, locked until the transaction ends. */
export interface LockedState {
  readonly monitorID: number;
  readonly rulesVersion: number;
  /** Stored wake time, which is correct or too early; see save-states.ts. */
  readonly wakeAt: number | null;
  readonly state: MonitorState;
}

const COLUMNS = ['monitor_id', 'rules_version', ...columnNames(STATE_COLUMNS)];
const SELECT_STATES = `SELECT ${COLUMNS.join(', ')} FROM monitor_states`;

interface LockedRow extends StateRow {
  readonly monitor_id: Cell;
  readonly rules_version: Cell;
  readonly wake_at: Cell;
}

const rowOf = rowMaker<LockedRow>(COLUMNS);

/** Locks states in the order of their IDs on all nodes, which prevents deadlocks. */
export function lockStates(monitorIDs: readonly number[]): Statement {
  return {
    text: `${SELECT_STATES} WHERE monitor_id = ANY($1::bigint[]) ORDER BY monitor_id FOR NO KEY UPDATE`,
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

/** Finds the monitors with pings that were set aside. Runs after the monitors are locked, which is when pings are set aside. */
export function findSetAside(monitorIDs: readonly number[]): Statement {
  return {
    text: 'SELECT DISTINCT monitor_id FROM pings_set_aside WHERE monitor_id = ANY($1::bigint[])',
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

/** Locks states whose stored wake time has come, longest overdue first. Skips states that another node has locked, and monitors with pings that were set aside. */
export function lockOverdue(at: number, limit: number, except: ReadonlySet<number>): Statement {
  return {
    text:
      `${SELECT_STATES} WHERE wake_at <= $1::bigint AND monitor_id <> ALL ($2::bigint[]) ` +
      'AND NOT EXISTS (SELECT FROM pings_set_aside r WHERE r.monitor_id = monitor_states.monitor_id) ' +
      'ORDER BY wake_at LIMIT $3::bigint FOR NO KEY UPDATE SKIP LOCKED',
    values: [String(at), bigintArray([...except], (id) => id), String(limit)],
  };
}

export function parseLocked(fields: RowFields): LockedState {
  const row = rowOf(fields);
  return {
    monitorID: Number(row.monitor_id),
    rulesVersion: Number(row.rules_version),
    wakeAt: numberOrNull(row.wake_at),
    state: parseState(row),
  };
}
