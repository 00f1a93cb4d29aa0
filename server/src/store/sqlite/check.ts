import Sqlite, { type Database } from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { ALERT_INVARIANTS } from '../queries/alert-invariants.ts';
import { INVARIANTS, runChecks } from '../queries/invariants.ts';
import type { Schema } from '../schema.ts';
import { CHAIN_CHECKS } from './chain-check.ts';

/** What SQLite says when the file is damaged: a finding, and not a failure to look. */
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** Looks over a snapshot: first the file, then the references, then what the rows mean. */
export async function checkDatabase(snapshot: Database, limit: number): Promise<readonly string[]> {
  const findings: string[] = [];
  try {
    findings.push(...checkFile(snapshot, limit), ...checkReferences(snapshot, limit));
    const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: snapshot }) });
    const checks = [...INVARIANTS, ...ALERT_INVARIANTS, ...CHAIN_CHECKS];
    findings.push(...(await runChecks(kysely, checks, limit - findings.length)));
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !DAMAGED.test(error.code)) throw error;
    findings.push(`The database file is damaged: ${error.message}. Restore a backup.`);
  }
  return findings.slice(0, limit);
}

function checkFile(snapshot: Database, limit: number): readonly string[] {
  const results = snapshot.prepare<[], string>(`PRAGMA integrity_check(${limit})`).pluck().all();
  return results
    .filter((result) => result !== 'ok')
    .map((result) => `The database file is damaged: ${result}`);
}

function checkReferences(snapshot: Database, limit: number): readonly string[] {
  return snapshot
    .prepare<[number], { readonly table: string; readonly rowid: number | null; readonly parent: string }>(
      'SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?',
    )
    .all(limit)
    .map(
      ({ table, rowid, parent }) => `Row ${rowid} of ${table} names a row of ${parent} that does not exist.`,
    );
}
