/** Maximum steps of an escalation policy, as in the service. */
export const STEPS_MAX = 10;
