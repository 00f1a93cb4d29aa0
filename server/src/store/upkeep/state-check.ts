import { type BlindWindow, judgingTimeOf } from '@overdue/domain/blind-window.ts';
import { storedStatus, wakeAt } from '@overdue/domain/monitor-state.ts';
import type { Kysely } from 'kysely';
import { listNewestBlindWindows } from '../../core/presence/queries.ts';
import type { MonitorRow } from '../../core/record.ts';
import { parseRules } from '../../database/monitor-settings-columns.ts';
import { parseState } from '../../database/monitor-state-columns.ts';
import type { Schema } from '../../database/schema.ts';

const CHUNK = 1000;
/** Blind windows that may have postponed a verdict. */
const WINDOWS_MAX = 1000;

/** Compares each monitor's stored state with the state that the domain derives. */
export async function findWrongStates(db: Kysely<Schema>, limit: number): Promise<readonly string[]> {
  const findings: string[] = [];
  const windows = await listNewestBlindWindows(db, WINDOWS_MAX);
  for (let afterID: number | undefined = 0; afterID !== undefined && findings.length < limit; ) {
    const rows: readonly CheckedRow[] = await readStates(db, afterID);
    findings.push(...rows.flatMap((row) => judge(row, windows)));
    afterID = rows.at(-1)?.id;
  }
  return findings.slice(0, limit);
}

type CheckedRow = MonitorRow & { readonly last_status: string | null; readonly wake_at: number | null };

function readStates(db: Kysely<Schema>, afterID: number): Promise<CheckedRow[]> {
  return db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .selectAll(['s', 'm'])
    .select((select) =>
      select
        .selectFrom('transitions as t')
        .select('t.to_status')
        .whereRef('t.monitor_id', '=', 'm.id')
        .orderBy('t.id', 'desc')
        .limit(1)
        .as('last_status'),
    )
    .where('m.id', '>', afterID)
    .orderBy('m.id')
    .limit(CHUNK)
    .execute();
}

function judge(row: CheckedRow, windows: readonly BlindWindow[]): string[] {
  try {
    const findings: string[] = [];
    // Parses strictly, unlike lists, which replace damaged values.
    const monitor = { rules: parseRules(row), state: parseState(row) };
    const wakes = wakeAt(monitor);
    const status = storedStatus(monitor.state);
    // An early wake time is harmless: the watchdog finds no missed deadline and corrects the wake time.
    const latest = wakes === null ? null : judgingTimeOf(windows, wakes - 1) + 1;
    if (latest !== null && (row.wake_at === null || row.wake_at > latest))
      findings.push(`Monitor ${row.id} wakes at ${row.wake_at} instead of ${latest}.`);
    if (row.last_status !== null && row.last_status !== status) {
      findings.push(`Monitor ${row.id} is "${status}", but its last transition led to "${row.last_status}".`);
    }
    return findings;
  } catch (error) {
    return [`Monitor ${row.id} can't be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}
