import type { Cell } from '../database/column.ts';
import {
  type DetailsRow,
  parseDetails,
  parseRules,
  type RulesRow,
} from '../database/monitor-settings-columns.ts';
import { parseState, type StateRow } from '../database/monitor-state-columns.ts';
import type { MonitorRecord } from '../database/records.ts';
import { readOr } from '../database/rows.ts';
import { parsePingNotices } from './ping-notice-rows.ts';
import type { WorkingSettings } from './working-set.ts';

/** Columns of the settings outside the rules, with the revision. */
export type SettingsRow = DetailsRow & { readonly revision: Cell };

/** Columns of a monitor, except those used only for look-ups and by the watchdog. */
export interface MonitorRow extends RulesRow, StateRow, SettingsRow {
  readonly id: number;
  readonly team_id: string;
  readonly short_id: string;
  readonly ping_id: string;
  readonly created_at: number;
  readonly ping_notices: string | null;
}

export function parseSettings(row: SettingsRow): WorkingSettings {
  return { details: parseDetails(row), revision: Number(row.revision) };
}

export function parseMonitor(row: MonitorRow, projectShortID: string): MonitorRecord {
  return {
    id: row.id,
    teamID: row.team_id,
    shortID: row.short_id,
    projectShortID,
    pingID: row.ping_id,
    createdAt: row.created_at,
    ...parseSettings(row),
    ...readRulesAndState(row),
    pingNotices: readOr(() => parsePingNotices(row.ping_notices), []),
  };
}

/** Replaces damaged values with plausible values, so that lists still work. Verdicts reject and log such a monitor. */
function readRulesAndState(row: MonitorRow): Pick<MonitorRecord, 'rules' | 'state'> {
  try {
    return { rules: parseRules(row), state: parseState(row) };
  } catch {
    const { cron, on_calendar, incident_reason: reason } = row;
    const schedule_type = cron !== '' ? 'cron' : on_calendar !== '' ? 'oncalendar' : 'interval';
    const incident_reason = reason === null ? null : 'failed';
    return {
      rules: parseRules({ ...row, schedule_type }),
      state: parseState({ ...row, incident_reason, failure_reason: null }),
    };
  }
}
