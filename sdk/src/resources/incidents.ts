import type {
  Incident,
  IncidentNote,
  IncidentWithFailures,
  Inputs,
  LogComparison,
  Responses,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages } from '../page.ts';

/** Filters. An entry must match all of them. */
export type IncidentQuery = NonNullable<Inputs['listIncidents']['query']>;

/** End of a snooze: a time, or `hour` or `morning` as `preset`. */
export type SnoozeEnd = Inputs['snoozeIncident']['body'];

/** Incidents. An incident begins when a monitor goes down and ends when the monitor recovers. */
export interface IncidentsAPI {
  /** Reads one page, newest first: 100 entries unless `limit` is set. */
  list(query?: IncidentQuery, options?: RequestOptions): Promise<Responses['listIncidents']>;
  /** Counts the open incidents, and those that no member has acknowledged. */
  countOpen(options?: RequestOptions): Promise<Responses['countOpenIncidents']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: IncidentQuery, options?: RequestOptions): AsyncIterable<Incident>;
  /**
   * Reads an incident with its history, notes, failed runs and related incidents, and with the end of the failed run's
   * log.
   */
  get(incidentID: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  /** Stops reminders and escalation. Rejects with the code `conflict` if the incident is acknowledged already or has ended. */
  acknowledge(incidentID: string, note?: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  /**
   * Acknowledges the incident, even if another member has already acknowledged it. Rejects with the code `conflict` if the
   * incident has ended.
   */
  takeOver(incidentID: string, note?: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  /** Takes back the acknowledgement. Rejects with the code `conflict` if the incident is not acknowledged or has ended. */
  unacknowledge(incidentID: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  /** Postpones reminders and escalation. Rejects with the code `conflict` if the incident is acknowledged already or has ended. */
  snooze(incidentID: string, until: SnoozeEnd, options?: RequestOptions): Promise<IncidentWithFailures>;
  /** Ends a snooze immediately. Rejects with the code `conflict` if no snooze is in force. */
  unsnooze(incidentID: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  addNote(incidentID: string, text: string, options?: RequestOptions): Promise<IncidentNote>;
  /** Compares the log of the last failed run with the log of the last successful run before it. */
  compareLogs(incidentID: string, options?: RequestOptions): Promise<LogComparison>;
  /** Exports the incident as a Markdown document. */
  export(incidentID: string, options?: RequestOptions): Promise<string>;
}

export function incidentsAPI({ call, send }: Caller): IncidentsAPI {
  const list: IncidentsAPI['list'] = (query, options) => call('listIncidents', { query }, options);
  return {
    list,
    countOpen: (options) => call('countOpenIncidents', {}, options),
    all: allPages(list, ({ incidents }) => incidents),
    get: async (incidentID, options) =>
      (await call('readIncident', { params: { incidentID } }, options)).incident,
    acknowledge: async (incidentID, note = '', options) =>
      (await call('acknowledgeIncident', { params: { incidentID }, body: { note } }, options)).incident,
    takeOver: async (incidentID, note = '', options) =>
      (await call('acknowledgeIncident', { params: { incidentID }, body: { note, takeOver: true } }, options))
        .incident,
    unacknowledge: async (incidentID, options) =>
      (await call('unacknowledgeIncident', { params: { incidentID } }, options)).incident,
    snooze: async (incidentID, until, options) =>
      (await call('snoozeIncident', { params: { incidentID }, body: until }, options)).incident,
    unsnooze: async (incidentID, options) =>
      (await call('unsnoozeIncident', { params: { incidentID } }, options)).incident,
    addNote: async (incidentID, text, options) =>
      (await call('addIncidentNote', { params: { incidentID }, body: { text } }, options)).note,
    compareLogs: async (incidentID, options) =>
      (await call('compareIncidentLogs', { params: { incidentID } }, options)).comparison,
    export: async (incidentID, options) =>
      new TextDecoder().decode((await send('exportIncident', { params: { incidentID } }, options)).bytes),
  };
}
