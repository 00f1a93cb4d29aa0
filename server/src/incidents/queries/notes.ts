import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IncidentNote } from '../contract.ts';

export async function listNotes(db: Kysely<Schema>, incidentID: number): Promise<readonly IncidentNote[]> {
  const rows = await db
    .selectFrom('incident_notes')
    .select(['note_id', 'at', 'author', 'text'])
    .where('incident_id', '=', incidentID)
    .orderBy('id')
    .execute();
  return rows.map(({ note_id, ...row }) => ({ noteID: note_id, ...row }));
}

/** Returns false if the incident already has `max` notes. Concurrent calls may exceed this limit by one, which is harmless. */
export async function addNote(
  db: Transaction<Schema>,
  {
    incidentID,
    note: { noteID, at, author, text },
    max,
  }: { readonly incidentID: number; readonly note: IncidentNote; readonly max: number },
): Promise<boolean> {
  const { count } = await db
    .selectFrom('incident_notes')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('count'))
    .where('incident_id', '=', incidentID)
    .executeTakeFirstOrThrow();
  if (count >= max) return false;
  await db
    .insertInto('incident_notes')
    .values({ note_id: noteID, incident_id: incidentID, at, author, text })
    .execute();
  return true;
}
