import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { Edit } from '../src/database/edits.ts';
import type { MonitorDetails, MonitorEdit, MonitorRecord } from '../src/database/records.ts';

/** Returns an edit that saves `change`, regardless of the stored settings. */
export function createEdit<Change>(change: Change): Edit<unknown, Change> {
  return { references: [], merge: () => change };
}

/** Returns the created record. Throws if the creation was refused. */
export function recordOf<T>(
  created:
    | { readonly outcome: 'created'; readonly record: T }
    | { readonly outcome: 'too_many' | 'key_taken' | 'project_full' | 'project_gone' },
): T {
  if (created.outcome !== 'created') throw new Error(`The creation was refused: ${created.outcome}`);
  return created.record;
}

/** Returns an edit of a monitor that saves the given settings and doesn't change any others. */
export function createMonitorEdit(
  { id: monitorID, teamID }: Pick<MonitorRecord, 'id' | 'teamID'>,
  at: number,
  change: Partial<MonitorDetails> & { readonly rules?: MonitorRules },
): MonitorEdit {
  const { rules, ...edited } = change;
  return {
    monitorID,
    teamID,
    at,
    references: [],
    merge: (stored) => ({
      command: { kind: 'edit', at, rules: rules ?? stored.rules },
      details: { ...stored.details, ...edited },
    }),
  };
}
