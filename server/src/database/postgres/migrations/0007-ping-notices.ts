import { TEXT } from './column-types.ts';

/** Ping notices: JSON, null for most monitors. */
export const pingNotices: readonly string[] = [`ALTER TABLE monitor_states ADD COLUMN ping_notices ${TEXT}`];
