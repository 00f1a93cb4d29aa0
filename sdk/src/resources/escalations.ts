import type { EscalationEdit, EscalationInput, EscalationPolicy } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Policies for further alerts while an incident is not acknowledged. */
export interface EscalationsAPI {
  /** Lists all policies of the team, at most 50. */
  list(options?: RequestOptions): Promise<readonly EscalationPolicy[]>;
  create(input: EscalationInput, options?: RequestOptions): Promise<EscalationPolicy>;
  get(escalationShortID: string, options?: RequestOptions): Promise<EscalationPolicy>;
  /** Changes a policy. Omitted fields keep their value. */
  update(
    escalationShortID: string,
    edit: EscalationEdit,
    options?: RequestOptions,
  ): Promise<EscalationPolicy>;
  /** Deletes a policy. Resolves to the deleted policy. */
  delete(escalationShortID: string, options?: RequestOptions): Promise<EscalationPolicy>;
}

export function escalationsAPI({ call }: Caller): EscalationsAPI {
  return {
    list: async (options) => (await call('listEscalations', {}, options)).escalations,
    create: async (body, options) => (await call('createEscalation', { body }, options)).escalation,
    get: async (escalationShortID, options) =>
      (await call('readEscalation', { params: { escalationShortID } }, options)).escalation,
    update: async (escalationShortID, body, options) =>
      (await call('editEscalation', { params: { escalationShortID }, body }, options)).escalation,
    delete: async (escalationShortID, options) =>
      (await call('deleteEscalation', { params: { escalationShortID } }, options)).escalation,
  };
}
