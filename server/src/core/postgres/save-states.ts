import {
  isSameStatus,
  PROGRESS_COLUMNS,
  STATE_COLUMNS,
  type StoredState,
} from '../../database/monitor-state-columns.ts';
import type { Statement } from '../../database/postgres/statement.ts';
import { wakeOf } from '../working-set.ts';
import type { LockedMonitor } from './locked-monitor.ts';
import { type Changed, updateOf, updateValues } from './update-columns.ts';

const TABLE = { table: 'monitor_states', key: 'monitor_id' };
const UPDATE_PROGRESS = updateOf(TABLE, PROGRESS_COLUMNS);
const UPDATE_STATE = updateOf(TABLE, STATE_COLUMNS);

/** For most monitors, saves only the columns that each ping changes. */
export function saveStates(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const progressed: Changed<StoredState>[] = [];
  const changed: Changed<StoredState>[] = [];
  for (const locked of monitors) {
    const { loaded } = locked;
    const { id, monitor } = locked.working;
    const wakes = wakeToStore(locked);
    if (monitor.state === loaded.state && wakes === locked.wakeAt) continue;
    const source = { state: monitor.state, wakeAt: wakes };
    (isSameStatus(loaded, source) ? progressed : changed).push({ id, source });
  }
  const statements: Statement[] = [];
  if (progressed.length > 0)
    statements.push({ text: UPDATE_PROGRESS, values: updateValues(PROGRESS_COLUMNS, progressed) });
  if (changed.length > 0)
    statements.push({ text: UPDATE_STATE, values: updateValues(STATE_COLUMNS, changed) });
  return statements;
}

/**
 * Returns a wake time that is correct or too early. Keeps an earlier stored time if possible, because storing a later time would
 * update every index of the row.
 */
function wakeToStore({ working, wakeAt: stored, latestCommandAt }: LockedMonitor): number | null {
  const wakes = wakeOf(working);
  return wakes !== null && stored !== null && latestCommandAt < stored && stored < wakes ? stored : wakes;
}
