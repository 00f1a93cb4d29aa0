import type { EscalationPolicy } from '@overdue/domain/alerting/escalation-policy.ts';
import type { Resources, SettingsTypes } from '../database/resources/contract.ts';

export type EscalationResource = SettingsTypes<EscalationPolicy>;

export interface EscalationStore {
  /** Monitors and projects that used a deleted policy have no escalation afterwards. */
  readonly escalations: Resources<EscalationResource>;
}
