import type { RecordedEvent } from '../working-set.ts';
import type { HotStatements, Value } from './hot-statements.ts';
import { insertRows } from './insert-rows.ts';
import type { ChainedMonitor } from './save.ts';

/** Saves the events of a batch, each at the end of its monitor's chain. */
export function saveEvents(
  statements: HotStatements,
  chains: ReadonlyMap<number, ChainedMonitor>,
  events: readonly RecordedEvent[],
): void {
  if (events.length === 0) return;
  let id = statements.lastEventID.get()?.id ?? 0;
  const rows = events.map((recorded) => {
    const chained = chains.get(recorded.monitorID);
    if (chained === undefined)
      throw new Error('An event was recorded for a monitor that is not in the batch.');
    id += 1;
    const values = eventValues(id, chained.lastEventID, recorded);
    chained.lastEventID = id;
    return values;
  });
  insertRows(rows, statements.insertEvents, statements.insertEvent);
  for (const { monitorID, event, request } of events)
    if (request.body !== null) statements.insertBody.run(monitorID, event.number, request.body);
}

function eventValues(
  id: number,
  previousID: number | null,
  { monitorID, event, request }: RecordedEvent,
): Value[] {
  return [
    id,
    previousID,
    monitorID,
    event.number,
    event.type,
    event.at,
    event.durationMs,
    event.runID,
    event.warnings.length === 0 ? null : JSON.stringify(event.warnings),
    request.method,
    request.userAgent,
    request.remoteAddress,
    request.exitStatus,
    request.body?.byteLength ?? 0,
  ];
}
