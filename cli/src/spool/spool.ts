import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, createPrivateFolder } from '../config/private-file.ts';
import { formatTarget, parseTarget, type ReportTarget } from '../monitors/report-target.ts';

/** Maximum reports that wait for the service. New reports replace the oldest. */
export const SPOOLED_REPORTS_MAX = 10_000;
/**
 * Maximum bytes of the logs of all spooled reports. When the limit is reached, further reports are spooled without
 * their logs.
 */
export const SPOOLED_LOG_BYTES_MAX = 64 * 1024 * 1024;
/** How long a report is kept. The service rejects reports of older events. */
export const SPOOLED_DAYS_MAX = 30;
const DAY_MS = 86_400_000;
const BUSY_MS = 5000;

const SPOOL_FILE = 'spool.db';

/** Types of pings, as the last part of the URL. */
export const PING_TYPES = ['ping', 'start', 'end', 'fail', 'log'] as const;

export interface Report {
  readonly target: ReportTarget;
  readonly type: (typeof PING_TYPES)[number] | number;
  readonly rid: string;
  /** Time of the reported event in epoch milliseconds. */
  readonly at: number;
  /** Seconds; null for a start. */
  readonly duration: number | null;
  readonly log: Uint8Array | null;
}

export interface SpooledReport extends Report {
  readonly id: number;
}

/** Reports on disk that wait for the service, in the order in which they happened. */
export interface Spool {
  readonly add: (reports: readonly Report[]) => void;
  readonly first: () => SpooledReport | null;
  readonly remove: (id: number) => void;
  readonly count: () => number;
  readonly close: () => void;
}

/** The column `ping_url` contains a target in the format of {@link formatTarget}. */
const SCHEMA = `CREATE TABLE IF NOT EXISTS reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT, ping_url TEXT NOT NULL, type TEXT NOT NULL, rid TEXT NOT NULL, at INTEGER NOT NULL,
  duration REAL, log BLOB
) STRICT`;

/**
 * Whether the user has a spool. A user without a spool has never had a report to store, and may be unable to write to
 * the folder.
 */
export function hasSpool(folder: string): boolean {
  return existsSync(join(folder, SPOOL_FILE));
}

export function openSpool(folder: string, now: number): Spool {
  createPrivateFolder(folder);
  const file = join(folder, SPOOL_FILE);
  createPrivateFile(file);
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  // With `synchronous = FULL`, every report is on disk before `add` returns.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec(SCHEMA);
  db.prepare('DELETE FROM reports WHERE at < ?').run(now - SPOOLED_DAYS_MAX * DAY_MS);
  return {
    add: (reports) => addReports(db, reports),
    first: () => firstReport(db),
    remove: (id) => void db.prepare('DELETE FROM reports WHERE id = ?').run(id),
    count: () => Number(db.prepare('SELECT count(*) AS count FROM reports').get()?.count ?? 0),
    close: () => db.close(),
  };
}

function addReports(db: DatabaseSync, reports: readonly Report[]): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const insert = db.prepare(
      'INSERT INTO reports (ping_url, type, rid, at, duration, log) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const bytes = Number(
      db.prepare('SELECT coalesce(sum(length(log)), 0) AS bytes FROM reports').get()?.bytes ?? 0,
    );
    for (const { target, type, rid, at, duration, log } of reports) {
      const fits = log !== null && bytes + log.byteLength <= SPOOLED_LOG_BYTES_MAX;
      insert.run(formatTarget(target), String(type), rid, at, duration, fits ? log : null);
    }
    db.prepare(
      'DELETE FROM reports WHERE id <= (SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET ?)',
    ).run(SPOOLED_REPORTS_MAX);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function firstReport(db: DatabaseSync): SpooledReport | null {
  const row = db
    .prepare('SELECT id, ping_url, type, rid, at, duration, log FROM reports ORDER BY id LIMIT 1')
    .get();
  if (row === undefined) return null;
  const { type } = row;
  return {
    id: Number(row.id),
    target: parseTarget(String(row.ping_url)),
    type: PING_TYPES.find((pingType) => pingType === type) ?? Number(type),
    rid: String(row.rid),
    at: Number(row.at),
    duration: row.duration === null ? null : Number(row.duration),
    log: row.log instanceof Uint8Array ? row.log : null,
  };
}
