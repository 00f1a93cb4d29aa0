import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { withLostAlarm } from '@overdue/domain/alerting/wording.ts';
import { sql, type Transaction } from 'kysely';
import { recordChannelHealth } from '../../channels/queries.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { EndedAttempt } from '../contract.ts';
import { endDeliveries } from './delivery-end.ts';

/** Saves all attempts together in a few statements, because many attempts end together under load. */
export async function recordAttempts(
  db: Transaction<Schema>,
  attempts: readonly EndedAttempt[],
  locks: RowLocks,
): Promise<readonly string[]> {
  const { leases, teamIDs } = await lockDeliveries(db, attempts, locks);
  const saved = await findSaved(db, attempts);
  // Skips attempts that are already saved, and attempts whose channel or delivery was deleted in the meantime.
  const unsaved = attempts.filter(
    (candidate) => leases.has(candidate.deliveryID) && !saved.has(placeOf(candidate)),
  );
  if (unsaved.length === 0) return teamIDs;
  await insertAttempts(db, unsaved);
  const decisive = unsaved.filter(
    ({ deliveryID, leaseUntil, outcome }) => outcome === 'sent' || leases.get(deliveryID) === leaseUntil,
  );
  await replaceFailedAlarms(
    db,
    decisive.filter(({ outcome }) => outcome === 'failed'),
    locks,
  );
  await retry(
    db,
    decisive.filter((attempt) => stateAfter(attempt) === 'waiting'),
  );
  for (const state of ['sent', 'failed'] as const) {
    const ended = decisive.filter((attempt) => stateAfter(attempt) === state);
    for (const [doneAt, together] of Map.groupBy(ended, ({ at }) => at)) {
      const ids = together.map(({ deliveryID }) => deliveryID);
      await endDeliveries(db, ids, { state, doneAt });
    }
  }
  await recordChannelHealth(db, unsaved);
  return teamIDs;
}

function stateAfter({ outcome, nextAt }: EndedAttempt): 'sent' | 'failed' | 'waiting' {
  if (outcome === 'sent') return 'sent';
  return outcome === 'failed' && nextAt !== null ? 'waiting' : 'failed';
}

/**
 * Locks the deliveries until the attempts are saved. Returns the lease ends by delivery ID, and the IDs of the deliveries' teams.
 */
async function lockDeliveries(
  db: Transaction<Schema>,
  attempts: readonly EndedAttempt[],
  locks: RowLocks,
): Promise<{ readonly leases: ReadonlyMap<number, number>; readonly teamIDs: readonly string[] }> {
  if (attempts.length === 0) return { leases: new Map(), teamIDs: [] };
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'team_id', 'lease_until'])
    .where('id', 'in', idsOf(attempts))
    .orderBy('id')
    .modifyEnd(locks.forChange('deliveries'))
    .execute();
  return {
    leases: new Map(rows.map((row) => [row.id, row.lease_until])),
    teamIDs: [...new Set(rows.map((row) => row.team_id))],
  };
}

/** Finds attempts that an earlier call has already saved, although its response was lost. */
async function findSaved(
  db: Transaction<Schema>,
  attempts: readonly EndedAttempt[],
): Promise<ReadonlySet<string>> {
  if (attempts.length === 0) return new Set();
  const rows = await db
    .selectFrom('delivery_attempts')
    .select(['delivery_id as deliveryID', 'at'])
    .where('delivery_id', 'in', idsOf(attempts))
    .where(
      'at',
      'in',
      attempts.map(({ at }) => at),
    )
    .execute();
  return new Set(rows.map(placeOf));
}

function placeOf({ deliveryID, at }: Pick<EndedAttempt, 'deliveryID' | 'at'>): string {
  return `${deliveryID} ${at}`;
}

async function insertAttempts(db: Transaction<Schema>, attempts: readonly EndedAttempt[]): Promise<void> {
  await db
    .insertInto('delivery_attempts')
    .values(
      attempts.map(({ deliveryID, at, latencyMs, outcome, status, answer, nextAt }) => ({
        delivery_id: deliveryID,
        at,
        latency_ms: latencyMs,
        outcome,
        status,
        answer,
        next_at: nextAt,
      })),
    )
    .execute();
  await db
    .updateTable('deliveries')
    .set({ attempts: sql`attempts + 1` })
    .where('id', 'in', idsOf(attempts))
    .execute();
}

async function retry(db: Transaction<Schema>, attempts: readonly EndedAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({
      lease_until: 0,
      due_at: sql`(SELECT a.next_at FROM delivery_attempts a WHERE a.delivery_id = deliveries.id
        ORDER BY a.id DESC LIMIT 1)`,
    })
    .where('id', 'in', idsOf(attempts))
    .where('state', '=', 'waiting')
    .execute();
}

function idsOf(attempts: readonly EndedAttempt[]): number[] {
  return attempts.map(({ deliveryID }) => deliveryID);
}

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
