import type { Caller } from '../call.ts';

/** Policies for further alerts while an incident is not acknowledged. */
export type EscalationsAPI = ReturnType<typeof escalationsAPI>;

export function escalationsAPI({ call }: Caller) {
  return {
    /** Lists all policies of the team, at most 50. */
    list: call.listEscalations,
    create: call.createEscalation,
    get: call.readEscalation,
    /** Changes a policy. Omitted fields keep their value. */
    update: call.editEscalation,
    /** Deletes a policy. Resolves to the deleted policy. */
    delete: call.deleteEscalation,
  };
}
