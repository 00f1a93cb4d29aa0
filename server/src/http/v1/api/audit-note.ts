import type { AuditDetails, AuditTarget } from '../../../store/teams/contract.ts';

/** What an endpoint says of its change beyond what its answer shows. The last word on each part counts. */
export interface AuditNote {
  /** Where it is not the one thing of the answer; null for none. */
  readonly target?: AuditTarget | null;
  readonly details?: AuditDetails;
  /** Where nobody has signed in, or it is about another team than the one they are in. */
  readonly teamID?: string;
  /** Who it is whom nobody knew before, such as who has just accepted an invitation. */
  readonly userID?: string;
  /** Nothing was changed that anybody would look for. */
  readonly isNothing?: boolean;
}

export type Note = (note: AuditNote) => void;

/**
 * The action of an endpoint that names none: `createMonitor` is `monitor.create`, `acknowledgeIncident` is
 * `incident.acknowledge`.
 */
export function actionOf(operationID: string): string {
  const [verb = '', ...noun] = operationID.split(/(?=[A-Z])/);
  return `${noun.join('_').toLowerCase()}.${verb}`;
}
