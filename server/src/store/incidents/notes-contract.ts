export interface IncidentNote {
  /** A UUID. */
  readonly noteID: string;
  readonly at: number;
  /** Who wrote it: the name of then, or else the email. */
  readonly author: string;
  readonly text: string;
}

export interface IncidentNoteStore {
  /** Oldest first. */
  listNotes(incidentID: number): Promise<readonly IncidentNote[]>;
  /** False when the incident has `max` notes already. */
  addNote(incidentID: number, note: IncidentNote, max: number): Promise<boolean>;
}
