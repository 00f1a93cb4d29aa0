import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AccountStore } from '../contract.ts';

/**
 * The tables as better-auth expects them, in camel case. Both databases are declared as SQLite, because columns store times as
 * ISO text and flags as numbers. Transactions are off, because better-auth's hooks call the store. Within a transaction, these
 * calls would deadlock on SQLite's only connection.
 */
export function accountTables(db: Kysely<Schema>): AccountStore['accountTables'] {
  return { db: db.withPlugin(new CamelCasePlugin()), type: 'sqlite', transaction: false };
}
