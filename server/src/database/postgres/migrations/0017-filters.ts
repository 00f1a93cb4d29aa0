import { TEXT } from './column-types.ts';

/** Ping filters, and whether a ping resumes a paused monitor. Nodes of the previous version leave both unchanged. */
export const filters: readonly string[] = [
  'ALTER TABLE monitors ADD COLUMN manual_resume BIGINT NOT NULL DEFAULT 1',
  `ALTER TABLE monitors ADD COLUMN ping_filter ${TEXT} NOT NULL DEFAULT ''`,
];
