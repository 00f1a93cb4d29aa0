import { beginSnooze, endSnooze } from '@overdue/domain/incidents/snooze.ts';
import type { Transaction } from 'kysely';
import { parseSnoozes } from '../../database/incident-rows.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import type { IncidentChange } from '../contract.ts';

type SnoozeChange = Extract<IncidentChange, { readonly kind: 'snooze' | 'unsnooze' }>;

/**
 * Changes the times of an open incident's next reminder and escalation. Requires the team lock, so that planning can't change
 * these times concurrently.
 */
export async function changeSnooze(
  db: Transaction<Schema>,
  { id, change, locks }: { readonly id: number; readonly change: SnoozeChange; readonly locks: RowLocks },
): Promise<boolean> {
  const row = await db
    .selectFrom('incidents')
    .select(['snoozes', 'remind_at', 'escalate_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .modifyEnd(locks.forChange('incidents'))
    .executeTakeFirst();
  if (row === undefined) return false;
  const before = {
    snoozes: parseSnoozes(row.snoozes),
    remindAt: row.remind_at,
    escalateAt: row.escalate_at,
  };
  const after = change.kind === 'snooze' ? beginSnooze(before, change) : endSnooze(before, change);
  if (after === null) return false;
  await db
    .updateTable('incidents')
    .set({
      snoozes: JSON.stringify(after.snoozes),
      remind_at: after.remindAt,
      escalate_at: after.escalateAt,
    })
    .where('id', '=', id)
    .execute();
  await releaseHeld(db, id, change.at);
  return true;
}

/** Makes held alerts due for planning now, because the end of the snooze that holds them has changed. */
async function releaseHeld(db: Transaction<Schema>, id: number, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('incident_id', '=', id)
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('held_by', '=', 'snooze')
    .execute();
}
