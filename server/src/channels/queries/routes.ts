import type { RoutedChannel } from '@overdue/domain/alerting/alert-settings.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { parseChannel } from '../queries.ts';

/** Returns all channels of a team for routing, oldest first, without their sealed settings. */
export async function listRoutes(db: Kysely<Schema>, teamID: string): Promise<readonly RoutedChannel[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { id, shortID, type, name, isDefault, subscriptions, tags, minSeverity, members, disabled } =
      parseChannel(row);
    return { id, shortID, type, name, isDefault, subscriptions, tags, minSeverity, members, disabled };
  });
}
