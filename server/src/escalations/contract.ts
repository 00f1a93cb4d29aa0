import type { EscalationPolicy } from '@overdue/domain/alerting/escalation-policy.ts';
import type { Revised } from '../database/edits.ts';
import type { NewResource, Resources, ResourceTypes } from '../database/resources/contract.ts';

export interface EscalationResource extends ResourceTypes {
  readonly record: Revised<EscalationPolicy>;
  readonly new: NewResource<EscalationPolicy>;
  readonly change: Partial<Omit<EscalationPolicy, 'shortID'>>;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface EscalationStore {
  /** Monitors and projects that used a deleted policy have no escalation afterwards. */
  readonly escalations: Resources<EscalationResource>;
}
