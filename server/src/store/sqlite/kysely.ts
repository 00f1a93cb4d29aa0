import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { createRecent } from '../../runtime/recent.ts';
import { type Connection, prepare } from '../sqlite-connection.ts';
import type { FileGuard } from './file/guard.ts';
import { writing } from './file/unwritable.ts';

/** Statements that are kept prepared: to prepare one takes longer, most often, than to run it. */
const PREPARED_MAX = 500;
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/i;

/** A connection as Kysely's dialect for SQLite wants it. Kysely runs one statement after the other, so that each can be used again. */
export function forKysely(db: Connection, guard: Pick<FileGuard, 'check'>): SqliteDatabase {
  const prepared = createRecent<string, SqliteStatement>(PREPARED_MAX);

  function prepareAnew(sql: string): SqliteStatement {
    const statement = writing(() => prepare<readonly unknown[]>(db, sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => writing(() => statement.all(...parameters)),
      run: (parameters) => writing(() => statement.run(...parameters)),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  }

  return {
    close: () => db.close(),
    prepare(sql) {
      // A transaction that has begun may end: a rescue waits for it.
      if (!db.isTransaction) guard.check();
      // What was prepared before knows the columns of before.
      if (CHANGES_TABLES.test(sql)) {
        prepared.clear();
        return prepareAnew(sql);
      }
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const statement = prepareAnew(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}
