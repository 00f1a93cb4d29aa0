import type { MonitorState } from '../../../domain/monitor.ts';
import { parseState } from '../../rows.ts';
import { bigintArray } from '../connection/arrays.ts';
import type { Fields, Statement } from '../connection/statement.ts';

/** A monitor's stored state, locked until the transaction ends. */
export interface LockedState {
  readonly monitorID: number;
  readonly rulesVersion: number;
  /** Stored wake time: the correct one or earlier; see save-states.ts. */
  readonly wakeAt: number | null;
  readonly state: MonitorState;
}

/** In the order in which {@link parseLocked} reads them. */
const SELECT_STATES = `SELECT monitor_id, rules_version, wake_at, paused, reported, event_count, run_count, last_ping_at,
  last_start_seq, next_expected_at, previous_expected_at, met_until, settled_at, missed_streak, failure_streak,
  success_streak, open_runs, run_deadline_at, streaks_since, incident_reason, incident_at, incident_expected_at, failure_reason,
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
  const [
    monitorID,
    rulesVersion,
    wakeAt,
    paused,
    reported,
    eventCount,
    runCount,
    lastPingAt,
    lastStartSeq,
    nextExpectedAt,
    previousExpectedAt,
    metUntil,
    settledAt,
  ] = fields;
  const [
    missedStreak,
    failureStreak,
    successStreak,
    openRuns,
    runDeadlineAt,
    streaksSince,
    incidentReason,
    incidentAt,
    incidentExpectedAt,
    failureReason,
    failureAt,
    failureExpectedAt,
  ] = fields.slice(13);
  return {
    monitorID: Number(monitorID),
    rulesVersion: Number(rulesVersion),
    wakeAt: numberOrNull(wakeAt),
    state: parseState({
      paused: Number(paused),
      reported: Number(reported),
      event_count: Number(eventCount),
      run_count: Number(runCount),
      last_ping_at: numberOrNull(lastPingAt),
      last_start_seq: numberOrNull(lastStartSeq),
      next_expected_at: numberOrNull(nextExpectedAt),
      previous_expected_at: numberOrNull(previousExpectedAt),
      met_until: Number(metUntil),
      settled_at: Number(settledAt),
      missed_streak: Number(missedStreak),
      failure_streak: Number(failureStreak),
      success_streak: Number(successStreak),
      open_runs: Number(openRuns),
      run_deadline_at: numberOrNull(runDeadlineAt),
      streaks_since: Number(streaksSince),
      incident_reason: incidentReason ?? null,
      incident_at: numberOrNull(incidentAt),
      incident_expected_at: numberOrNull(incidentExpectedAt),
      failure_reason: failureReason ?? null,
      failure_at: numberOrNull(failureAt),
      failure_expected_at: numberOrNull(failureExpectedAt),
    }),
  };
}

export function numberOrNull(field: string | null | undefined): number | null {
  return field === null || field === undefined ? null : Number(field);
}
