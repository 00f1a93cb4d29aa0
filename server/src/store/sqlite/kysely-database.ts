import type { SqliteDatabase } from 'kysely';
import { type Connection, prepare } from '../sqlite-connection.ts';

/** A connection as Kysely's dialect for SQLite wants it. */
export function forKysely(db: Connection): SqliteDatabase {
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = prepare<readonly unknown[]>(db, sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      };
    },
  };
}
