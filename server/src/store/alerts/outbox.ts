import type { Kysely } from 'kysely';
import { OUTBOX_KINDS } from '../../domain/alert.ts';
import { requireOneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { OutboxRow } from './contract.ts';

export async function listOutbox(db: Kysely<Schema>, afterID: number, limit: number): Promise<OutboxRow[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    teamID: row.team_id,
    monitorID: row.monitor_id,
    kind: requireOneOf(OUTBOX_KINDS, row.kind, 'outbox.kind'),
    transitionID: row.transition_id,
    blindWindowID: row.blind_window_id,
    incidentID: row.incident_id,
    createdAt: row.created_at,
    plannedAt: row.planned_at,
  }));
}
