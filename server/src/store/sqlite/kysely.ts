import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { FileGuard } from './file/guard.ts';
import { explainWriteErrors } from './file/unwritable.ts';

/** Maximum number of prepared statements. Preparing usually takes longer than running. */
const PREPARED_MAX = 500;
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/i;

/** Adapts a connection to Kysely's SQLite dialect. Kysely runs one statement at a time, so prepared statements can be reused. */
export function forKysely(db: Connection, guard: Pick<FileGuard, 'check'>): SqliteDatabase {
  const prepared = createGenerationCache<string, SqliteStatement>(PREPARED_MAX);

  function prepareAnew(sql: string): SqliteStatement {
    const statement = prepare<readonly unknown[]>(db, sql);
    return {
      reader: explainWriteErrors(() => statement.columns().length > 0),
      all: (parameters) => explainWriteErrors(() => statement.all(...parameters)),
      run: (parameters) => explainWriteErrors(() => statement.run(...parameters)),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  }

  return {
    close: () => db.close(),
    prepare(sql) {
      // Checks the file only outside transactions, because an open transaction may finish, and a rescue waits for it.
      if (!db.isTransaction) guard.check();
      // Statements prepared earlier know only the old columns.
      if (CHANGES_TABLES.test(sql)) {
        prepared.clear();
        return prepareAnew(sql);
      }
      const cached = prepared.get(sql);
      if (cached !== undefined) return cached;
      const statement = prepareAnew(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}
