import type { Kysely } from 'kysely';
import { parseTexts } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { MonitorGauges } from '../contract.ts';

/** Reads the metrics of monitors in the order of their IDs, without their rules and alert settings. */
export async function listMonitorGauges(
  db: Kysely<Schema>,
  afterID: number,
  limit: number,
): Promise<readonly MonitorGauges[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.id', 'm.short_id', 'm.name', 'm.tags', 'p.name as project', 't.slug as team'])
    .select(['s.paused', 's.incident_reason', 's.last_ping_at', 's.failure_streak'])
    .where('m.id', '>', afterID)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    shortID: row.short_id,
    name: row.name,
    project: row.project,
    team: row.team,
    tags: parseTexts(row.tags, 'monitors.tags'),
    isDown: row.paused === 0 && row.incident_reason !== null,
    lastPingAt: row.last_ping_at,
    failureStreak: row.failure_streak,
  }));
}
