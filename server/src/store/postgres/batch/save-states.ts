import { wakeAt } from '../../../domain/monitor.ts';
import { isSameStatus, PROGRESS_COLUMNS, progressValues, STATUS_COLUMNS, statusValues } from '../../rows.ts';
import { type ArrayValue, bigintArray, textArray } from '../connection/arrays.ts';
import type { Statement } from '../connection/statement.ts';
import type { LockedMonitor } from './locked-monitor.ts';

type Value = number | string | null;
type Row = readonly Value[];

const WAKE_AT = PROGRESS_COLUMNS.indexOf('wake_at');
const TEXTS: ReadonlySet<string> = new Set(['incident_reason', 'failure_reason']);
const PROGRESS = ['monitor_id', ...PROGRESS_COLUMNS];
const WHOLE = [...PROGRESS, ...STATUS_COLUMNS];
const UPDATE_PROGRESS = updateOf(PROGRESS);
const UPDATE_WHOLE = updateOf(WHOLE);

function updateOf([key, ...columns]: readonly string[]): string {
  const casts = [key, ...columns].map(
    (column, at) => `$${at + 1}::${TEXTS.has(column ?? '') ? 'text' : 'bigint'}[]`,
  );
  return `UPDATE monitor_states s SET ${columns.map((column) => `${column} = u.${column}`).join(', ')}
    FROM unnest(${casts.join(', ')}) AS u (${[key, ...columns].join(', ')}) WHERE s.monitor_id = u.monitor_id`;
}

/** For most monitors, saves only the columns that each ping changes. */
export function saveStates(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const progressed: Row[] = [];
  const changed: Row[] = [];
  for (const locked of monitors) {
    const { loaded } = locked;
    const { id, monitor } = locked.working;
    const wakes = wakeToStore(locked);
    if (monitor.state === loaded.state && wakes === locked.wakeAt) continue;
    const progress: Value[] = progressValues(monitor);
    progress[WAKE_AT] = wakes;
    if (isSameStatus(loaded, monitor)) progressed.push([id, ...progress]);
    else changed.push([id, ...progress, ...statusValues(monitor)]);
  }
  const statements: Statement[] = [];
  if (progressed.length > 0)
    statements.push({ text: UPDATE_PROGRESS, values: toArrays(PROGRESS, progressed) });
  if (changed.length > 0) statements.push({ text: UPDATE_WHOLE, values: toArrays(WHOLE, changed) });
  return statements;
}

/** Returns a wake time that is correct or too early, because storing each delay would update every index of the row. */
function wakeToStore({ working, wakeAt: stored, latestCommandAt }: LockedMonitor): number | null {
  const wakes = wakeAt(working.monitor);
  return wakes !== null && stored !== null && latestCommandAt < stored && stored < wakes ? stored : wakes;
}

function toArrays(columns: readonly string[], rows: readonly Row[]): readonly ArrayValue[] {
  return columns.map((column, at) =>
    TEXTS.has(column)
      ? textArray(rows, (row) => textOrNull(row[at]))
      : bigintArray(rows, (row) => numberOrNull(row[at])),
  );
}

function textOrNull(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: Value | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
