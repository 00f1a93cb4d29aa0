import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import type { Spool, SpoolRow, SpoolSize } from './contract.ts';
import { openSpoolFile } from './file.ts';
import { type PingRow, parsePing, pingRow } from './rows.ts';

/** Opens the spool in a local file; `:memory:` for tests. All pings of one call share one fsync. */
export function openSpool(file: string): Spool {
  const db = openSpoolFile(file);
  const statements = prepareStatements(db);
  let size = readSize(db);

  return {
    append(pings) {
      transact(db, () => {
        for (const ping of pings) statements.insert.run(pingRow(ping));
      });
      size = {
        pings: size.pings + pings.length,
        bytes: size.bytes + pings.reduce((sum, { request }) => sum + (request.body?.byteLength ?? 0), 0),
        oldestAt: size.oldestAt ?? pings[0]?.command.at ?? null,
      };
    },
    first(limit, bytes) {
      const rows: SpoolRow[] = [];
      let read = 0;
      for (const row of statements.first.iterate(limit)) {
        read += row.body?.byteLength ?? 0;
        if (rows.length > 0 && read > bytes) break;
        rows.push({ position: row.position, ping: parsePing(row) });
      }
      return rows;
    },
    removeThrough(position) {
      const removed = transact(db, () => statements.remove.all(position));
      size = {
        pings: size.pings - removed.length,
        bytes: size.bytes - removed.reduce((sum, { bytes }) => sum + bytes, 0),
        oldestAt: statements.oldestAt.get()?.at ?? null,
      };
    },
    size: () => size,
    close: () => void db.close(),
  };
}

function prepareStatements(db: Connection) {
  return {
    insert: prepare<[PingRow]>(
      db,
      `
      INSERT INTO pings (epoch, ticket, normalized_ping_id, at, happened_at, type, rid, new_run_id, duration_ms, warnings, method, user_agent,
        remote_address, exit_status, body)
      VALUES (@epoch, @ticket, @normalized_ping_id, @at, @happened_at, @type, @rid, @new_run_id, @duration_ms, @warnings, @method, @user_agent,
        @remote_address, @exit_status, @body)`,
    ),
    first: prepare<[number], PingRow & { readonly position: number }>(
      db,
      'SELECT * FROM pings ORDER BY position LIMIT ?',
    ),
    remove: prepare<[number], { readonly bytes: number }>(
      db,
      'DELETE FROM pings WHERE position <= ? RETURNING COALESCE(LENGTH(body), 0) AS bytes',
    ),
    oldestAt: prepare<[], { readonly at: number }>(db, 'SELECT at FROM pings ORDER BY position LIMIT 1'),
  };
}

function readSize(db: Connection): SpoolSize {
  const size = prepare<[], SpoolSize>(
    db,
    `SELECT COUNT(*) AS pings, COALESCE(SUM(LENGTH(body)), 0) AS bytes,
        (SELECT at FROM pings ORDER BY position LIMIT 1) AS oldestAt FROM pings`,
  ).get();
  return size ?? { pings: 0, bytes: 0, oldestAt: null };
}
