import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { type Connection, column, prepare, sqliteFailure } from '../../database/sqlite-connection.ts';
import { ALERT_INVARIANTS } from '../upkeep/alert-invariants.ts';
import { INVARIANTS, runChecks } from '../upkeep/invariants.ts';
import { STORED_JSON_CHECKS } from '../upkeep/stored-json.ts';
import { CHAIN_CHECKS } from './chain-check.ts';
import { forKysely } from './kysely.ts';

/** Checks a snapshot: the file, the references, then the invariants. */
export async function checkDatabase(snapshot: Connection, limit: number): Promise<readonly string[]> {
  const findings: string[] = [];
  try {
    findings.push(...checkFile(snapshot, limit), ...checkReferences(snapshot, limit));
    const kysely = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: forKysely(snapshot, { check() {} }) }),
    });
    const checks = [...INVARIANTS, ...ALERT_INVARIANTS, ...STORED_JSON_CHECKS, ...CHAIN_CHECKS];
    findings.push(...(await runChecks(kysely, checks, limit - findings.length)));
  } catch (error) {
    // A damaged file is a finding, not a failure of the check.
    if (!(error instanceof Error) || sqliteFailure(error) !== 'damaged') throw error;
    findings.push(`The database file is damaged: ${error.message}. Restore a backup.`);
  }
  return findings.slice(0, limit);
}

function checkFile(snapshot: Connection, limit: number): readonly string[] {
  const results = column<string>(snapshot, `PRAGMA integrity_check(${limit})`);
  return results
    .filter((result) => result !== 'ok')
    .map((result) => `The database file is damaged: ${result}`);
}

function checkReferences(snapshot: Connection, limit: number): readonly string[] {
  return prepare<
    [number],
    { readonly table: string; readonly rowid: number | null; readonly parent: string }
  >(snapshot, 'SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?')
    .all(limit)
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a missing row of ${parent}.`);
}
