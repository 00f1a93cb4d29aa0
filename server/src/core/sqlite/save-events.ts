import type { RecordedEvent } from '../working-set.ts';
import type { ChainedMonitor } from './chained-monitor.ts';
import type { HotStatements } from './hot-statements.ts';

export function saveEvents(
  statements: HotStatements,
  chains: ReadonlyMap<number, ChainedMonitor>,
  events: readonly RecordedEvent[],
): void {
  for (const recorded of events) {
    const chained = chains.get(recorded.monitorID);
    if (chained === undefined) throw new Error('An event belongs to a monitor outside the batch.');
    chained.lastEventID = saveEvent(statements, chained.lastEventID, recorded);
    const { body } = recorded.request;
    if (body !== null) statements.insertBody.run(recorded.monitorID, recorded.event.number, body);
  }
}

function saveEvent(
  statements: HotStatements,
  previousID: number | null,
  { monitorID, event, request }: RecordedEvent,
): number {
  const { lastInsertRowid } = statements.insertEvent.run(
    previousID,
    monitorID,
    event.number,
    event.type,
    event.at,
    event.happenedAt === event.at ? null : event.happenedAt,
    event.durationMs,
    event.runID,
    event.warnings.length === 0 ? null : JSON.stringify(event.warnings),
    request.method,
    request.userAgent,
    request.remoteAddress,
    request.exitStatus,
    request.body?.byteLength ?? 0,
  );
  return Number(lastInsertRowid);
}
