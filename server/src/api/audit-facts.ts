import type { AuditDetails, AuditTarget } from '../audit/contract.ts';

/** One of many changes that a single request made. */
export interface AuditedChange {
  readonly action: string;
  readonly target: AuditTarget;
  readonly details: AuditDetails;
}

/** Details for the audit log that are not in the response. Later facts override earlier facts. */
export interface AuditFacts {
  /** Target of the change; null for no target. Default: the resource in the response. */
  readonly target?: AuditTarget | null;
  readonly details?: AuditDetails;
  /** Changes that get separate entries, before the entry of the request. */
  readonly changes?: readonly AuditedChange[];
  /** Set for an anonymous request, or if the change concerns a team other than the requester's. */
  readonly teamID?: string;
  /** Set if the request has no credentials but identifies a person, for example when an invitation is accepted. */
  readonly userID?: string;
  /** True if the request made no change worth logging. */
  readonly isUnchanged?: boolean;
}

export type AddAuditFacts = (facts: AuditFacts) => void;

/** Derives an action from an operation ID: `createMonitor` becomes `monitor.create`. */
export function actionOf(operationID: string): string {
  const [verb = '', ...noun] = operationID.split(/(?=[A-Z])/);
  return `${noun.join('_').toLowerCase()}.${verb}`;
}
