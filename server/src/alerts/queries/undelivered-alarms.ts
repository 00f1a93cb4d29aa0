import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { withLostAlarm } from '@overdue/domain/alerting/wording.ts';
import type { Transaction } from 'kysely';
import { endDeliveries } from '../../core/queries/delivery-end.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

const SINGLE_ALARMS = ['down', 'escalation'];

/** Merges failed alarms into their waiting recoveries. The recovery message then reports both the alarm and the recovery. */
export async function replaceFailedAlarms(
  db: Transaction<Schema>,
  failed: readonly { readonly deliveryID: number; readonly at: number }[],
  locks: RowLocks,
): Promise<void> {
  if (failed.length === 0) return;
  const pairs = await db
    .selectFrom('deliveries as alarm')
    .innerJoin('delivery_items as of', 'of.delivery_id', 'alarm.id')
    .innerJoin('delivery_items as end', (join) =>
      join
        .onRef('end.incident_id', '=', 'of.incident_id')
        .onRef('end.channel_id', '=', 'of.channel_id')
        .onRef('end.delivery_id', '>', 'of.delivery_id'),
    )
    .innerJoin('deliveries as recovery', 'recovery.id', 'end.delivery_id')
    .select(['alarm.id', 'recovery.id as recovery_id', 'recovery.key', 'recovery.alert'])
    .where(
      'alarm.id',
      'in',
      failed.map(({ deliveryID }) => deliveryID),
    )
    .where('alarm.kind', 'in', SINGLE_ALARMS)
    .where('alarm.state', '=', 'waiting')
    .where('recovery.kind', '=', 'recovered')
    .where('recovery.state', '=', 'waiting')
    .modifyEnd(locks.skipLocked('recovery'))
    .execute();
  const endedAt = new Map(failed.map(({ deliveryID, at }) => [deliveryID, at]));
  for (const { id, recovery_id: recoveryID, key, alert } of pairs) {
    const recoveryJSON = readOr(() => withFailedAlarm(alert), null);
    // If the recovery is damaged, the alarm is sent separately, and the deliverer sets the recovery aside.
    if (recoveryJSON === null) continue;
    await endDeliveries(db, [id], { state: 'merged', doneAt: endedAt.get(id) ?? 0, into: key });
    await db.updateTable('deliveries').set({ alert: recoveryJSON }).where('id', '=', recoveryID).execute();
  }
}

/** Returns the recovery message with a note that it also reports the alarm. Throws if the message is damaged. */
function withFailedAlarm(json: string): string {
  const { key, ...recovered }: Alert = JSON.parse(json);
  return recovered.includesLostAlarm ? json : JSON.stringify({ ...withLostAlarm(recovered), key });
}
