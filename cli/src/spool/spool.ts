import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { createPrivateFile, createPrivateFolder } from '../config/private-file.ts';
import { formatTarget, parseTarget, type ReportTarget } from '../monitors/report-target.ts';
import { CommandError } from '../process/command-line.ts';
import { isSending } from './sender.ts';

/** Maximum reports that wait for the service. New reports replace the oldest. */
export const SPOOLED_REPORTS_MAX = 10_000;
/**
 * Maximum bytes of the logs of all spooled reports. When the limit is reached, the logs of reports that are too old make room, and further
 * reports are spooled without their logs.
 */
export const SPOOLED_LOG_BYTES_MAX = 64 * 1024 * 1024;
/** How far back a report may date its event. The service counts older reports as pings of the present, so they are not sent. */
export const REPORTED_DAYS_MAX = 30;
/** How long to wait by default while another process writes. */
const BUSY_MS = 2000;
/** Latest time that JavaScript can represent, in epoch milliseconds. A damaged file may contain later ones. */
const AT_MAX = 8_640_000_000_000_000;
/** Result codes of SQLite for a damaged file, and for a file that is no database or has another structure. */
const DAMAGED = [1, 11, 26];

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

/** A report on disk, without its log. */
export interface WaitingReport {
  readonly id: number;
  readonly target: ReportTarget;
  readonly type: Report['type'];
  readonly at: number;
  readonly logBytes: number;
  /** Why the last attempt to send the report failed; null before the first attempt. */
  readonly reason: string | null;
  /** Whether the process that wrote the report is still responsible for sending it. */
  readonly isHeld: boolean;
  /**
   * Whether the service would count the report as a ping of the present. The report stays on disk, because the clock of this host may be wrong
   * for a while.
   */
  readonly isTooOld: boolean;
}

/** Reports on disk, in the order in which they were written. Every report is on disk before it is sent for the first time. */
export interface Spool {
  /**
   * Stores reports and returns their IDs. Other processes leave the reports to the `sender` until it releases them or ends. With
   * null, any process may send them.
   */
  readonly add: (reports: readonly Report[], sender: string | null) => readonly number[];
  readonly list: () => readonly WaitingReport[];
  /** Returns a report with its log; null if the report is gone. */
  readonly read: (id: number) => Report | null;
  /** Gives up a report whose sending failed, so that any process may send it. */
  readonly release: (id: number, reason: string) => void;
  /** Returns whether the report was there. */
  readonly remove: (id: number) => boolean;
  readonly count: () => number;
  readonly close: () => void;
}

export interface OpenSpoolOptions {
  /** Time by the clock of this host. Nothing is deleted because of this time. */
  readonly now: number;
  readonly warn: (text: string) => void;
  /** How long to wait while another process writes. */
  readonly busyMs?: number;
}

/** The column `ping_url` contains a target in the format of {@link formatTarget}, `sender` a name as in `ownSender`. */
const SCHEMA = `CREATE TABLE IF NOT EXISTS reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT, ping_url TEXT NOT NULL, type TEXT NOT NULL, rid TEXT NOT NULL, at INTEGER NOT NULL,
  duration REAL, log BLOB, sender TEXT, reason TEXT
) STRICT`;
const COLUMNS = 'id, ping_url, type, rid, at, duration, log, sender, reason';

/** Whether the user has a spool. Only then is it worth opening to look for reports. */
export function hasSpool(folder: string): boolean {
  return existsSync(join(folder, SPOOL_FILE));
}

/**
 * Opens the spool of a user. A damaged file is moved aside with a warning that names it, and an empty spool replaces it. This function and
 * those of the spool throw a CommandError if the folder can't be used, or if another process locks the file for too long.
 */
export function openSpool(folder: string, options: OpenSpoolOptions): Spool {
  const { now } = options;
  const file = join(folder, SPOOL_FILE);
  let db = explained(file, () => {
    createPrivateFolder(folder);
    createPrivateFile(file);
    return openOrReplace(file, options);
  });

  /** Repeats an operation with a new file if the operation finds the file damaged. */
  function withDatabase<T>(work: (database: DatabaseSync) => T): T {
    return explained(file, () => {
      try {
        return work(db);
      } catch (error) {
        if (!isDamage(error)) throw error;
        db.close();
        db = replaceDamaged(file, options);
        return work(db);
      }
    });
  }

  return {
    add: (reports, sender) => withDatabase((database) => addReports(database, reports, { sender, now })),
    list: () => withDatabase((database) => listReports(database, now)),
    read: (id) => withDatabase((database) => readReport(database, id)),
    release: (id, reason) =>
      withDatabase(
        (database) =>
          void database.prepare('UPDATE reports SET sender = NULL, reason = ? WHERE id = ?').run(reason, id),
      ),
    remove: (id) =>
      withDatabase(
        (database) => Number(database.prepare('DELETE FROM reports WHERE id = ?').run(id).changes) > 0,
      ),
    count: () =>
      withDatabase((database) =>
        Number(database.prepare('SELECT count(*) AS count FROM reports').get()?.count ?? 0),
      ),
    close: () => db.close(),
  };
}

function openOrReplace(file: string, options: OpenSpoolOptions): DatabaseSync {
  try {
    return openDatabase(file, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return replaceDamaged(file, options);
  }
}

function replaceDamaged(file: string, options: OpenSpoolOptions): DatabaseSync {
  moveAside(file, options);
  createPrivateFile(file);
  return openDatabase(file, options);
}

/** Gives errors of SQLite and of the file system, such as those of a file that may not be written, to the person who ran the command. */
function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(`The file of waiting reports ${file} can't be used: ${error.message}.`);
  }
}

function openDatabase(file: string, { busyMs = BUSY_MS }: OpenSpoolOptions): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyMs });
  try {
    // With `synchronous = FULL`, every report is on disk before `add` returns.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    db.exec(SCHEMA);
    db.prepare(`SELECT ${COLUMNS} FROM reports LIMIT 1`).get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    // The low byte is the primary code.
    DAMAGED.includes(error.errcode & 0xff)
  );
}

/** Renames the files of a damaged spool, so that they can be examined. */
function moveAside(file: string, { now, warn }: OpenSpoolOptions): void {
  const aside = `${file}.damaged-${now}`;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  renameSync(file, aside);
  // SQLite would apply the log of the damaged file to the new file.
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  warn(
    `The file of waiting reports was damaged. It is now ${aside} (${size ?? 0} bytes). Reports in it are not sent.`,
  );
}

function addReports(
  db: DatabaseSync,
  reports: readonly Report[],
  { sender, now }: { readonly sender: string | null; readonly now: number },
): readonly number[] {
  db.exec('BEGIN IMMEDIATE');
  try {
    const insert = db.prepare(
      'INSERT INTO reports (ping_url, type, rid, at, duration, log, sender) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const added = reports.reduce((sum, { log }) => sum + (log?.byteLength ?? 0), 0);
    let bytes = logBytesOf(db);
    if (bytes + added > SPOOLED_LOG_BYTES_MAX) {
      db.prepare('UPDATE reports SET log = NULL WHERE at < ?').run(oldestOf(now));
      bytes = logBytesOf(db);
    }
    const ids = reports.map(({ target, type, rid, at, duration, log }) => {
      const kept = log !== null && bytes + log.byteLength <= SPOOLED_LOG_BYTES_MAX ? log : null;
      bytes += kept?.byteLength ?? 0;
      return Number(
        insert.run(formatTarget(target), String(type), rid, at, duration, kept, sender).lastInsertRowid,
      );
    });
    db.prepare(
      'DELETE FROM reports WHERE id <= (SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET ?)',
    ).run(SPOOLED_REPORTS_MAX);
    db.exec('COMMIT');
    return ids;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function logBytesOf(db: DatabaseSync): number {
  return Number(db.prepare('SELECT coalesce(sum(length(log)), 0) AS bytes FROM reports').get()?.bytes ?? 0);
}

/** Returns the earliest time of an event that may be reported. */
function oldestOf(now: number): number {
  return now - REPORTED_DAYS_MAX * DAY_MS;
}

function listReports(db: DatabaseSync, now: number): readonly WaitingReport[] {
  const rows = db
    .prepare(
      `SELECT id, ping_url, type, max(min(at, ${AT_MAX}), ${-AT_MAX}) AS at, coalesce(length(log), 0) AS size, sender, reason FROM reports
       WHERE id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id`,
    )
    .all();
  const areSending = new Map<string, boolean>();
  const isHeld = (sender: unknown): boolean => {
    if (typeof sender !== 'string') return false;
    const known = areSending.get(sender) ?? isSending(sender);
    areSending.set(sender, known);
    return known;
  };
  return rows.map(({ id, ping_url: target, type, at, size, sender, reason }) => ({
    id: Number(id),
    target: parseTarget(String(target)),
    type: typeOf(type),
    at: Number(at),
    logBytes: Number(size),
    reason: reason === null ? null : String(reason),
    isHeld: isHeld(sender),
    isTooOld: Number(at) < oldestOf(now),
  }));
}

function readReport(db: DatabaseSync, id: number): Report | null {
  const row = db
    .prepare(
      `SELECT ping_url, type, rid, max(min(at, ${AT_MAX}), ${-AT_MAX}) AS at, duration, log FROM reports WHERE id = ?`,
    )
    .get(id);
  if (row === undefined) return null;
  return {
    target: parseTarget(String(row.ping_url)),
    type: typeOf(row.type),
    rid: String(row.rid),
    at: Number(row.at),
    duration: row.duration === null ? null : Number(row.duration),
    log: row.log instanceof Uint8Array ? row.log : null,
  };
}

function typeOf(type: unknown): Report['type'] {
  return PING_TYPES.find((pingType) => pingType === type) ?? Number(type);
}
