import { parseMonitorAlerting } from '../alert-rows.ts';
import { parseRules, parseState, parseTexts, type RulesRow, type StateRow } from '../rows.ts';
import type { MonitorRecord } from '../store.ts';

/** What a monitor is read from: all but what only look-ups and the watchdog need. */
export interface MonitorRow extends RulesRow, StateRow {
  readonly id: number;
  readonly team_id: string;
  readonly project_id: number;
  readonly short_id: string;
  readonly ping_id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly created_at: number;
  readonly alerting: string;
}

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
