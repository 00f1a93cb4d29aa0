import { MONITOR_ALERTING_DEFAULT } from '../../../domain/alerting/settings.ts';
import { newMonitorState } from '../../../domain/monitor.ts';
import type { MonitorRecord } from '../../../store/records.ts';
import type { V1Parts } from '../api/endpoint.ts';
import { alertingReferences, referencesTo } from '../api/missing-references.ts';
import { editedMonitorAlerting } from './alert-settings.ts';
import { pickDetails } from './detail-fields.ts';
import { type CreateMonitor, newRules } from './input.ts';
import { insertMonitor } from './insert-monitor.ts';

/** Creates a monitor with the settings of a request. */
export function createMonitorFrom(
  body: CreateMonitor,
  { teamID, projectID }: { readonly teamID: string; readonly projectID: number },
  parts: Pick<V1Parts, 'store' | 'random' | 'allowance' | 'clock'>,
): Promise<MonitorRecord> {
  const createdAt = parts.clock.now();
  return insertMonitor(
    {
      teamID,
      createdAt,
      details: {
        name: body.name,
        ...pickDetails(body),
        projectID,
        alerting: editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, body),
      },
      monitor: { rules: newRules(body), state: newMonitorState({ createdAt, paused: body.paused }) },
    },
    {
      foreignPingID: body.pingID ?? null,
      references: referencesTo(teamID, alertingReferences(body)),
    },
    parts,
  );
}
