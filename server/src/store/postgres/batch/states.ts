import type { MonitorState } from '../../../domain/monitor.ts';
import { parseState } from '../../rows.ts';
import { bigintArray } from '../connection/arrays.ts';
import type { Fields, Statement } from '../connection/statement.ts';

/** A monitor's stored state, locked until the transaction ends. */
export interface LockedState {
  readonly monitorID: number;
  readonly rulesVersion: number;
  /** Not later than the correct wake time; see save-states.ts. */
  readonly wakeAt: number | null;
  readonly state: MonitorState;
}

/** In the order in which {@link parseLocked} reads them. */
const SELECT_STATES = `SELECT monitor_id, rules_version, wake_at, paused, reported, event_count, run_count, last_ping_at,
  last_start_seq, next_expected_at, previous_expected_at, met_until, settled_at, missed_streak, failure_streak,
  success_streak, open_runs, run_deadline_at, incident_reason, incident_at, incident_expected_at, failure_reason,
  failure_at, failure_expected_at FROM monitor_states`;

/** Locks in one order on all nodes, which prevents deadlocks. */
export function lockStates(monitorIDs: readonly number[]): Statement {
  return {
    text: `${SELECT_STATES} WHERE monitor_id = ANY($1::bigint[]) ORDER BY monitor_id FOR NO KEY UPDATE`,
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

/** Locks states whose stored wake time has come, longest overdue first, skipping those that another node has locked. */
export function lockOverdue(at: number, limit: number, except: ReadonlySet<number>): Statement {
  return {
    text:
      `${SELECT_STATES} WHERE wake_at <= $1::bigint AND monitor_id <> ALL ($2::bigint[]) ` +
      'ORDER BY wake_at LIMIT $3::bigint FOR NO KEY UPDATE SKIP LOCKED',
    values: [String(at), bigintArray([...except], (id) => id), String(limit)],
  };
}

export function parseLocked(fields: Fields): LockedState {
  const [id, rules, wakes, paused, reported, events, runs, pinged, start, next, previous, met, settled] =
    fields;
  const [missed, failures, successes, open, deadline, down, downAt, downFor, failed, failedAt, failedFor] =
    fields.slice(13);
  return {
    monitorID: Number(id),
    rulesVersion: Number(rules),
    wakeAt: numberOrNull(wakes),
    state: parseState({
      paused: Number(paused),
      reported: Number(reported),
      event_count: Number(events),
      run_count: Number(runs),
      last_ping_at: numberOrNull(pinged),
      last_start_seq: numberOrNull(start),
      next_expected_at: numberOrNull(next),
      previous_expected_at: numberOrNull(previous),
      met_until: Number(met),
      settled_at: Number(settled),
      missed_streak: Number(missed),
      failure_streak: Number(failures),
      success_streak: Number(successes),
      open_runs: Number(open),
      run_deadline_at: numberOrNull(deadline),
      incident_reason: down ?? null,
      incident_at: numberOrNull(downAt),
      incident_expected_at: numberOrNull(downFor),
      failure_reason: failed ?? null,
      failure_at: numberOrNull(failedAt),
      failure_expected_at: numberOrNull(failedFor),
    }),
  };
}

export function numberOrNull(field: string | null | undefined): number | null {
  return field === null || field === undefined ? null : Number(field);
}
