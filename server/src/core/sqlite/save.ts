import { alertKind, needsPlanning } from '@overdue/domain/alerting/alert.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import { incidentChange } from '@overdue/domain/incidents/incident.ts';
import { cellsOf } from '../../database/column.ts';
import { DETAIL_COLUMNS, RULES_COLUMNS } from '../../database/monitor-settings-columns.ts';
import { isSameStatus, PROGRESS_COLUMNS, STATE_COLUMNS } from '../../database/monitor-state-columns.ts';
import { type WorkingMonitor, wakeOf } from '../working-set.ts';
import type { ChainedMonitor } from './chained-monitor.ts';
import type { HotStatements } from './hot-statements.ts';
import { saveRuns } from './save-runs.ts';

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
