import { OUTBOX_KINDS, type OutboxKind } from '@overdue/domain/alerting/alert.ts';
import { Kysely } from 'kysely';
import type { AccountStore } from '../../src/accounts/contract.ts';
import { requireOneOf } from '../../src/database/rows.ts';
import type { Schema } from '../../src/database/schema.ts';

export interface OutboxRow {
  readonly id: number;
  readonly teamID: string;
  readonly monitorID: number | null;
  readonly kind: OutboxKind;
  readonly transitionID: number | null;
  readonly blindWindowID: number | null;
  readonly incidentID: number | null;
  readonly createdAt: number;
  /** Time at which the row was planned; null while the row waits. */
  readonly plannedAt: number | null;
}

/**
 * Lists outbox rows with an ID above `afterID`, oldest first. Only tests need the list: the service reads the rows only to plan
 * them.
 */
export async function listOutbox(
  { accountTables }: Pick<AccountStore, 'accountTables'>,
  afterID: number,
  limit: number,
): Promise<OutboxRow[]> {
  if (!('db' in accountTables) || !(accountTables.db instanceof Kysely))
    throw new Error('The store has no Kysely.');
  const db: Kysely<Schema> = accountTables.db.withoutPlugins();
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
