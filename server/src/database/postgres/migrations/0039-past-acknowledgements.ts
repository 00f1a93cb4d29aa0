import { TEXT } from './column-types.ts';

/** Acknowledgements that were taken back or taken over: a JSON list, oldest first. */
export const pastAcknowledgements: readonly string[] = [
  `ALTER TABLE incidents ADD COLUMN past_acknowledgements ${TEXT} NOT NULL DEFAULT '[]'`,
];
