import { TEXT } from './column-types.ts';

/** Filters of pings, and paused monitors that their pings resume. Nodes of the previous version leave both as they are. */
export const filters: readonly string[] = [
  'ALTER TABLE monitors ADD COLUMN manual_resume BIGINT NOT NULL DEFAULT 1',
  `ALTER TABLE monitors ADD COLUMN ping_filter ${TEXT} NOT NULL DEFAULT ''`,
];
