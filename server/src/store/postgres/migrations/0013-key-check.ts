import { TEXT } from './column-types.ts';

/** A text sealed with the service's key, by which a start with another key is noticed. */
export const keyCheck: readonly string[] = [
  `CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed ${TEXT} NOT NULL)`,
];
