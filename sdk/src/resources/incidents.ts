import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';

/** Incidents. An incident begins when a monitor goes down and ends when the monitor recovers. */
export type IncidentsAPI = ReturnType<typeof incidentsAPI>;

export function incidentsAPI({ call, send }: Caller) {
  return {
    /** Reads one page, newest first: 100 entries unless `limit` is set. */
    list: call.listIncidents,
    /** Counts the open incidents, and those that no member has acknowledged. */
    countOpen: call.countOpenIncidents,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listIncidents, ({ incidents }) => incidents),
    /**
     * Reads an incident with its history, notes, failed runs and related incidents, and with the end of the failed run's
     * log.
     */
    get: call.readIncident,
    /** Stops reminders and escalation. Rejects with the code `conflict` if the incident is acknowledged already or has ended. */
    acknowledge: (incidentID: string, note = '', options?: RequestOptions) =>
      call.acknowledgeIncident(incidentID, { note }, options),
    /**
     * Acknowledges the incident, even if another member has already acknowledged it. Rejects with the code `conflict` if the
     * incident has ended.
     */
    takeOver: (incidentID: string, note = '', options?: RequestOptions) =>
      call.acknowledgeIncident(incidentID, { note, takeOver: true }, options),
    /** Takes back the acknowledgement. Rejects with the code `conflict` if the incident is not acknowledged or has ended. */
    unacknowledge: call.unacknowledgeIncident,
    /** Postpones reminders and escalation. Rejects with the code `conflict` if the incident is acknowledged already or has ended. */
    snooze: call.snoozeIncident,
    /** Ends a snooze immediately. Rejects with the code `conflict` if no snooze is in force. */
    unsnooze: call.unsnoozeIncident,
    addNote: (incidentID: string, text: string, options?: RequestOptions) =>
      call.addIncidentNote(incidentID, { text }, options),
    /** Compares the log of the last failed run with the log of the last successful run before it. */
    compareLogs: call.compareIncidentLogs,
    /** Exports the incident as a Markdown document. */
    async export(incidentID: string, options?: RequestOptions): Promise<string> {
      const { bytes } = await send('exportIncident', { params: { incidentID } }, options);
      return new TextDecoder().decode(bytes);
    },
  };
}
