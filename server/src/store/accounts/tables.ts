import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { AccountStore } from './contract.ts';

/**
 * The database as better-auth takes it. It writes names in camel case; and as if this were SQLite on both databases, so that
 * times are ISO text and flags numbers in both, as the columns are. No transactions: its hooks, which ask the store for other
 * things, would wait on SQLite's one connection for the transaction that waits for them.
 */
export function accountTables(db: Kysely<Schema>): AccountStore['accountTables'] {
  return { db: db.withPlugin(new CamelCasePlugin()), type: 'sqlite', transaction: false };
}
