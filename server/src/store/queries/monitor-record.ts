import type { Selectable } from 'kysely';
import { parseMonitorAlerting } from '../alert-rows.ts';
import { parseRules, parseState, parseTexts } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { MonitorRecord } from '../store.ts';

export type MonitorRow = Selectable<Schema['monitors']> & Selectable<Schema['monitor_states']>;

export function parseMonitor(row: MonitorRow, projectShortID: string): MonitorRecord {
  return {
    id: row.id,
    teamID: row.team_id,
    shortID: row.short_id,
    projectShortID,
    pingID: row.ping_id,
    createdAt: row.created_at,
    details: {
      name: row.name,
      description: row.description,
      tags: parseTexts(row.tags, 'monitors.tags'),
      projectID: row.project_id,
      alerting: parseMonitorAlerting(row.alerting),
    },
    rules: parseRules(row),
    state: parseState(row),
  };
}
