import { TEAM_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import type { Store } from '../../src/store/store.ts';
import { createEdit } from '../edits.ts';
import { makeChannel, planDeliveries } from '../store/suite/alert-fixtures.ts';
import { makeMonitor, makeTeam, NOON, ping } from '../store/suite/fixtures.ts';
import { openNodes } from './alert-nodes.ts';
import type { Version } from './binaries.ts';

/** Settings that neither combine nor hold back alerts. */
export const QUIET = { ...TEAM_ALERTING_DEFAULT, combineAbove: 0, flapAbove: 0 };

/** Creates a team with monitors, and a channel for each name. */
export async function createAlertTeam(
  store: Store,
  name: string,
  monitors: number,
  channels: readonly string[],
) {
  const { id: teamID, projectID } = await makeTeam(store, name);
  await store.changeTeam(teamID, createEdit({ alerting: QUIET }));
  const ids: number[] = [];
  for (const channel of channels) ids.push(await makeChannel(store, teamID, `${name}-${channel}`));
  const made: MonitorRecord[] = [];
  for (let index = 0; index < monitors; index += 1)
    made.push(await makeMonitor(store, { teamID, projectID, name: `${name}-${index}` }));
  return { teamID, channels: ids, monitors: made.map(({ id }) => id) };
}

export function fail(store: Store, monitors: readonly number[], at = NOON) {
  return store.apply(monitors.map((id) => ping(id, 'fail', at)));
}

/** Opens two nodes, and a team whose monitors are down, with a waiting alarm for each channel. */
export async function openWithAlarms(version: Version, monitors: number, ...channels: readonly string[]) {
  const nodes = await openNodes(version);
  const alertTeam = await createAlertTeam(nodes.a, 'x', monitors, channels);
  await fail(nodes.a, alertTeam.monitors);
  await planDeliveries(nodes.a, alertTeam.channels);
  return { ...nodes, ...alertTeam };
}
