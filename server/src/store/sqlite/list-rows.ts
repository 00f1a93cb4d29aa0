import type { MonitorRow } from '../queries/monitor-record.ts';
import type { ListRows } from '../queries/monitors.ts';
import { type Connection, prepare } from '../sqlite-connection.ts';

/**
 * Those of a {@link MonitorRow} and no others: each takes its time ten thousand times, and one of monitors that its index by team
 * lacks would be looked up in the table, a page of the file for each monitor.
 */
const COLUMNS = `m.id, m.team_id, m.project_id, m.short_id, m.ping_id, m.name, m.description, m.tags, m.schedule_type,
  m.interval_ms, m.cron, m.timezone, m.grace_ms, m.max_run_ms, m.alert_after_failures, m.recover_after_successes, m.created_at,
  m.alerting, s.paused, s.reported, s.event_count, s.run_count, s.last_ping_at, s.last_start_seq, s.next_expected_at,
  s.previous_expected_at, s.met_until, s.settled_at, s.missed_streak, s.failure_streak, s.success_streak, s.open_runs,
  s.run_deadline_at, s.incident_reason, s.incident_at, s.incident_expected_at, s.failure_reason, s.failure_at,
  s.failure_expected_at`;

const SELECT = `SELECT ${COLUMNS} FROM monitors m JOIN monitor_states s ON s.monitor_id = m.id WHERE m.team_id = ? AND m.id > ?`;

/** The statements of a list, so that their plans can be looked at. */
export const LIST_STATEMENTS = {
  projects: 'SELECT id, short_id FROM projects WHERE team_id = ?',
  ofTeam: `${SELECT} ORDER BY m.id LIMIT ?`,
  ofProject: `${SELECT} AND m.project_id = ? ORDER BY m.id LIMIT ?`,
};

/** By hand: a long list is read in many steps, and preparing a statement for each would take as long as a hundred rows. */
export function prepareListRows(
  db: Connection,
): ListRows & { readonly byID: (teamID: string, ids: readonly number[]) => readonly MonitorRow[] } {
  const projects = prepare<[string], { readonly id: number; readonly short_id: string }>(
    db,
    LIST_STATEMENTS.projects,
  );
  const ofTeam = prepare<[string, number, number], MonitorRow>(db, LIST_STATEMENTS.ofTeam);
  const ofProject = prepare<[string, number, number, number], MonitorRow>(db, LIST_STATEMENTS.ofProject);
  const byID = prepare<[string, string], MonitorRow>(
    db,
    `SELECT ${COLUMNS} FROM monitors m JOIN monitor_states s ON s.monitor_id = m.id
      WHERE m.team_id = ? AND m.id IN (SELECT value FROM json_each(?))`,
  );
  return {
    byID: (teamID, ids) => byID.all(teamID, JSON.stringify(ids)),
    projects: async (teamID) => projects.all(teamID),
    monitors: async (teamID, { projectID, afterID, limit }) =>
      projectID === null
        ? ofTeam.all(teamID, afterID, limit)
        : ofProject.all(teamID, afterID, projectID, limit),
  };
}
