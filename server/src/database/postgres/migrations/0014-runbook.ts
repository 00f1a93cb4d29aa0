import { TEXT } from './column-types.ts';

/** A link from each monitor to the instructions for its failures. Nodes of the previous version don't change the link. */
export const runbook: readonly string[] = [
  `ALTER TABLE monitors ADD COLUMN runbook_url ${TEXT} NOT NULL DEFAULT ''`,
];
