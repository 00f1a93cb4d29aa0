import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs work in one transaction. Starts over if the database aborted it in favour of another one. */
export type Within = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;
