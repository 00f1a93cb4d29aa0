import { BASE62 } from '@overdue/domain/access/base62.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { newMonitorState } from '@overdue/domain/monitor-state.ts';
import { normalizedPingIDOf, PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';
import { chooseSlug, type EmptySlug } from '@overdue/domain/ping/slug.ts';
import type { NewMonitor } from '../../database/records.ts';
import { newShortID, type Random } from '../../platform/runtime/random.ts';
import { editedMonitorAlerting } from '../../projects/alert-settings.ts';
import { pickDetails } from '../settings/detail-fields.ts';
import { type CreateMonitor, newRules } from '../settings/input.ts';

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
export interface MonitorWithoutIDs extends Omit<NewMonitor, 'shortID' | 'pingID' | 'normalizedPingID'> {
  /** Default: `derived`. */
  readonly emptySlug?: EmptySlug;
}

/** Assigns a monitor new IDs. Derives an empty slug from the name, unless `emptySlug` is `none`. */
export function withNewIDs(
  { details, emptySlug = 'derived', ...settings }: MonitorWithoutIDs,
  foreignPingID: string | null,
  random: Random,
): NewMonitor {
  const pingID = foreignPingID ?? random.text(BASE62, PING_ID_LENGTH);
  const shortID = newShortID(random);
  return {
    ...settings,
    details: { ...details, slug: chooseSlug(details, { shortID, emptySlug }) },
    shortID,
    pingID,
    normalizedPingID: normalizedPingIDOf(pingID),
  };
}
