export interface IncidentNote {
  readonly noteID: string;
  readonly at: number;
  readonly author: string;
  readonly text: string;
}

export interface IncidentNoteStore {
  /** Oldest first. */
  listNotes(incidentID: number): Promise<readonly IncidentNote[]>;
}
