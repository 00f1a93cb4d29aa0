import type { IncidentTimers } from '@overdue/domain/alerting/alert-plan.ts';
import { continuedTimers } from '@overdue/domain/alerting/timers.ts';
import {
  type Acknowledgement,
  acknowledge,
  acknowledgementsOf,
  unacknowledge,
} from '@overdue/domain/incidents/acknowledgement.ts';
import type { Transaction } from 'kysely';
import { findSubjects } from '../../alerts/queries/subjects.ts';
import { parseIncident } from '../../database/incident-rows.ts';
import { listResources } from '../../database/resources/queries.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { ESCALATION_POLICIES } from '../../escalations/queries.ts';
import type { IncidentChange, IncidentKey } from '../contract.ts';

type AcknowledgementChange = Extract<IncidentChange, { readonly kind: 'acknowledge' | 'unacknowledge' }>;

/**
 * Acknowledges an open incident and clears its timers, or withdraws the acknowledgement and sets the timers again. Requires the
 * team lock, so that an escalation step that is being planned is counted before the escalation timer is set again.
 */
export async function changeAcknowledgement(
  db: Transaction<Schema>,
  incident: IncidentKey,
  { change, locks }: { readonly change: AcknowledgementChange; readonly locks: RowLocks },
): Promise<boolean> {
  const row = await db
    .selectFrom('incidents')
    .selectAll()
    .where('id', '=', incident.id)
    .where('closed_at', 'is', null)
    .modifyEnd(locks.forChange('incidents'))
    .executeTakeFirst();
  if (row === undefined) return false;
  const stored = parseIncident(row);
  const before = acknowledgementsOf(stored);
  const after =
    change.kind === 'unacknowledge'
      ? unacknowledge(before, change)
      : acknowledge(before, { ...acknowledgementIn(change), takeOver: change.takeOver ?? false });
  if (after === null) return false;
  const { current, past } = after;
  const open = { ...stored, acknowledgedAt: null, pastAcknowledgements: past };
  const timers =
    current === null
      ? await timersAfter(db, { ...open, escalationStep: row.escalation_step }, change.at)
      : { remindAt: null, escalateAt: null };
  await db
    .updateTable('incidents')
    .set({
      acknowledged_at: current?.at ?? null,
      acknowledged_by: current?.by ?? null,
      note: current?.note ?? null,
      past_acknowledgements: JSON.stringify(past),
      remind_at: timers.remindAt,
      escalate_at: timers.escalateAt,
    })
    .where('id', '=', incident.id)
    .execute();
  return true;
}

function acknowledgementIn({
  at,
  by,
  note,
}: Extract<AcknowledgementChange, { readonly kind: 'acknowledge' }>): Acknowledgement {
  return { at, by, note: note === '' ? null : note };
}

async function timersAfter(
  db: Transaction<Schema>,
  incident: Parameters<typeof continuedTimers>[1]['incident'],
  now: number,
): Promise<Pick<IncidentTimers, 'remindAt' | 'escalateAt'>> {
  const { id, monitorID, teamID } = incident;
  const subject = (await findSubjects(db, [monitorID])).get(monitorID);
  if (subject === undefined) return { remindAt: null, escalateAt: null };
  const rows = await db
    .selectFrom('outbox')
    .select('kind')
    .where('incident_id', '=', id)
    .where('planned_at', 'is', null)
    .execute();
  const escalations = await listResources(ESCALATION_POLICIES, db, teamID);
  return continuedTimers({ now, escalations }, { incident, subject, waiting: rows.map(({ kind }) => kind) });
}
