import type { IncidentState } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { Kysely } from 'kysely';
import type { FindRuns } from '../../core/history/run-keys.ts';
import { parseIncident } from '../../database/incident-rows.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';

const ALARMS: readonly (string | null)[] = ['down', 'reminder', 'escalation'];
const SINGLE_ALARMS: readonly string[] = ['down', 'escalation'];

/** Returns incidents with their alarms, by ID. Locks unsent alarms, so that no other process can claim them. */
export async function findIncidentStates(
  db: Kysely<Schema>,
  ids: readonly number[],
  { findRuns, locks }: { readonly findRuns: FindRuns; readonly locks: RowLocks },
): Promise<ReadonlyMap<number, IncidentState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('incidents').selectAll().where('id', 'in', ids).execute();
  const allAlarms = await listAlarms(db, ids);
  const unsent = await lockUnsent(db, allAlarms, locks);
  const waiting = await findWaitingEscalations(
    db,
    rows.filter((row) => row.closed_at === null && row.escalate_at === null).map((row) => row.monitor_id),
  );
  const alarms = Map.groupBy(allAlarms, (alarm) => alarm.incident_id);
  const runs = await findRuns(
    db,
    rows.flatMap((row) => (row.run_seq === null ? [] : [{ monitorID: row.monitor_id, seq: row.run_seq }])),
  );
  const runByPlace = new Map(runs.map(({ monitorID, seq, run }) => [`${monitorID} ${seq}`, run]));
  return new Map(
    rows.map((row) => {
      const incidentAlarms = alarms.get(row.id) ?? [];
      const unsentAlarms = incidentAlarms.filter((alarm) => unsent.has(alarm.delivery_id));
      return [
        row.id,
        {
          ...parseIncident(row),
          run: runByPlace.get(`${row.monitor_id} ${row.run_seq}`) ?? null,
          alarmedChannelIDs: [...new Set(incidentAlarms.map((alarm) => alarm.channel_id))],
          unsentAlarms: new Map(unsentAlarms.map((alarm) => [alarm.channel_id, alarm.delivery_id])),
          escalationStep: row.escalation_step,
          isEscalationPending: row.escalate_at !== null || waiting.has(row.id),
        },
      ];
    }),
  );
}

/** Returns the IDs of incidents with an escalation step that waits to be planned. */
async function findWaitingEscalations(
  db: Kysely<Schema>,
  monitorIDs: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (monitorIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('outbox')
    .select('incident_id')
    .where('monitor_id', 'in', monitorIDs)
    .where('kind', '=', 'escalation')
    .where('planned_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.incident_id));
}

/** Returns sent and waiting alarms, newest first, so that a map by channel keeps the oldest alarm of each channel. */
async function listAlarms(db: Kysely<Schema>, incidentIDs: readonly number[]) {
  const rows = await db
    .selectFrom('delivery_items as i')
    .innerJoin('deliveries as d', 'd.id', 'i.delivery_id')
    .innerJoin('outbox as o', 'o.id', 'i.outbox_id')
    .select(['i.incident_id', 'i.delivery_id', 'i.channel_id'])
    .select(['d.state', 'd.kind as message', 'o.kind'])
    .where('i.incident_id', 'in', incidentIDs)
    .where('d.state', 'in', ['sent', 'waiting'])
    .orderBy('i.delivery_id', 'desc')
    .execute();
  return rows.filter(({ kind }) => ALARMS.includes(kind));
}

/** Locks alarms that are not claimed. A claimed alarm may have been sent already. */
async function lockUnsent(
  db: Kysely<Schema>,
  alarms: Awaited<ReturnType<typeof listAlarms>>,
  locks: RowLocks,
): Promise<ReadonlySet<number>> {
  const waiting = alarms.filter(
    ({ state, message }) => state === 'waiting' && SINGLE_ALARMS.includes(message),
  );
  if (waiting.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where(
      'id',
      'in',
      waiting.map((alarm) => alarm.delivery_id),
    )
    .where('state', '=', 'waiting')
    .where('lease_until', '=', 0)
    .modifyEnd(locks.skipLocked('deliveries'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
