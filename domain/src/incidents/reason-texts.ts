import type { FailureReason } from '../monitor-state.ts';

/** Causes of incidents, for sentences such as `Down since 02:00: a run missed its deadline.` */
export const REASON_TEXTS: Readonly<Record<FailureReason, string>> = {
  failed: 'the job reported a failure',
  missed: 'a run missed its deadline',
  timed_out: 'a run did not end in time',
};
