import { AppError } from '@overdue/domain/error.ts';
import { migrations } from '../../../database/sqlite/migrations/migrations.ts';
import {
  type Connection,
  cell,
  column,
  connect,
  prepareLists,
  sqliteFailure,
} from '../../../database/sqlite-connection.ts';
import type { CopiedTable } from '../../upkeep/copied-tables.ts';
import type { Chunk, CopiedRow, CopiedValue, CopyPosition, CopySource } from '../../upkeep/copy.ts';

const CHUNK_ROWS = 2000;
const CHUNK_BYTES = 8_000_000;
const BUSY_MS_MAX = 1000;

/** How to read a table. By default, all columns of the table are read in key order. */
interface TableReading {
  readonly from?: string;
  readonly order?: readonly string[];
  /** Columns to omit: the pointers of chains, which only SQLite has. */
  readonly without?: readonly string[];
  /** Columns that only other databases have, with the SQL that computes them. */
  readonly more?: Readonly<Record<string, string>>;
}

const READINGS: Readonly<Partial<Record<CopiedTable['name'], TableReading>>> = {
  monitor_states: { without: ['last_event_id', 'last_run_id'] },
  events: { order: ['t.id'], without: ['id', 'previous_id'] },
  event_bodies: {
    from: 'events e JOIN event_bodies t ON t.monitor_id = e.monitor_id AND t.number = e.number',
    order: ['e.id'],
    more: { at: 'e.at' },
  },
  runs: {
    order: ['t.id'],
    without: ['id', 'previous_id'],
    more: { made_at: 'COALESCE(t.started_at, t.ended_at, t.expected_at, 0)' },
  },
};

/** Opens a database for copying, exclusively. Throws an AppError if the database is in use or has another version. */
export function openCopySource(file: string, chunkRows = CHUNK_ROWS): CopySource {
  const db = openAlone(file);
  const counts = new Map<string, number>();
  const selections = new Map<string, Selection>();
  const selectionOf = (table: CopiedTable): Selection => {
    const selection = selections.get(table.name) ?? selectionFor(db, table);
    selections.set(table.name, selection);
    return selection;
  };
  return {
    mark: markOf(db),
    oldestAt: readNumber(db, 'SELECT at FROM events ORDER BY id LIMIT 1'),
    columns: (table) => selectionOf(table).columns,
    count(table) {
      const rowCount = counts.get(table.name) ?? readNumber(db, `SELECT COUNT(*) FROM ${table.name}`) ?? 0;
      counts.set(table.name, rowCount);
      return rowCount;
    },
    read: (table, after) => readChunk(db, { selection: selectionOf(table), after, rowsMax: chunkRows }),
    lastID: (table) => findLastID(db, table),
    close: () => void db.close(),
  };
}

function openAlone(file: string): Connection {
  let db: Connection | null = null;
  try {
    db = connect(file, { mustExist: true, busyMs: BUSY_MS_MAX });
    // With a write-ahead log, every process that has the database open holds a lock on it.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN IMMEDIATE; COMMIT');
    requireThisVersion(db, file);
    return db;
  } catch (cause) {
    db?.close();
    if (sqliteFailure(cause) === 'busy')
      throw new AppError('conflict', `${file} is in use. Stop the service that runs on it, then copy.`, {
        cause,
      });
    throw cause;
  }
}

function requireThisVersion(db: Connection, file: string): void {
  const isThere = readNumber(db, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'migrations'") === 1;
  const names = isThere ? column<string>(db, 'SELECT name FROM migrations ORDER BY name') : [];
  if (names.join() !== migrations.map(({ name }) => name).join())
    throw new AppError(
      'conflict',
      `${file} belongs to another version of Overdue. Migrate it first: DATABASE_URL=sqlite:${file} overdue-server migrate`,
    );
}

/**
 * Returns a mark that changes every second while a service runs, because the service keeps recording the latest time at which it
 * could receive pings.
 */
function markOf(db: Connection): string {
  const marks = [
    'watched_until FROM watch',
    'MAX(id) FROM events',
    'MAX(id) FROM monitors',
    'MIN(id) FROM teams',
  ];
  return marks.map((mark) => cell(db, `SELECT ${mark}`) ?? '').join(' ');
}

function readNumber(db: Connection, query: string): number | null {
  return cell<number | null>(db, query) ?? null;
}

interface Selection {
  readonly columns: readonly string[];
  readonly order: readonly string[];
  /** Returns the SELECT statement with a WHERE clause for the start position; with '', selects all rows. */
  text(condition: string): string;
}

function selectionFor(db: Connection, { name, key }: CopiedTable): Selection {
  const {
    from = `${name} t`,
    order = key.map((column) => `t.${column}`),
    without = [],
    more = {},
  } = READINGS[name] ?? {};
  const own = column<string>(db, `SELECT name FROM pragma_table_info('${name}')`).filter(
    (column) => !without.includes(column),
  );
  const selected = [...own.map((column) => `t."${column}"`), ...Object.values(more), ...order];
  return {
    columns: [...own, ...Object.keys(more)],
    order,
    text: (condition) =>
      `SELECT ${selected.join(', ')} FROM ${from} ${condition} ORDER BY ${order.join(', ')}`,
  };
}

function readChunk(
  db: Connection,
  {
    selection: { columns, order, text },
    after,
    rowsMax,
  }: { readonly selection: Selection; readonly after: CopyPosition; readonly rowsMax: number },
): Chunk {
  const list = order.join(', ');
  const condition = after === null ? '' : `WHERE (${list}) > (${after.map(() => '?').join(', ')})`;
  const rows: CopiedRow[] = [];
  let place: CopyPosition = after;
  let bytes = 0;
  for (const row of prepareLists<CopiedValue[], CopiedValue[]>(db, text(condition)).iterate(
    ...(after ?? []),
  )) {
    const values = row.slice(0, columns.length);
    rows.push(values);
    place = row.slice(columns.length).map((value) => (typeof value === 'number' ? value : String(value)));
    bytes += values.reduce((sum: number, value) => sum + sizeOf(value), 0);
    if (rows.length >= rowsMax || bytes >= CHUNK_BYTES) break;
  }
  return { rows, place };
}

function sizeOf(value: CopiedValue): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Uint8Array ? value.byteLength : 8;
}

/** Returns the highest ID ever used. IDs of deleted rows are not reused, because other rows may still refer to them. */
function findLastID(db: Connection, { name, key }: CopiedTable): number | null {
  if (key.join() !== 'id' || name === 'watch') return null;
  const type = cell<string>(db, "SELECT type FROM pragma_table_info(?) WHERE name = 'id'", name);
  if (type !== 'INTEGER') return null;
  const last = readNumber(db, `SELECT MAX(id) FROM ${name}`);
  const ever = readNumber(db, `SELECT seq FROM sqlite_sequence WHERE name = '${name}'`);
  return Math.max(last ?? 0, ever ?? 0);
}
