import { MONITOR_ALERTING_DEFAULT } from '../../../domain/alerting/settings.ts';
import { newMonitorState } from '../../../domain/monitor.ts';
import { normalizedPingIDOf, PING_ID_LENGTH } from '../../../domain/ping/ping.ts';
import { slugOf } from '../../../domain/ping/slug.ts';
import { BASE62, newShortID, type Random } from '../../../runtime/random.ts';
import type { NewMonitor } from '../../../store/records.ts';
import { editedMonitorAlerting } from './alert-settings.ts';
import { pickDetails } from './detail-fields.ts';
import { type CreateMonitor, newRules } from './input.ts';

/** Project of a new monitor. */
export interface OwnProject {
  readonly teamID: string;
  readonly projectID: number;
}

/** Returns a monitor with the settings of a request. */
export function newMonitorFrom(
  body: CreateMonitor,
  { teamID, projectID }: OwnProject,
  createdAt: number,
): MonitorWithoutIDs {
  return {
    teamID,
    createdAt,
    details: {
      name: body.name,
      ...pickDetails(body),
      projectID,
      alerting: editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, body),
    },
    monitor: { rules: newRules(body), state: newMonitorState({ createdAt, paused: body.paused }) },
  };
}

/** A monitor that has no IDs yet. */
export type MonitorWithoutIDs = Omit<NewMonitor, 'shortID' | 'pingID' | 'normalizedPingID'>;

/** Gives a monitor new IDs. An empty slug is replaced by the name's. */
export function withNewIDs(
  { details, ...settings }: MonitorWithoutIDs,
  foreignPingID: string | null,
  random: Random,
): NewMonitor {
  const pingID = foreignPingID ?? random.text(BASE62, PING_ID_LENGTH);
  const shortID = newShortID(random);
  const slug = details.slug === '' ? slugOf(details.name, shortID) : details.slug;
  return {
    ...settings,
    details: { ...details, slug },
    shortID,
    pingID,
    normalizedPingID: normalizedPingIDOf(pingID),
  };
}
