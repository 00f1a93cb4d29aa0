/** Maximum steps of an escalation policy. */
export const STEPS_MAX = 10;
/** Minimum seconds between the start of an incident and the first step. */
export const AFTER_SECONDS_MIN = 60;

export interface EscalationPolicy {
  readonly shortID: string;
  readonly name: string;
  /** Steps in order, at most 10. Each delay counts from the start of the incident. */
  readonly steps: readonly EscalationStep[];
}

/**
 * Returns the policy that a monitor's incidents follow: its own, or else the policy that its project passes on. Undefined if there is
 * none; '' chooses none.
 */
export function chosenPolicy<Policy extends Pick<EscalationPolicy, 'shortID'>>(
  policies: readonly Policy[],
  { own, inherited }: { readonly own: string | null; readonly inherited: string | null | undefined },
): Policy | undefined {
  const shortID = own ?? inherited;
  return policies.find((policy) => policy.shortID === shortID);
}

export interface EscalationStep {
  readonly afterMs: number;
  readonly channels: readonly string[];
  /** Short IDs of on-call schedules. The members who are on call in these schedules are alerted. */
  readonly onCall: readonly string[];
}
