import { type Connection, prepare, transact } from '../../database/sqlite-connection.ts';
import type { FoundLog, LogIndexStore, LogSearch, LogsFound } from '../contract.ts';
import { type FoundLogRow, INDEXED_BYTES_MAX, parseFoundLog, wordsOfLog, wordsOfSearch } from '../queries.ts';

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

/**
 * Maximum events that a step searches in the index. Limits the duration of a step, because even a search without results takes
 * time.
 */
const EVENTS_PER_STEP = 250_000;
/** Maximum logs that a step reads. */
const LOGS_PER_STEP = 50;
const BYTES_PER_STEP = 1_000_000;

interface LogRow extends FoundLogRow {
  readonly id: number;
  readonly monitor_id: number;
}

/** Searches from the newest event back. IDs of events ascend in the order of arrival. */
export function prepareSearchLogs(reader: Connection): (search: LogSearch) => LogsFound {
  const newest = prepare<[], { id: number | null }>(reader, 'SELECT MAX(id) AS id FROM events');
  const endOfEvents = () => (newest.get()?.id ?? 0) + 1;
  const firstSince = prepareFirstSince(reader, endOfEvents);
  const match = prepare<[string, number, number, number], { rowid: number }>(
    reader,
    'SELECT rowid FROM log_words WHERE log_words MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
  );
  const readLog = prepare<[number, string], LogRow>(
    reader,
    `SELECT e.id, e.number, e.type, e.at, e.run_id, e.body_size, e.monitor_id, m.short_id, m.name, p.short_id AS project,
        substr(b.body, -${INDEXED_BYTES_MAX}) AS log
      FROM events e CROSS JOIN monitors m ON m.id = e.monitor_id CROSS JOIN projects p ON p.id = m.project_id
      CROSS JOIN event_bodies b ON b.monitor_id = e.monitor_id AND b.number = e.number
      WHERE e.id = ? AND m.team_id = ?`,
  );

  function readLogs(ids: readonly number[], search: LogSearch): { logs: FoundLog[]; isCut: boolean } {
    const logs: FoundLog[] = [];
    let bytes = 0;
    for (const id of ids) {
      if (bytes >= BYTES_PER_STEP) return { logs, isCut: true };
      const row = readLog.get(id, search.teamID);
      if (row === undefined || !isWanted(row, search)) continue;
      bytes += row.log.byteLength;
      logs.push(parseFoundLog(row, String(row.id)));
    }
    return { logs, isCut: false };
  }

  return (search) => {
    const bottom = search.from === undefined ? 1 : firstSince(search.from);
    const end = search.to === undefined ? endOfEvents() : firstSince(search.to);
    const top = Math.min(end, placeOf(search.after) ?? end);
    const low = Math.max(bottom, top - EVENTS_PER_STEP);
    if (top <= low) return { logs: [], next: null };
    const ids = match.all(queryOf(search), low, top, LOGS_PER_STEP).map(({ rowid }) => rowid);
    const { logs, isCut } = readLogs(ids, search);
    if (isCut) return { logs, next: logs.at(-1)?.cursor ?? null };
    const next = ids.length < LOGS_PER_STEP ? low : (ids.at(-1) ?? low);
    return { logs, next: next <= bottom ? null : String(next) };
  };
}

function placeOf(place: string | undefined): number | null {
  return place === undefined ? null : Number.parseInt(place, 10);
}

/** Quotes each word as a precaution, although words contain no special characters of the query syntax. */
function queryOf(search: LogSearch): string {
  return wordsOfSearch(search)
    .map(({ text, isPrefix }) => `"${text}"${isPrefix ? ' *' : ''}`)
    .join(' AND ');
}

function isWanted(row: LogRow, { monitorID, projects, from, to }: LogSearch): boolean {
  return (
    (monitorID === undefined || row.monitor_id === monitorID) &&
    (projects === undefined || projects.includes(row.project)) &&
    (from === undefined || row.at >= from) &&
    (to === undefined || row.at < to)
  );
}

/** Finds the first ID of an event at or after a time by bisection, because events have no index by time. */
function prepareFirstSince(reader: Connection, endOfEvents: () => number): (at: number) => number {
  const next = prepare<[number], { id: number; at: number }>(
    reader,
    'SELECT id, at FROM events WHERE id >= ? ORDER BY id LIMIT 1',
  );
  return (at) => {
    let low = 1;
    let high = endOfEvents();
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = next.get(middle);
      if (row === undefined || row.at >= at) high = middle;
      else low = row.id + 1;
    }
    return low;
  };
}
