import { alertKind, needsPlanning } from '@overdue/domain/alerting/alert.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import { incidentChange } from '@overdue/domain/incidents/incident.ts';
import { cellsOf } from '../../database/column.ts';
import { DETAIL_COLUMNS, RULES_COLUMNS } from '../../database/monitor-settings-columns.ts';
import { isSameStatus, PROGRESS_COLUMNS, STATE_COLUMNS } from '../../database/monitor-state-columns.ts';
import { isSameIdentity, runIdentityValues, runProgressValues } from '../../database/rows.ts';
import { hiddenRowsOf, type RecordedEvent, type WorkingMonitor, wakeOf } from '../working-set.ts';
import type { ChainedMonitor } from './chained-monitor.ts';
import type { HotStatements } from './hot-statements.ts';

/** Saves the changes that a batch made to a monitor, except its events. */
export function saveMonitor(statements: HotStatements, chained: ChainedMonitor, newID: () => string): void {
  const { working } = chained;
  saveRuns(statements, chained);
  const isOnlyProgress = isSameStatus(chained.loaded, working.monitor);
  const values = cellsOf(isOnlyProgress ? PROGRESS_COLUMNS : STATE_COLUMNS, {
    state: working.monitor.state,
    wakeAt: wakeOf(working),
  });
  values.push(chained.lastEventID, chained.lastRunID, working.id);
  (isOnlyProgress ? statements.saveProgress : statements.saveState).run(...values);
  if (working.rulesChanged) {
    const { rules } = working.monitor;
    statements.saveRules.run(...cellsOf(RULES_COLUMNS, rules), working.id);
  }
  if (working.settings !== null && working.settingsChanged) {
    const { details, revision } = working.settings;
    statements.saveDetails.run(...cellsOf(DETAIL_COLUMNS, details), revision, working.id);
    if (details.forwardTo === '') statements.endForwarding.run(working.id);
    else statements.startForwarding.run(working.id, chained.loaded.state.eventCount);
  }
  saveTransitions(statements, working, newID);
  for (const { teamID, monitorID, windowID, at, planAt } of hiddenRowsOf(working))
    statements.insertHidden.run(teamID, monitorID, at, planAt, windowID);
}

/** Saves each transition with its outbox row, so that neither exists without the other. */
function saveTransitions(statements: HotStatements, working: WorkingMonitor, newID: () => string): void {
  for (const transition of working.transitions) {
    const kind = alertKind(transition);
    const incidentID = saveIncident(statements, { monitor: working, transition, newID });
    const { from, to, at, reason, runSeq, eventNumber } = transition;
    const { lastInsertRowid } = statements.insertTransition.run(
      working.id,
      from,
      to,
      at,
      reason,
      runSeq,
      eventNumber,
    );
    statements.insertOutbox.run(
      working.teamID,
      working.id,
      kind,
      Number(lastInsertRowid),
      incidentID,
      at,
      needsPlanning(kind, incidentID) ? null : at,
    );
  }
}

/** Opens an incident when the monitor goes down, and closes it when the outage ends. @returns the incident of the transition */
function saveIncident(
  statements: HotStatements,
  {
    monitor: { id, teamID },
    transition,
    newID,
  }: { readonly monitor: WorkingMonitor; readonly transition: Transition; readonly newID: () => string },
): number | null {
  const change = incidentChange(transition);
  if (change === null) return null;
  const { at, reason, runSeq } = transition;
  if (change === 'opened')
    return Number(statements.openIncident.run(newID(), teamID, id, reason, at, runSeq).lastInsertRowid);
  return statements.closeIncident.get(at, change, id)?.id ?? null;
}

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

export function saveRuns(statements: HotStatements, chained: ChainedMonitor): void {
  const { working, stored } = chained;
  // New rows are chained in the order of seq.
  for (const seq of [...working.changedRunSeqs].sort((a, b) => a - b)) {
    const run = working.runs.get(seq);
    if (run === undefined) continue;
    const before = stored.get(seq);
    if (before !== undefined) {
      statements.updateRun.run(...runProgressValues(run), before.id);
      if (!isSameIdentity(before.run, run))
        statements.updateRunIdentity.run(...runIdentityValues(run), before.id);
      stored.set(seq, { id: before.id, run });
    } else {
      const { lastInsertRowid } = statements.insertRun.run(
        chained.lastRunID,
        working.id,
        seq,
        ...runIdentityValues(run),
        ...runProgressValues(run),
      );
      chained.lastRunID = Number(lastInsertRowid);
      stored.set(seq, { id: chained.lastRunID, run });
    }
  }
  working.changedRunSeqs.clear();
}
