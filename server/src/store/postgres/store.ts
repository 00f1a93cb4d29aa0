import { type Kysely, sql } from 'kysely';
import type { AccountStore } from '../../accounts/contract.ts';
import { planDueRows } from '../../alerts/queries/plan-due.ts';
import { raiseAlerts } from '../../alerts/queries/raise.ts';
import { checkShardQueries } from '../../checks/queries/shards.ts';
import { listTransitions } from '../../core/history/transitions.ts';
import { createApplier } from '../../core/postgres/apply.ts';
import { createBatches } from '../../core/postgres/batch.ts';
import { createHintChannel } from '../../core/postgres/cooperation/hints.ts';
import { leasesOf } from '../../core/postgres/cooperation/leases.ts';
import { createPeers } from '../../core/postgres/cooperation/peers.ts';
import { createPostgresPresence } from '../../core/postgres/cooperation/presence.ts';
import { enqueue } from '../../core/postgres/cooperation/queue.ts';
import { openDatabase, openWithoutTimeout, type PostgresDatabase } from '../../core/postgres/database.ts';
import { listEvents, listRuns } from '../../core/postgres/history.ts';
import { createMonitorTransactions } from '../../core/postgres/monitor-transactions.ts';
import { createPingIDs } from '../../core/postgres/ping-ids.ts';
import { createSlugs } from '../../core/postgres/slugs.ts';
import { createChangeFeed, reportApplied } from '../../database/change-feed.ts';
import { readDatabaseTime } from '../../database/postgres/connections.ts';
import { createTransactionRunner } from '../../database/postgres/transactions.ts';
import type { ApplyOutcome } from '../../database/records.ts';
import { ROW_LOCKS } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { listIncidents } from '../../incidents/queries.ts';
import { listVersions } from '../../live/queries/postgres-versions.ts';
import { indexLogs, searchLogs } from '../../search/postgres/log-index.ts';
import { sharedQueries } from '../shared-queries.ts';
import type { Store } from '../store.ts';
import { checkDatabase } from './check.ts';
import { migratePostgres } from './migrate.ts';
import { explainOpening } from './opening-errors.ts';
import { prune } from './retention.ts';
import { countRuns, findRunIDs, findRuns, listFailures, listNewestRuns, listRunsWithin } from './runs.ts';
import { refuseHalfCopied } from './unfinished-copy.ts';

/** Opens a database and migrates it to this version. Throws if it is unreachable or incompatible. */
export async function openPostgresStore(options: {
  readonly url: string;
  readonly newID: () => string;
  readonly now: number;
}): Promise<Store> {
  const { store, prepare } = connectPostgresStore(options);
  await prepare(options.now);
  return store;
}

/** Returns a store that may be unavailable. Until `prepare` has migrated the database, all methods throw DatabaseUnavailable. */
export function connectPostgresStore({
  url,
  newID,
}: {
  readonly url: string;
  readonly newID: () => string;
}): {
  readonly store: Store;
  readonly prepare: (now: number) => Promise<void>;
} {
  const database = openDatabase(url);
  return {
    store: createStore({ database, url, newID }),
    async prepare(now) {
      try {
        await migratePostgres(url, now, refuseHalfCopied);
      } catch (error) {
        throw explainOpening(url, error);
      }
      database.allow();
    },
  };
}

/** Creates a store whose `close` also closes the database. */
export function createStore({
  database,
  url,
  newID,
}: {
  readonly database: PostgresDatabase;
  readonly url: string;
  readonly newID: () => string;
}): Store {
  const { kysely } = database;
  const inTransaction = createTransactionRunner(kysely);
  const hints = createHintChannel(url);
  const feed = createChangeFeed();
  const monitorsByPingID = createPingIDs(database.hot);
  const slugs = createSlugs(database.hot);
  const peers = createPeers();
  const applier = createApplier(newID);
  const batches = createBatches(database.hot, applier, peers);
  const inMonitorTransaction = createMonitorTransactions(database.others, applier, {
    edited(applied) {
      hints.notify(applied);
      return slugs.follow();
    },
    deleted: () => monitorsByPingID.clear(),
  });
  function report(applied: readonly ApplyOutcome[]): void {
    hints.notify(applied);
    reportApplied(feed, applied);
  }
  const shared = sharedQueries(kysely, { inTransaction, inMonitorTransaction, locks: ROW_LOCKS, feed });
  return {
    ...shared,
    reportChangesTo: feed.follow,
    recordUse: oneAtATime(shared.recordUse),
    monitorsByPingID,
    slugs,
    createMonitor: (...created) => shared.createMonitor(...created).finally(slugs.follow),
    // These may end keys.
    changeTeam: (...changed) => shared.changeTeam(...changed).finally(slugs.follow),
    revokeToken: (...revoked) => shared.revokeToken(...revoked).finally(slugs.follow),
    changeMembership: (...changed) => shared.changeMembership(...changed).finally(slugs.follow),
    projectKeys: {
      ...shared.projectKeys,
      delete: (...deleted) => shared.projectKeys.delete(...deleted).finally(slugs.follow),
    },
    projects: {
      ...shared.projects,
      delete: (...deleted) => shared.projects.delete(...deleted).finally(slugs.follow),
    },
    async apply(inputs, tickets) {
      const applied = await batches.apply(inputs, tickets);
      report(applied);
      // `gone`: the monitor was deleted, so another monitor may have its ping ID or slug now.
      const isGone = applied.some(({ outcome }) => outcome === 'gone');
      if (isGone) monitorsByPingID.clear();
      if (isGone || inputs.some((input) => 'merge' in input)) await slugs.follow();
      return applied;
    },
    isShared: true,
    async applyDeadlines(at, limit, except) {
      const judged = await batches.applyDeadlines(at, limit, except);
      report(judged.map(({ applied }) => applied));
      return judged;
    },
    async applyPingsSetAside(monitorID, at) {
      const applied = await batches.applyPingsSetAside(monitorID, at);
      report(applied);
      return applied;
    },
    enqueue: (pings) => enqueue(database.hot, pings),
    async applyQueued(until, limit) {
      const outcomes = await batches.applyQueued(until, limit);
      report(outcomes.map(({ applied }) => applied));
      return outcomes;
    },
    ...createPostgresPresence(database.hot, peers),
    ...leasesOf(kysely),
    ...checkShardQueries(inTransaction),
    readDatabaseTime: () => readDatabaseTime(database.hot),
    listen: hints.listen,
    listEvents: (monitorID, page) => listEvents(kysely, monitorID, page),
    listRuns: (monitorID, page) => listRuns(kysely, monitorID, page),
    listVersions: (teamID, ids) => listVersions(kysely, teamID, ids),
    publish: hints.publish,
    listNewestRuns: (monitorIDs, limit) => listNewestRuns(kysely, monitorIDs, limit),
    listRunsWithin: (monitorID, span) => listRunsWithin(kysely, monitorID, span),
    listTransitions: (monitorID, page) => listTransitions(kysely, { monitorID, page, findRunIDs }),
    listIncidents: (teamID, filter) => listIncidents(kysely, { teamID, filter, findRunIDs }),
    listFailures: (incident, limit) => listFailures(kysely, incident, limit),
    planDueRows: (now, limit, planner) =>
      inTransaction((transaction) =>
        planDueRows(transaction, { now, limit, planner, findRuns, locks: ROW_LOCKS }),
      ),
    raiseAlerts: (alerts, now) =>
      raiseAlerts({ db: kysely, inTransaction, locks: ROW_LOCKS }, alerts, { now, countRuns }),
    indexLogs: (step) => indexLogs({ kysely, within: inTransaction }, step),
    searchLogs: (search) => searchLogs(kysely, search),
    prune: (policy, from) => prune({ url, kysely, inTransaction }, policy, from),
    probe: () => probe(kysely),
    async check(limit) {
      const connection = openWithoutTimeout(url);
      return checkDatabase(connection, limit).finally(() => connection.destroy());
    },
    backup: () =>
      Promise.reject(new Error('Back up PostgreSQL with its own tools, such as pg_dump. See docs/scale.md.')),
    async close() {
      hints.close();
      await database.close();
    },
  };
}

/** Throws unless the database accepts writes: the lock fails on a standby and on a server with a full disk. */
async function probe(kysely: Kysely<Schema>): Promise<void> {
  await sql`SELECT id FROM schema_level WHERE id = 1 FOR KEY SHARE`.execute(kysely);
}

/**
 * Records one use at a time per token or session. Skips further uses meanwhile, so that only one request waits if a commit hangs.
 */
function oneAtATime(recordUse: AccountStore['recordUse']): AccountStore['recordUse'] {
  const inProgress = new Set<string>();
  return async (used, at) => {
    const key = `${used.kind} ${used.id}`;
    if (inProgress.has(key)) return;
    inProgress.add(key);
    try {
      await recordUse(used, at);
    } finally {
      inProgress.delete(key);
    }
  };
}
