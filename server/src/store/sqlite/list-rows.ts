import type { Database } from 'better-sqlite3';
import type { MonitorRow } from '../queries/monitor-record.ts';
import type { ListRows } from '../queries/monitors.ts';

/** By hand: a long list is read in many steps, and preparing a statement for each would take as long as a hundred rows. */
export function prepareListRows(db: Database): ListRows {
  const projects = db.prepare<[string], { readonly id: number; readonly short_id: string }>(
    'SELECT id, short_id FROM projects WHERE team_id = ?',
  );
  const select =
    'SELECT s.*, m.* FROM monitors m JOIN monitor_states s ON s.monitor_id = m.id WHERE m.team_id = ? AND m.id > ?';
  const ofTeam = db.prepare<[string, number, number], MonitorRow>(`${select} ORDER BY m.id LIMIT ?`);
  const ofProject = db.prepare<[string, number, number, number], MonitorRow>(
    `${select} AND m.project_id = ? ORDER BY m.id LIMIT ?`,
  );
  return {
    projects: async (teamID) => projects.all(teamID),
    monitors: async (teamID, { projectID, afterID, limit }) =>
      projectID === null
        ? ofTeam.all(teamID, afterID, limit)
        : ofProject.all(teamID, afterID, projectID, limit),
  };
}
