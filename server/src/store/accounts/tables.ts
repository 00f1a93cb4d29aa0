import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { AccountStore } from './contract.ts';

/**
 * The database in the form that better-auth takes. The names are in camel case. Both databases are declared
 * as SQLite, because columns store times as ISO text and flags as numbers on both. Transactions are off:
 * better-auth's hooks call the store, which would wait for SQLite's one connection and so deadlock.
 */
export function accountTables(db: Kysely<Schema>): AccountStore['accountTables'] {
  return { db: db.withPlugin(new CamelCasePlugin()), type: 'sqlite', transaction: false };
}
