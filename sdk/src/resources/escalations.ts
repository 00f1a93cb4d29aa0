import type { Escalation, EscalationEdit, EscalationInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Who is told of an incident that nobody has acknowledged, and when. */
export interface EscalationsAPI {
  /** All of the team's, at most 50. */
  list(options?: RequestOptions): Promise<readonly Escalation[]>;
  create(input: EscalationInput, options?: RequestOptions): Promise<Escalation>;
  get(escalationShortID: string, options?: RequestOptions): Promise<Escalation>;
  /** What is left out stays. */
  update(escalationShortID: string, edit: EscalationEdit, options?: RequestOptions): Promise<Escalation>;
  /** Resolves to the policy as it last was. */
  delete(escalationShortID: string, options?: RequestOptions): Promise<Escalation>;
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
