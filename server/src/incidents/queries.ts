import type { QueryContext } from '../database/query-context.ts';
import type { IncidentStore } from './contract.ts';
import { changeAcknowledgement } from './queries/acknowledgement.ts';
import { addNote, listNotes } from './queries/notes.ts';
import { changeSnooze } from './queries/snooze.ts';
import { listIncidentSummaries } from './queries/summaries.ts';

/** Queries of incidents that are the same on both databases. Queries that also read runs are in each database's folder. */
export function incidentQueries({ db, inTransaction, inTeamTransaction, locks }: QueryContext) {
  return {
    listNotes: (incidentID) => listNotes(db, incidentID),
    listIncidentSummaries: (teamID, selection) => listIncidentSummaries(db, teamID, selection),
    changeIncident(incident, change) {
      const { id, teamID } = incident;
      switch (change.kind) {
        case 'acknowledge':
        case 'unacknowledge':
          return inTeamTransaction(teamID, (transaction) =>
            changeAcknowledgement(transaction, incident, { change, locks }),
          );
        case 'add_note':
          return inTransaction((transaction) => addNote(transaction, { ...change, incidentID: id }));
        case 'snooze':
        case 'unsnooze':
          return inTeamTransaction(teamID, (transaction) => changeSnooze(transaction, { id, change, locks }));
      }
    },
  } satisfies Partial<IncidentStore>;
}
