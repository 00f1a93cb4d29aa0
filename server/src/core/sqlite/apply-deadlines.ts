import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import { type Connection, prepareLists } from '../../database/sqlite-connection.ts';
import type { JudgedMonitor } from '../presence/contract.ts';

export const OVERDUE_MONITORS =
  'SELECT monitor_id FROM monitor_states WHERE wake_at <= ? AND monitor_id NOT IN (SELECT monitor_id FROM refused_pings) ORDER BY wake_at LIMIT ?';

export function prepareApplyDeadlines(
  raw: Connection,
  apply: (inputs: readonly BatchInput[]) => readonly ApplyOutcome[],
) {
  const select = prepareLists<[number, number], [number]>(raw, OVERDUE_MONITORS);
  return (at: number, limit: number, except: ReadonlySet<number>): readonly JudgedMonitor[] => {
    const overdue = select.all(at, limit + except.size).filter(([id]) => !except.has(id));
    const inputs = overdue
      .slice(0, limit)
      .map(([monitorID]): BatchInput => ({ monitorID, command: { kind: 'deadline', at } }));
    if (inputs.length === 0) return [];
    return apply(inputs).map((applied, index) => ({ monitorID: inputs[index]?.monitorID ?? 0, applied }));
  };
}
