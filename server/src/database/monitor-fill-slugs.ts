import { slugOf } from '@overdue/domain/ping/slug.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Maximum monitors per statement. PostgreSQL accepts at most 65,535 parameters. */
const ROWS_MAX = 1000;

/** Assigns each monitor without a slug the slug derived from its name. */
export async function fillSlugs(db: Kysely<Schema>): Promise<void> {
  let afterID = 0;
  for (;;) {
    const rows = await db
      .selectFrom('monitors')
      .select(['id', 'name', 'short_id'])
      .where('id', '>', afterID)
      .where('slug', '=', '')
      .orderBy('id')
      .limit(ROWS_MAX)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const slugRows = rows.map(
      ({ id, name, short_id }) => sql`(CAST(${id} AS BIGINT), CAST(${slugOf(name, short_id)} AS TEXT))`,
    );
    await sql`UPDATE monitors SET slug = given.column2
      FROM (SELECT column1, column2 FROM (VALUES ${sql.join(slugRows)}) AS listed) AS given
      WHERE monitors.id = given.column1`.execute(db);
    afterID = last.id;
  }
}
