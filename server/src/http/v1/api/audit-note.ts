import type { AuditDetails, AuditTarget } from '../../../store/teams/contract.ts';

/** Details of a change for the audit log that the answer does not show. Later values replace earlier ones. */
export interface AuditNote {
  /** Set if the target is not the resource in the answer; null for none. */
  readonly target?: AuditTarget | null;
  readonly details?: AuditDetails;
  /** Set if no person is signed in, or if the change concerns another team than theirs. */
  readonly teamID?: string;
  /** Person who was unknown before the request, such as one who accepts an invitation. */
  readonly userID?: string;
  /** True if no change worth logging was made. */
  readonly isNothing?: boolean;
}

export type Note = (note: AuditNote) => void;

/** Derives the action of an endpoint that names none: `createMonitor` becomes `monitor.create`. */
export function actionOf(operationID: string): string {
  const [verb = '', ...noun] = operationID.split(/(?=[A-Z])/);
  return `${noun.join('_').toLowerCase()}.${verb}`;
}
