import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs work in one transaction; from its beginning again, when the database broke it off for the sake of another one. */
export type Within = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;
