import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import { type Amounts, createAmounts } from '../ingest/team-share.ts';
import type { Spool, SpoolRow, SpoolSize } from './contract.ts';
import { openSpoolFile } from './file.ts';
import { type PingRow, parsePing, pingRow } from './rows.ts';

/** Opens the spool in a local file; `:memory:` for tests. All pings of one call share one fsync. */
export function openSpool(file: string): Spool {
  const db = openSpoolFile(file);
  const statements = prepareStatements(db);
  let size = readSize(db);
  const held = readHeld(db);

  function count(teamID: string | null, change: 1 | -1, bytes: number): void {
    held.pings.add(teamID, change);
    held.bytes.add(teamID, change * bytes);
  }

  return {
    append(pings) {
      const rows = pings.map(pingRow);
      transact(db, () => {
        for (const row of rows) statements.insert.run(row);
      });
      for (const { team_id: teamID, body } of rows) count(teamID, 1, body?.byteLength ?? 0);
      size = {
        pings: size.pings + pings.length,
        bytes: size.bytes + rows.reduce((sum, { body }) => sum + (body?.byteLength ?? 0), 0),
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
      for (const { teamID, bytes } of removed) count(teamID, -1, bytes);
      size = {
        pings: size.pings - removed.length,
        bytes: size.bytes - removed.reduce((sum, { bytes }) => sum + bytes, 0),
        oldestAt: statements.oldestAt.get()?.at ?? null,
      };
    },
    size: () => size,
    heldBy: (teamID) => ({ pings: held.pings.of(teamID), bytes: held.bytes.of(teamID) }),
    close: () => void db.close(),
  };
}

function prepareStatements(db: Connection) {
  return {
    insert: prepare<[PingRow]>(
      db,
      `
      INSERT INTO pings (epoch, ticket, normalized_ping_id, at, happened_at, type, rid, new_run_id, duration_ms, warnings, method, user_agent,
        remote_address, exit_status, body, team_id)
      VALUES (@epoch, @ticket, @normalized_ping_id, @at, @happened_at, @type, @rid, @new_run_id, @duration_ms, @warnings, @method, @user_agent,
        @remote_address, @exit_status, @body, @team_id)`,
    ),
    first: prepare<[number], PingRow & { readonly position: number }>(
      db,
      'SELECT * FROM pings ORDER BY position LIMIT ?',
    ),
    remove: prepare<[number], { readonly bytes: number; readonly teamID: string | null }>(
      db,
      'DELETE FROM pings WHERE position <= ? RETURNING COALESCE(LENGTH(body), 0) AS bytes, team_id AS teamID',
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

interface Held {
  readonly pings: Amounts<string | null>;
  readonly bytes: Amounts<string | null>;
}

function readHeld(db: Connection): Held {
  const held: Held = { pings: createAmounts(), bytes: createAmounts() };
  const rows = prepare<
    [],
    { readonly teamID: string | null; readonly pings: number; readonly bytes: number }
  >(
    db,
    'SELECT team_id AS teamID, COUNT(*) AS pings, COALESCE(SUM(LENGTH(body)), 0) AS bytes FROM pings GROUP BY team_id',
  );
  for (const { teamID, pings, bytes } of rows.iterate()) {
    held.pings.add(teamID, pings);
    held.bytes.add(teamID, bytes);
  }
  return held;
}
