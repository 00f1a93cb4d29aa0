import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import type { LogIndexStore } from '../contract.ts';
import { INDEXED_BYTES_MAX, wordsOfLog } from '../queries/index-words.ts';

interface LoggedRow {
  readonly id: number;
  readonly monitorID: number;
  readonly teamID: string;
  readonly log: Uint8Array;
}

type Step = Parameters<LogIndexStore['indexLogs']>[0];

/** How many pages of the index one step merges. Merging them takes about as long as indexing the logs of one step. */
const MERGED_PAGES = 64;
/** Number of changes that SQLite reports for a merge that found nothing to do. */
const IDLE_MERGE_CHANGES = 1;

/** Indexes events in the order of their IDs. Reads on another connection, to keep the pages of old logs out of the cache for pings. */
export function prepareIndexLogs(raw: Connection, reader: Connection): (step: Step) => boolean {
  const position = prepare<[], { until: number }>(
    raw,
    'SELECT indexed_until AS until FROM log_index WHERE id = 1',
  );
  const lastOf = prepare<[number, number], { id: number | null }>(
    reader,
    'SELECT MAX(id) AS id FROM (SELECT id FROM events WHERE id > ? ORDER BY id LIMIT ?)',
  );
  const logs = prepare<[number, number], LoggedRow>(
    reader,
    `SELECT e.id, e.monitor_id AS monitorID, m.team_id AS teamID, substr(b.body, -${INDEXED_BYTES_MAX}) AS log
      FROM events e CROSS JOIN event_bodies b ON b.monitor_id = e.monitor_id AND b.number = e.number
      CROSS JOIN monitors m ON m.id = e.monitor_id
      WHERE e.id > ? AND e.id <= ? AND e.body_size > 0 ORDER BY e.id`,
  );
  const insert = prepare<[number, string]>(raw, 'INSERT INTO log_words (rowid, words) VALUES (?, ?)');
  const save = prepare<[number]>(raw, 'UPDATE log_index SET indexed_until = ? WHERE id = 1');
  const mergePages = prepare<[number]>(raw, "INSERT INTO log_words (log_words, rank) VALUES ('merge', ?)");
  const changes = prepare<[], { total: number }>(raw, 'SELECT total_changes() AS total');
  /** Whether segments of the index may wait for a merge. */
  let isMerging = true;

  /** Continues to merge segments. SQLite's own merges are off, because they may take seconds. @returns whether there was work */
  function merge(): boolean {
    const before = changes.get()?.total ?? 0;
    commitWithoutSync(raw, () => void mergePages.run(MERGED_PAGES));
    return (changes.get()?.total ?? 0) - before > IDLE_MERGE_CHANGES;
  }

  function readLogs(from: number, to: number, bytesMax: number): readonly LoggedRow[] {
    const rows: LoggedRow[] = [];
    let bytes = 0;
    for (const row of logs.iterate(from, to)) {
      rows.push(row);
      bytes += row.log.byteLength;
      if (bytes >= bytesMax) break;
    }
    return rows;
  }

  return ({ events, bytes }) => {
    isMerging &&= merge();
    if (isMerging) return false;
    const from = position.get()?.until ?? 0;
    const to = lastOf.get(from, events)?.id ?? null;
    if (to === null) return true;
    const rows = readLogs(from, to, bytes);
    const isCut = rows.reduce((sum, { log }) => sum + log.byteLength, 0) >= bytes;
    const until = isCut ? (rows.at(-1)?.id ?? to) : to;
    commitWithoutSync(raw, () => {
      for (const row of rows) insert.run(row.id, wordsOfLog(row.log, row).join(' '));
      save.run(until);
    });
    isMerging = rows.length > 0;
    return false;
  };
}

/**
 * Commits without waiting for the disk. A power failure may undo the latest commits to the index and its position. Indexing then
 * continues from the earlier position. Later commits of pings wait for the disk as always.
 */
function commitWithoutSync(raw: Connection, work: () => void): void {
  raw.exec('PRAGMA synchronous = NORMAL');
  try {
    transact(raw, work);
  } finally {
    raw.exec('PRAGMA synchronous = FULL');
  }
}
