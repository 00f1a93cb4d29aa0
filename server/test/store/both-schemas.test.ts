import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrations as postgresMigrations } from '../../src/database/postgres/migrations/migrations.ts';
import { migrations as sqliteMigrations } from '../../src/database/sqlite/migrations/migrations.ts';
import { column, connect } from '../../src/database/sqlite-connection.ts';
import { migrateSqlite } from '../../src/store/sqlite/migrate.ts';
import { query } from '../postgres/cluster.ts';
import { takeDatabase } from '../postgres/database.ts';

/** Columns that exist in only one of the databases, as `table.column`. */
const ONLY_SQLITE = [
  'events.id',
  'events.previous_id',
  'log_index.id',
  'log_index.indexed_until',
  'migrations.timestamp',
  'migrations_lock.id',
  'migrations_lock.is_locked',
  'monitor_states.last_event_id',
  'monitor_states.last_run_id',
  'runs.id',
  'runs.previous_id',
];
const ONLY_POSTGRES =
  /^(?:event_bodies\.at|runs\.made_at|monitor_states\.rules_version|(?:schema_level|ping_nodes|watching_nodes|queued_pings|leases|check_shards|check_nodes|unfinished_copy|slug_changes|log_words|log_positions)\..+)$/;

test('both databases have the same tables and columns, except for the listed differences', async () => {
  const sqlite = await sqliteColumns();
  const postgres = await postgresColumns();
  expect(sqlite.filter((column) => !postgres.includes(column))).toEqual(ONLY_SQLITE);
  expect(postgres.filter((column) => !sqlite.includes(column) && !ONLY_POSTGRES.test(column))).toEqual([]);
});

test('their migrations have the same names', () => {
  const names = (migrations: readonly { readonly name: string }[]) => migrations.map(({ name }) => name);
  expect(names(postgresMigrations)).toEqual(names(sqliteMigrations));
});

async function sqliteColumns(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'overdue.db');
  await migrateSqlite(file);
  const db = connect(file);
  onTestFinished(() => void db.close());
  return column(
    db,
    `SELECT t.name || '.' || c.name AS place FROM sqlite_schema t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'log_words%'
        ORDER BY place`,
  );
}

async function postgresColumns(): Promise<readonly string[]> {
  const { url, drop } = await takeDatabase('18');
  onTestFinished(drop);
  const rows = await query(
    url,
    `SELECT c.relname || '.' || a.attname AS place FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped ORDER BY place`,
  );
  return rows.map(({ place }) => String(place));
}
