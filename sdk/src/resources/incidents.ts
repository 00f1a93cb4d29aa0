import type { Answers, Incident, IncidentNote, IncidentWithFailures, Inputs } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages } from '../page.ts';

/** All filters together must hold. */
export type IncidentQuery = NonNullable<Inputs['listIncidents']['query']>;

/** The times from monitors going down to their recovery. */
export interface IncidentsAPI {
  /** Newest first, one page: 100, unless there is a `limit`. */
  list(query?: IncidentQuery, options?: RequestOptions): Promise<Answers['listIncidents']>;
  /** All of them, read in pages of `limit`. */
  all(query?: IncidentQuery, options?: RequestOptions): AsyncIterable<Incident>;
  /** With the runs that failed, the notes, and what else went down about then. */
  get(incidentID: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  /** Ends reminders and escalation. Rejects with the code `conflict` when somebody has, or it is over. */
  acknowledge(incidentID: string, note?: string, options?: RequestOptions): Promise<IncidentWithFailures>;
  addNote(incidentID: string, text: string, options?: RequestOptions): Promise<IncidentNote>;
  /** All that is known of it, as a document in Markdown. */
  export(incidentID: string, options?: RequestOptions): Promise<string>;
}

export function incidentsAPI({ call, send }: Caller): IncidentsAPI {
  const list: IncidentsAPI['list'] = (query, options) => call('listIncidents', { query }, options);
  return {
    list,
    all: allPages(list, ({ incidents }) => incidents),
    get: async (incidentID, options) =>
      (await call('readIncident', { params: { incidentID } }, options)).incident,
    acknowledge: async (incidentID, note = '', options) =>
      (await call('acknowledgeIncident', { params: { incidentID }, body: { note } }, options)).incident,
    addNote: async (incidentID, text, options) =>
      (await call('addIncidentNote', { params: { incidentID }, body: { text } }, options)).note,
    export: async (incidentID, options) =>
      new TextDecoder().decode((await send('exportIncident', { params: { incidentID } }, options)).bytes),
  };
}
