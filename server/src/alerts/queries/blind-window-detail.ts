import type { OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

const NAMES_MAX = 100;

/** Returns the detail of a team's outbox row: the period of a blind window, and the monitors that it affected. */
export async function describeBlindWindow(
  db: Kysely<Schema>,
  windowID: number,
  teamID: string,
): Promise<string> {
  const { from_at: from, to_at: to } = await db
    .selectFrom('blind_windows')
    .select(['from_at', 'to_at'])
    .where('id', '=', windowID)
    .executeTakeFirstOrThrow();
  const hidden = db
    .selectFrom('runs as r')
    .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
    .where('r.blind_window_id', '=', windowID)
    .where('m.team_id', '=', teamID);
  const { count } = await hidden
    .select(sql<number>`CAST(COUNT(DISTINCT m.id) AS INTEGER)`.as('count'))
    .executeTakeFirstOrThrow();
  const monitors = await hidden
    .select(['m.short_id as shortID', 'm.name'])
    .groupBy(['m.id', 'm.short_id', 'm.name'])
    .orderBy('m.id')
    .limit(NAMES_MAX)
    .execute();
  const detail: OutboxDetail['blind_window'] = { from, to, monitors, count };
  return JSON.stringify(detail);
}
