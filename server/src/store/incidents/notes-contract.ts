export interface IncidentNote {
  readonly noteID: string;
  readonly at: number;
  readonly author: string;
  readonly text: string;
}
