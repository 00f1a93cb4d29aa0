import type { IncidentStore } from '../alerts/contract.ts';
import type { QueryContext } from '../query-context.ts';
import { acknowledgeIncident } from './list.ts';
import { addNote, listNotes } from './notes.ts';
import { findOpenIncidents } from './open.ts';

/** Changes of incidents. Lists of incidents depend on runs, so each database implements them itself. */
export function incidentQueries({ db, within }: QueryContext) {
  return {
    listNotes: (incidentID) => listNotes(db, incidentID),
    findOpenIncidents: (teamID: string, monitorIDs?: readonly number[]) =>
      findOpenIncidents(db, teamID, monitorIDs),
    changeIncident: ({ id }, change) =>
      change.kind === 'acknowledge'
        ? acknowledgeIncident(db, id, change)
        : within((transaction) => addNote(transaction, { ...change, incidentID: id })),
  } satisfies Partial<IncidentStore>;
}
