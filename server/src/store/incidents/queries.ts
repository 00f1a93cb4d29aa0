import type { IncidentStore } from '../alerts/contract.ts';
import type { QueryContext } from '../query-context.ts';
import { acknowledgeIncident } from './list.ts';
import { addNote, listNotes } from './notes.ts';

/** Changes of incidents. Lists of incidents depend on runs, so each database implements them itself. */
export function incidentQueries({ db, within }: QueryContext) {
  return {
    listNotes: (incidentID) => listNotes(db, incidentID),
    changeIncident: (id, change) =>
      change.kind === 'acknowledge'
        ? acknowledgeIncident(db, id, change)
        : within((transaction) => addNote(transaction, { ...change, incidentID: id })),
  } satisfies Partial<IncidentStore>;
}
