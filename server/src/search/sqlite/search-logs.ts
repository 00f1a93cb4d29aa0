import { type Connection, prepare } from '../../database/sqlite-connection.ts';
import type { FoundLog, LogSearch, LogsFound } from '../contract.ts';
import { type FoundLogRow, parseFoundLog } from '../queries/found-log.ts';
import { INDEXED_BYTES_MAX, wordsOfSearch } from '../queries/index-words.ts';

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
