import type { IncidentStore } from '../alerts/contract.ts';
import type { QueryContext } from '../query-context.ts';
import { acknowledgeIncident } from './list.ts';
import { addNote, listNotes } from './notes.ts';
import type { IncidentNoteStore } from './notes-contract.ts';

/** Changes of incidents. Lists of incidents depend on runs, so each database implements them itself. */
export function incidentQueries({ db, within }: QueryContext) {
  return {
    acknowledgeIncident: (id, acknowledged) => acknowledgeIncident(db, id, acknowledged),
    listNotes: (incidentID) => listNotes(db, incidentID),
    addNote: (incidentID, note, max) =>
      within((transaction) => addNote(transaction, { incidentID, note, max })),
  } satisfies Partial<IncidentStore & IncidentNoteStore>;
}
