import type { Kysely, Transaction } from 'kysely';
import type { EscalationPolicy } from '../../domain/alerting/settings.ts';
import { parseSteps } from '../alert-rows.ts';
import type { Schema } from '../schema.ts';

export async function listEscalations(db: Kysely<Schema>, teamID: string): Promise<EscalationPolicy[]> {
  const rows = await db
    .selectFrom('escalation_policies')
    .select(['short_id', 'name', 'steps'])
    .where('team_id', '=', teamID)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ shortID: row.short_id, name: row.name, steps: parseSteps(row.steps) }));
}

/** Whoever calls this keeps other creates of the same team out until the transaction ends. */
export async function insertEscalation(
  db: Transaction<Schema>,
  created: {
    readonly teamID: string;
    readonly policy: EscalationPolicy;
    readonly createdAt: number;
    readonly max: number;
  },
): Promise<boolean> {
  const { teamID, policy, createdAt, max } = created;
  if ((await listEscalations(db, teamID)).length >= max) return false;
  await db
    .insertInto('escalation_policies')
    .values({
      team_id: teamID,
      short_id: policy.shortID,
      name: policy.name,
      steps: JSON.stringify(policy.steps),
      created_at: createdAt,
    })
    .execute();
  return true;
}

export async function updateEscalation(
  db: Kysely<Schema>,
  teamID: string,
  { shortID, name, steps }: EscalationPolicy,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('escalation_policies')
    .set({ name, steps: JSON.stringify(steps) })
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteEscalation(
  db: Kysely<Schema>,
  teamID: string,
  shortID: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('escalation_policies')
    .where('team_id', '=', teamID)
    .where('short_id', '=', shortID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
