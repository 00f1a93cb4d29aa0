import { chunks } from '@overdue/domain/chunks.ts';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { QueryContext } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import type { LegacyBadge, LegacyID, LegacyIDStore } from '../contract.ts';

/** Rows per statement, within the databases' limits on parameters. */
const ROWS_AT_ONCE = 250;

/** Inserts IDs of another service. Skips IDs that are stored already. */
export async function insertLegacyIDs(
  db: Transaction<Schema>,
  teamID: string,
  legacyIDs: readonly LegacyID[],
): Promise<void> {
  for (const chunk of chunks(legacyIDs, ROWS_AT_ONCE))
    await db
      .insertInto('legacy_ids')
      .values((insert) =>
        chunk.map((legacyID) => ({
          project_id: legacyID.projectID,
          kind: legacyID.kind,
          value: legacyID.value,
          channel_id:
            legacyID.kind === 'channel'
              ? insert
                  .selectFrom('channels')
                  .select('id')
                  .where('team_id', '=', teamID)
                  .where('short_id', '=', legacyID.channelShortID)
              : null,
          monitor_id:
            legacyID.kind === 'check_badge'
              ? insert
                  .selectFrom('monitors')
                  .select('id')
                  .where('team_id', '=', teamID)
                  .where('short_id', '=', legacyID.monitorShortID)
              : null,
          tag: legacyID.kind === 'tag_badge' ? legacyID.tag : '',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function listChannelUUIDs(db: Kysely<Schema>, projectID: number) {
  return db
    .selectFrom('legacy_ids as k')
    .innerJoin('channels as c', 'c.id', 'k.channel_id')
    .select(['k.value as uuid', 'c.short_id as shortID'])
    .where('k.project_id', '=', projectID)
    .where('k.kind', '=', 'channel')
    .orderBy('k.id')
    .execute();
}

async function findBadge(db: Kysely<Schema>, value: string): Promise<LegacyBadge | null> {
  const row = await db
    .selectFrom('legacy_ids as k')
    .innerJoin('projects as p', 'p.id', 'k.project_id')
    .leftJoin('monitors as m', 'm.id', 'k.monitor_id')
    .select(['k.kind', 'p.team_id', 'p.short_id as projectShortID', 'm.short_id as monitorShortID', 'k.tag'])
    // Repeats the condition of the index on badges, so that the database can use the index.
    .where(sql<SqlBool>`k.kind <> 'channel'`)
    .where('k.kind', 'in', ['check_badge', 'tag_badge'])
    .where('k.value', '=', value)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { kind, team_id: teamID, projectShortID, monitorShortID, tag } = row;
  if (kind === 'tag_badge') return { kind, teamID, projectShortID, tag };
  return monitorShortID === null ? null : { kind: 'check_badge', teamID, monitorShortID };
}

export function legacyIDQueries({ db }: Pick<QueryContext, 'db'>): LegacyIDStore {
  return {
    legacyIDs: {
      listChannelUUIDs: (projectID) => listChannelUUIDs(db, projectID),
      findInAnyTeam: (value) => findBadge(db, value),
    },
  };
}
