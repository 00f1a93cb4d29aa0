import type { AuditDetails, AuditTarget } from '../../../store/teams/contract.ts';

/** Details for the audit log that the answer does not contain. Later values replace earlier ones. */
export interface AuditNote {
  /** Set if the target is not the resource in the answer. Null for no target. */
  readonly target?: AuditTarget | null;
  readonly details?: AuditDetails;
  /** Set for an anonymous request, or if the change concerns a team other than the requester's. */
  readonly teamID?: string;
  /** Set for a person who is identified only by the request, such as by accepting an invitation. */
  readonly userID?: string;
  /** True if the request made no change worth logging. */
  readonly isNothing?: boolean;
}

export type Note = (note: AuditNote) => void;

/** Derives an action from an operation ID: `createMonitor` becomes `monitor.create`. */
export function actionOf(operationID: string): string {
  const [verb = '', ...noun] = operationID.split(/(?=[A-Z])/);
  return `${noun.join('_').toLowerCase()}.${verb}`;
}
