/** Maximum steps of an escalation policy, as in the service. */
export const STEPS_MAX = 10;
/** Minimum seconds between the start of an incident and the first step, as in the service. */
export const AFTER_SECONDS_MIN = 60;
