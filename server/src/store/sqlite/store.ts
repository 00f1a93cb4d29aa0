import type { Kysely, Transaction } from 'kysely';
import { planDueRows } from '../../alerts/queries/plan-due.ts';
import { raiseAlerts } from '../../alerts/queries/raise.ts';
import { listTransitions } from '../../core/history/transitions.ts';
import { type MonitorRow, parseMonitor } from '../../core/monitor-rows.ts';
import { prepareApplier, prepareApplyDeadlines } from '../../core/sqlite/apply.ts';
import { applyBatch } from '../../core/sqlite/batch.ts';
import { listEvents, listRuns } from '../../core/sqlite/history.ts';
import { createMonitorTransaction } from '../../core/sqlite/monitor-transaction.ts';
import { createPingIDs } from '../../core/sqlite/ping-ids.ts';
import { preparePingsSetAside } from '../../core/sqlite/pings-set-aside.ts';
import { openPresence } from '../../core/sqlite/presence.ts';
import { prepareSlugLookup } from '../../core/sqlite/slug-lookup.ts';
import { createChangeFeed, reportApplied } from '../../database/change-feed.ts';
import { columnNames } from '../../database/column.ts';
import { SETTING_COLUMNS } from '../../database/monitor-settings-columns.ts';
import { STATE_COLUMNS } from '../../database/monitor-state-columns.ts';
import type { ApplyOutcome, BatchInput, MonitorRecord } from '../../database/records.ts';
import { NO_LOCKS } from '../../database/row-locks.ts';
import { rowMaker } from '../../database/row-maker.ts';
import type { Schema } from '../../database/schema.ts';
import { type Connection, prepare, prepareLists, type Value } from '../../database/sqlite-connection.ts';
import { listIncidents } from '../../incidents/queries.ts';
import type { ListedMonitor } from '../../monitors/contract.ts';
import {
  listedMonitor,
  listMonitors,
  type MonitorRange,
  readProjects,
  type ShortIDOf,
} from '../../monitors/queries.ts';
import { prepareIndexLogs, prepareSearchLogs } from '../../search/sqlite/log-index.ts';
import { sharedQueries } from '../shared-queries.ts';
import type { Store } from '../store.ts';
import { checkDatabase } from './check.ts';
import { createQuietCheckpoint, openReader, type SqliteDatabase } from './database.ts';
import type { GuardShell } from './file/guard.ts';
import { type LockClock, takeFileLock } from './file/lock.ts';
import { type OpenFileOptions, prepareFolder, reserveIndex } from './file/open.ts';
import { copySnapshot, openSnapshot, workOnSnapshot } from './file/snapshot.ts';
import { toDatabaseNotWritable } from './file/unwritable.ts';
import { openMigrated } from './migrate.ts';
import { prune } from './retention.ts';
import { countRuns, findRunIDs, findRuns, listFailures, prepareRunSpans } from './runs.ts';

/** Opens or creates a database and migrates it to this version. Throws if the file isn't a database, or is too new. */
export async function openSqliteStore(options: {
  readonly file: string;
  readonly newID: () => string;
}): Promise<Store> {
  return (await openWithGuard(options)).store;
}

/** Opens a file for a service, with an exclusive lock. The caller starts the returned guard. */
export async function openServiceStore(
  options: {
    readonly file: string;
    readonly newID: () => string;
    readonly clock: LockClock;
  } & OpenFileOptions,
): Promise<GuardedStore> {
  prepareFolder(options.file, { isNewWanted: options.isNewWanted === true });
  const unlock = await takeFileLock(options.file, options.clock);
  try {
    const { store, guardFile } = await openWithGuard(options);
    reserveIndex(options.file);
    return { store: { ...store, close: () => store.close().finally(unlock) }, guardFile };
  } catch (error) {
    unlock();
    throw error;
  }
}

interface GuardedStore {
  readonly store: Store;
  readonly guardFile: (shell: GuardShell) => void;
}

async function openWithGuard(
  options: { readonly file: string; readonly newID: () => string } & OpenFileOptions,
): Promise<GuardedStore> {
  const { database } = await openMigrated(options.file, options);
  try {
    const store = await createStore(database, options.newID);
    return { store, guardFile: (shell) => database.guard.start(database.raw, shell) };
  } catch (error) {
    database.raw.close();
    throw error;
  }
}

/** Creates the store of an open database that has been migrated. */
export async function createStore(
  { raw, kysely, guard }: SqliteDatabase,
  newID: () => string,
): Promise<Store> {
  const reader = openReader(raw);
  const listRows = prepareListRows(reader);
  const applier = prepareApplier(raw, newID);
  const nextWakeAt = prepare<[], { wake_at: number | null }>(
    raw,
    'SELECT MIN(wake_at) AS wake_at FROM monitor_states WHERE wake_at IS NOT NULL',
  );
  const checkpoint = createQuietCheckpoint(raw);
  const indexLogs = prepareIndexLogs(raw, reader);
  const searchLogs = prepareSearchLogs(reader);
  const pingIDs = createPingIDs(raw);
  const slugs = prepareSlugLookup(raw);
  const withConnection = <T>(work: (connection: Kysely<Schema>) => T | Promise<T>): Promise<T> =>
    kysely.connection().execute(async (connection) => {
      try {
        guard.check();
        return await work(connection);
      } catch (error) {
        throw toDatabaseNotWritable(error);
      }
    });
  const inTransaction = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) =>
    kysely.transaction().execute(work);
  const presence = await openPresence({
    kysely,
    withConnection,
    afterRecord: checkpoint.runIfQuiet,
  });
  const pingsSetAside = preparePingsSetAside(raw, applier, presence.windowsOf);
  const applyUnreported = (inputs: readonly BatchInput[]): readonly ApplyOutcome[] =>
    applyBatch(raw, { applier, inputs, windowsOf: presence.windowsOf(), setAside: pingsSetAside.setAside });
  const feed = createChangeFeed();
  function apply(inputs: readonly BatchInput[]): readonly ApplyOutcome[] {
    const applied = applyUnreported(inputs);
    checkpoint.applied(inputs.length);
    // Another process has deleted the monitor, and a new monitor may have its ping ID.
    if (applied.some(({ outcome }) => outcome === 'gone')) pingIDs.clear();
    reportApplied(feed, applied);
    return applied;
  }
  const applyDeadlines = prepareApplyDeadlines(raw, apply);
  const withSnapshot = <T>(work: (snapshot: Connection) => Promise<T>) =>
    workOnSnapshot(() => withConnection(() => openSnapshot(raw)), work);
  // One writer at a time holds the whole database, so there is nothing to lock.
  const shared = sharedQueries(kysely, {
    inTransaction,
    inMonitorTransaction: createMonitorTransaction({
      inTransaction,
      applier,
      applyEdits: applyUnreported,
      forgetPingIDs: () => pingIDs.clear(),
    }),
    locks: NO_LOCKS,
    feed,
  });
  return {
    ...shared,
    ...SINGLE_NODE,
    reportChangesTo: feed.follow,
    monitorsByPingID: {
      find: async (normalizedPingID) => pingIDs.find(normalizedPingID),
      findCached: pingIDs.find,
    },
    slugs,
    // Runs without Kysely, but holds Kysely's lock, so that no other code uses the connection.
    apply: (inputs) => withConnection(() => apply(inputs)),
    applyPingsSetAside: (monitorID, at) =>
      withConnection(() => {
        const applied = pingsSetAside.applyAgain(monitorID, at);
        reportApplied(feed, applied);
        return applied;
      }),
    applyDeadlines: (at, limit, except) => withConnection(() => applyDeadlines(at, limit, except)),
    // Bypasses Kysely for speed, because this query runs after each batch.
    findNextWakeAt: () => withConnection(() => nextWakeAt.get()?.wake_at ?? null),
    forgetNode: presence.forgetNode,
    readHorizon: presence.readHorizon,
    recordPresence: presence.recordPresence,
    recordGap: presence.recordGap,
    listMonitors: (teamID, filter) => listMonitors(listRows, teamID, filter),
    async findMonitors(teamID, selection) {
      if (!('ids' in selection)) return shared.findMonitors(teamID, selection);
      const { shortIDOf } = await readProjects(listRows, teamID);
      return listRows.byID(teamID, selection.ids, shortIDOf);
    },
    listEvents: (monitorID, page) => listEvents(kysely, monitorID, page),
    listRuns: (monitorID, page) => listRuns(kysely, monitorID, page),
    ...prepareRunSpans(reader),
    listTransitions: (monitorID, page) => listTransitions(kysely, { monitorID, page, findRunIDs }),
    listIncidents: (teamID, filter) => listIncidents(kysely, { teamID, filter, findRunIDs }),
    listFailures: (incident, limit) => listFailures(kysely, incident, limit),
    planDueRows: (now, limit, planner) =>
      inTransaction((transaction) =>
        planDueRows(transaction, { now, limit, planner, findRuns, locks: NO_LOCKS }),
      ),
    raiseAlerts: (alerts, now) =>
      raiseAlerts({ db: kysely, inTransaction, locks: NO_LOCKS }, alerts, { now, countRuns }),
    indexLogs: (step) => withConnection(() => indexLogs(step)),
    searchLogs: async (search) => searchLogs(search),
    prune: (policy, from) =>
      inTransaction((transaction) => {
        // The cache may hold runs that this call deletes.
        applier.forgetAll();
        return prune(transaction, policy, from);
      }),
    // Writes, because reads don't reveal a full or read-only disk.
    probe: () =>
      withConnection(() => {
        guard.checkFile();
        raw.exec('PRAGMA user_version = 0');
      }),
    check: (limit) => withSnapshot((snapshot) => checkDatabase(snapshot, limit)),
    backup: (file) => withSnapshot((snapshot) => copySnapshot(snapshot, file)),
    async close() {
      await guard.stop();
      // If the file is lost, doesn't write its log back, because another database may be at its path now.
      if (!guard.isLost()) await withConnection(() => raw.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
      if (reader !== raw) reader.close();
      await kysely.destroy();
    },
  };
}

/** The methods with which nodes that share a database coordinate. A single node needs no coordination. */
const SINGLE_NODE = {
  isShared: false,
  readQueueProgress: ({ at }) => Promise.resolve({ until: at, queuedFrom: null, isClear: true }),
  enqueue: () => Promise.reject(new Error('SQLite has no queue of pings.')),
  applyQueued: () => Promise.resolve([]),
  takeLease: () => Promise.resolve(true),
  holdCheckShards: () => Promise.resolve({ shards: [], nodes: [] }),
  releaseCheckShards: () => Promise.resolve(),
  readDatabaseTime: () => Promise.resolve(null),
  listen: () => Promise.resolve(),
  listVersions: () => Promise.resolve(null),
  publish: () => {},
} satisfies Partial<Store>;

/**
 * Columns of a {@link MonitorRow} only. A column of `monitors` that is missing from the team index would cost a table page per
 * monitor.
 */
const COLUMNS = [
  ...['id', 'team_id', 'short_id', 'ping_id', 'created_at', 'revision', ...SETTING_COLUMNS].map(
    columnOf('m'),
  ),
  ...[...columnNames(STATE_COLUMNS).filter((column) => column !== 'wake_at'), 'ping_notices'].map(
    columnOf('s'),
  ),
];

/** Reads a row as one text, which takes half the time of reading separate values. Equal texts mean an unchanged monitor. */
const ROW = `json_array(${COLUMNS.map(({ source }) => source).join(', ')})`;
const SELECT = `SELECT m.id, m.project_id, ${ROW} FROM monitors m JOIN monitor_states s ON s.monitor_id = m.id WHERE m.team_id = ?`;

/** Statements of a list, exported so that tests can check their plans. */
export const LIST_STATEMENTS = {
  projects: 'SELECT id, short_id FROM projects WHERE team_id = ?',
  ofTeam: `${SELECT} AND m.id > ? ORDER BY m.id LIMIT ?`,
  ofProject: `${SELECT} AND m.id > ? AND m.project_id = ? ORDER BY m.id LIMIT ?`,
  byID: `${SELECT} AND m.id IN (SELECT value FROM json_each(?))`,
};

type ListedRow = [id: number, projectID: number, row: string];

/** Prepared once: a long list takes many steps, and preparing each step would cost as much as reading a hundred rows. */
function prepareListRows(db: Connection) {
  const projects = prepare<[string], { readonly id: number; readonly short_id: string }>(
    db,
    LIST_STATEMENTS.projects,
  );
  const ofTeam = prepareLists<[string, number, number], ListedRow>(db, LIST_STATEMENTS.ofTeam);
  const ofProject = prepareLists<[string, number, number, number], ListedRow>(db, LIST_STATEMENTS.ofProject);
  const byID = prepareLists<[string, string], ListedRow>(db, LIST_STATEMENTS.byID);
  const rowOf = rowMaker<MonitorRow>(COLUMNS.map(({ column }) => column));
  function read([, projectID, row]: ListedRow, shortIDOf: ShortIDOf): MonitorRecord {
    const values: readonly Value[] = JSON.parse(row);
    return parseMonitor(rowOf(values), shortIDOf(projectID));
  }
  return {
    projects: async (teamID: string) => projects.all(teamID),
    async monitors(
      teamID: string,
      { projectID, afterID, limit }: MonitorRange,
      shortIDOf: ShortIDOf,
    ): Promise<readonly ListedMonitor[]> {
      const rows =
        projectID === null
          ? ofTeam.all(teamID, afterID, limit)
          : ofProject.all(teamID, afterID, projectID, limit);
      return rows.map((row) => listedMonitor(row[0], row[2], () => read(row, shortIDOf)));
    },
    byID: (teamID: string, ids: readonly number[], shortIDOf: ShortIDOf): readonly MonitorRecord[] =>
      byID.all(teamID, JSON.stringify(ids)).map((row) => read(row, shortIDOf)),
  };
}

function columnOf(table: string) {
  return (column: string) => ({ column, source: `${table}.${column}` });
}
