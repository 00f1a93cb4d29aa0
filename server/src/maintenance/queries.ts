import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import { parseScope, parseTimes } from '../database/alert-rows.ts';
import type { QueryContext } from '../database/query-context.ts';
import type { ResourceKind } from '../database/resources/kind.ts';
import { resourcesOf } from '../database/resources/queries.ts';
import type { MaintenanceResource, MaintenanceStore } from './contract.ts';

export const MAINTENANCE_WINDOWS: ResourceKind<MaintenanceResource> = {
  table: 'maintenance_windows',
  changes: 'maintenance',
  idColumn: 'short_id',
  async read(db, { where, limit }) {
    const rows = await db
      .selectFrom('maintenance_windows')
      .select(['short_id', 'name', 'scope', 'times', 'revision'])
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ short_id, name, scope, times, revision }) => ({
      shortID: short_id,
      name,
      scope: parseScope(scope),
      times: parseTimes(times),
      revision,
    }));
  },
  async insert(db, { teamID, createdAt, ...window }) {
    await db
      .insertInto('maintenance_windows')
      .values({ team_id: teamID, short_id: window.shortID, ...settingsRow(window), created_at: createdAt })
      .execute();
    return { outcome: 'created', record: { ...window, revision: 1 } };
  },
  update: (db, rowID, window) =>
    db
      .updateTable('maintenance_windows')
      .set({ ...settingsRow(window), revision: window.revision })
      .where('id', '=', rowID)
      .execute(),
};

function settingsRow({ name, scope, times }: MaintenanceWindow) {
  return { name, scope: JSON.stringify(scope), times: JSON.stringify(times) };
}

export function maintenanceQueries(context: QueryContext): MaintenanceStore {
  return { maintenance: resourcesOf(MAINTENANCE_WINDOWS, context) };
}
