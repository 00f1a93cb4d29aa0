import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceFailedAlarms } from '../../src/alerts/queries/attempts.ts';
import { findDueTeam } from '../../src/alerts/queries/plan-due.ts';
import {
  countRecentAlarms,
  findCombinedMessages,
  findIncidentStates,
  findLogs,
  loadPlanInput,
} from '../../src/alerts/queries/plan-load.ts';
import { raiseTimers } from '../../src/alerts/queries/raise.ts';
import { listTransitions } from '../../src/core/history/transitions.ts';
import { PRUNE_START, type PrunePosition } from '../../src/core/operations.ts';
import { OVERDUE_MONITORS } from '../../src/core/sqlite/apply.ts';
import { deleteMonitor, listEvents, listRuns } from '../../src/core/sqlite/history.ts';
import { REPORT_OF_NUMBER, REPORTS_OF_TIME } from '../../src/core/sqlite/report-lookups.ts';
import { FIND_BY_SLUG } from '../../src/core/sqlite/slug-lookup.ts';
import { createChangeFeed } from '../../src/database/change-feed.ts';
import type { MonitorTransaction, RunInTransaction } from '../../src/database/query-context.ts';
import { NO_LOCKS } from '../../src/database/row-locks.ts';
import type { Schema } from '../../src/database/schema.ts';
import { prepare } from '../../src/database/sqlite-connection.ts';
import { listIncidents } from '../../src/incidents/queries.ts';
import { sharedQueries } from '../../src/store/shared-queries.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/database.ts';
import { forKysely } from '../../src/store/sqlite/kysely.ts';
import { openMigrated } from '../../src/store/sqlite/migrate.ts';
import { prune } from '../../src/store/sqlite/retention.ts';
import { countRuns, findRunIDs, findRuns, listFailures } from '../../src/store/sqlite/runs.ts';
import { LIST_STATEMENTS } from '../../src/store/sqlite/store.ts';

const INCIDENT: Incident = {
  id: 1,
  incidentID: 'i',
  teamID: 't',
  monitorID: 1,
  reason: 'failed',
  openedAt: 1,
  runSeq: 1,
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
  pastAcknowledgements: [],
  snoozes: [],
};

let database: SqliteDatabase;
let queries: CompiledQuery[] = [];
let kysely: Kysely<Schema>;

beforeAll(async () => {
  ({ database } = await openMigrated(':memory:'));
  database.raw.exec(`INSERT INTO teams (id, name, slug, created_at) VALUES ('t', 't', 't', '')`);
  kysely = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: forKysely(database.raw, { check() {} }) }),
    log: (event) => {
      queries.push(event.query);
    },
  });
});

afterAll(() => database.raw.close());

/** Returns the query plans of all statements in a call. */
async function plansOf(call: () => Promise<unknown>): Promise<string[]> {
  queries = [];
  await call();
  return queries.flatMap(({ sql, parameters }) =>
    /^(?:begin|commit)/i.test(sql) ? [] : explain(sql, parameters),
  );
}

function explain(sql: string, parameters: readonly unknown[]): string[] {
  return prepare<readonly unknown[], { detail: string }>(database.raw, `EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail);
}

describe('SQLite reads by index', () => {
  const inTransaction: RunInTransaction = (work) => kysely.transaction().execute(work);
  const inMonitorTransaction: MonitorTransaction = (work) =>
    inTransaction((transaction) =>
      work(transaction, { applyEdits: () => Promise.resolve([]), delete: () => Promise.resolve(null) }),
    );
  const feed = createChangeFeed();
  const store = () => sharedQueries(kysely, { inTransaction, inMonitorTransaction, locks: NO_LOCKS, feed });

  test('the next deadline, and past deadlines, are read by index', async () => {
    expect(await plansOf(() => store().findNextWakeAt())).toEqual([
      'SEARCH monitor_states USING COVERING INDEX monitor_states_wake (wake_at>?)',
    ]);
    expect(explain(OVERDUE_MONITORS, [1, 10])).toEqual([
      'SEARCH monitor_states USING COVERING INDEX monitor_states_wake (wake_at<?)',
      'USING INDEX pings_set_aside_monitor FOR IN-OPERATOR',
    ]);
  });

  test('the monitors of a slug are read by index', () => {
    expect(explain(FIND_BY_SLUG, ['s', 'h'])).toEqual([
      'SEARCH k USING INDEX sqlite_autoindex_project_keys_2 (hash=?)',
      'SEARCH t USING INDEX sqlite_autoindex_teams_1 (id=?)',
      'SEARCH p USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH a USING INDEX sqlite_autoindex_api_tokens_1 (id=?) LEFT-JOIN',
      'SEARCH m USING INDEX monitors_slug (project_id=? AND slug=?) LEFT-JOIN',
    ]);
  });

  test.each([
    ['its time', REPORTS_OF_TIME, [0, 1, 1, 'r'], 'events_reported (monitor_id=? AND happened_at=?)'],
    ['its number', REPORT_OF_NUMBER, [0, 1, 1, 1, 'r'], 'events_anchor (monitor_id=? AND number>?)'],
  ])('events of a repeated report are read by index, by %s', (_name, sql, parameters, index) => {
    const plan = explain(sql, parameters);
    expect(plan.join('\n')).toContain(index);
    expect(plan.filter((line) => /SCAN (?:events|event_bodies|[aeb])\b/.test(line))).toEqual([]);
  });

  test.each([
    ['open ones of a team', {}, 'incidents_team_open (team_id=?)'],
    ['open ones of monitors', { monitorIDs: [1, 2] }, 'incidents_open (monitor_id=?)'],
    ['those of a team since a time', { openSince: 1, limit: 9 }, 'incidents_opened (team_id=?)'],
    [
      'those of monitors since a time',
      { monitorIDs: [1, 2], openSince: 1, limit: 9 },
      'incidents_monitor (monitor_id=?)',
    ],
  ])('summaries of incidents are read by index: %s', async (_name, selection, index) => {
    const [search] = await plansOf(() => store().listIncidentSummaries('t', selection));
    expect(search).toBe(`SEARCH incidents USING INDEX ${index}`);
  });

  const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
    listMonitorsExpectedBefore: () => store().listMonitorsExpectedBefore({ to: 1 }, 0, 10),
    countStatuses: () => store().countStatuses(1, 0, 10),
    listMonitorGauges: () => store().listMonitorGauges(0, 10),
    listMonitors: () => store().listMonitors('t', { limit: 10 }),
    'findMonitors by short ID': () => store().findMonitors('t', { shortIDs: ['s', 't'] }),
    'findMonitors by ID': () => store().findMonitors('t', { ids: [1, 2] }),
    'findMonitors by slug': () => store().findMonitors('t', { projectID: 1, slugs: ['s', 't'] }),
    'projects.findInAnyTeam': () => store().projects.findInAnyTeam('p'),
    'projectKeys.list': () => store().projectKeys.list('t'),
    'projectKeys.findInAnyTeam': () => store().projectKeys.findInAnyTeam('h'),
    'listIncidents of a time': () =>
      listIncidents(kysely, { teamID: 't', filter: { openedFrom: 1, openedTo: 2, limit: 10 }, findRunIDs }),
    listNotes: () => store().listNotes(1),
    countUsage: () => store().countUsage('t'),
    listEvents: () => listEvents(kysely, 1, { before: 5, limit: 10 }),
    listRuns: () => listRuns(kysely, 1, { limit: 10 }),
    listIncidents: () =>
      listIncidents(kysely, {
        teamID: 't',
        filter: { state: 'open', monitorShortID: 's', limit: 10 },
        findRunIDs,
      }),
    'listIncidents by ends': () =>
      listIncidents(kysely, {
        teamID: 't',
        filter: { ended: { before: { closedAt: 1, id: 1 } }, limit: 10 },
        findRunIDs,
      }),
    'listIncidents by ID': () =>
      listIncidents(kysely, { teamID: 't', filter: { incidentID: 'i', limit: 1 }, findRunIDs }),
    listFailures: () => listFailures(kysely, INCIDENT, 10),
    acknowledgeIncident: () =>
      store().changeIncident(INCIDENT, { kind: 'acknowledge', at: 1, by: 'Ann', note: '' }),
    unacknowledgeIncident: () =>
      store().changeIncident(INCIDENT, { kind: 'unacknowledge', at: 1, by: 'Ann' }),
    snoozeIncident: () => store().changeIncident(INCIDENT, { kind: 'snooze', at: 1, until: 2, by: 'Ann' }),
    unsnoozeIncident: () => store().changeIncident(INCIDENT, { kind: 'unsnooze', at: 1, by: 'Ann' }),
    listMaintenance: () => store().maintenance.list('t'),
    listEscalations: () => store().escalations.list('t'),
    deleteEscalation: () => store().escalations.delete('t', 'e'),
    listTransitions: () => listTransitions(kysely, { monitorID: 1, page: { limit: 10 }, findRunIDs }),
    findEventBody: () => store().findEventBody(1, 1),
    findNewestBody: () => store().findNewestBody(1, [1, 2]),
    deleteMonitor: () =>
      kysely.transaction().execute((transaction) => deleteMonitor(transaction, { id: 1, at: 1 })),
    listProjects: () => store().projects.list('t', { afterID: 0, limit: 10 }),
    authenticate: () => store().authenticate('hash', 1),
    recordUse: () => store().recordUse({ kind: 'token', id: 't' }, 1),
    listTokens: () => store().listTokens('m', '', 10),
    listChannels: () => store().channels.list('t', { afterID: 0, limit: 10 }),
    findChannel: () => store().channels.find('t', 'c'),
    channelOf: () => store().channels.findInAnyTeam('c'),
    deleteChannel: () => store().channels.delete('t', 'c'),
    listDeliveries: () => store().listDeliveries('t', { limit: 10 }),
    'listDeliveries, filtered': () =>
      store().listDeliveries('t', { monitorShortID: 'm', incidentID: 'i', channelShortID: 'c', limit: 10 }),
    'listDeliveries by key': () => store().listDeliveries('t', { key: 'k', limit: 1 }),
    listAttempts: () => store().listAttempts(1, 10),
    retryDelivery: () => store().makeAlertsDue({ deliveryID: 1, expiresAt: 1 }, 1),
    listAlertReports: () => store().listAlertReports(1, { transitionID: 1 }),
    'listAlertReports of an incident': () => store().listAlertReports(1, { incidentID: 1 }),
    listMembers: () => store().listMembers({ teamID: 't' }),
    pageMembers: () => store().listMembers({ teamID: 't' }, { afterID: 'm', limit: 10 }),
    listMemberships: () => store().listMembers({ userID: 'u' }),
    settleBlindWindow: () => store().settleBlindWindow(1, 1),
    'prune, counting': () => pruneFrom(PRUNE_START),
    'prune, old events': () => pruneFrom({ by: 'age', table: 'events', afterRowID: 0 }),
    'prune, old runs': () => pruneFrom({ by: 'age', table: 'runs', afterRowID: 0 }),
    'prune, old transitions': () => pruneFrom({ by: 'age', table: 'transitions', afterRowID: 0 }),
    'prune, old outbox rows': () => pruneFrom({ by: 'age', table: 'outbox', afterRowID: 0 }),
    'prune, old deliveries': () => pruneFrom({ by: 'age', table: 'deliveries', afterRowID: 0 }),
    'prune, old incidents': () => pruneFrom({ by: 'age', table: 'incidents', afterRowID: 0 }),
    claimDeliveries: () =>
      store().claimDeliveries({
        now: 1,
        takesOver: true,
        leaseUntil: 2,
        limit: 10,
        perChannel: 10,
        capacity: new Map(),
      }),
    extendClaims: () => store().extendClaims([{ deliveryID: 1, leaseUntil: 1 }], 2),
    retryChannel: () => store().makeAlertsDue({ channelID: 1 }, 1),
    raiseTimers: () =>
      inTransaction((transaction) => raiseTimers(transaction, { now: 1, limit: 10, locks: NO_LOCKS })),
    findNextAlertAt: () => store().findNextAlertAt(),
    'the team of the next outbox row': () => findDueTeam(kysely, 1),
    'the next outbox rows of a team': () =>
      inTransaction((transaction) =>
        loadPlanInput(transaction, 't', { now: 1, limit: 10, findRuns: async () => [], locks: NO_LOCKS }),
      ),
    'incidents with their deliveries': () =>
      findIncidentStates(kysely, [1, 2], {
        findRuns: (db, places) => findRuns(db, places),
        locks: NO_LOCKS,
      }),
    'runs by their place': () => findRuns(kysely, [{ monitorID: 1, seq: 1 }]),
    'runs of a time': () => countRuns(kysely, { monitorIDs: [1, 2], from: 1, to: 2 }),
    'combined messages': () =>
      findCombinedMessages(kysely, { channelIDs: [1, 2], monitorIDs: [1], locks: NO_LOCKS }),
    'alarms of late': () => countRecentAlarms(kysely, 't', 1),
    'logs of failures': () => findLogs(kysely, [{ monitorID: 1, number: 1 }]),
    'alarms that failed': () =>
      inTransaction((transaction) => replaceFailedAlarms(transaction, [{ deliveryID: 1, at: 1 }], NO_LOCKS)),
  };

  test.each([
    ['any', LIST_STATEMENTS.ofTeam, ['t', 5, 10]],
    ['one', LIST_STATEMENTS.ofProject, ['t', 5, 1, 10]],
  ])('the list by hand, of %s project, is read by index in its order', (_name, monitors, parameters) => {
    expect([...explain(LIST_STATEMENTS.projects, ['t']), ...explain(monitors, parameters)]).toEqual([
      'SEARCH projects USING INDEX projects_team (team_id=?)',
      'SEARCH m USING COVERING INDEX monitors_team (team_id=? AND id>?)',
      'SEARCH s USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  function pruneFrom(from: PrunePosition): Promise<unknown> {
    const policy = { now: 1, keptPerMonitor: 1, oldBefore: 1, monitorsPerStep: 10, rowsPerStep: 10 };
    return kysely.transaction().execute((transaction) => prune(transaction, policy, from));
  }

  test.each(Object.entries(CALLS))('%s is read by index', async (_name, call) => {
    const plans = await plansOf(call);
    expect(plans.length).toBeGreaterThan(0);
    // Scanning a table in key order is acceptable, because LIMIT ends the scan early.
    const scans = plans.filter(
      (plan) => /^SCAN (?!chain|[cw]$|facts|aged|\(|CONSTANT)/.test(plan) && !plan.includes('INDEX'),
    );
    expect(scans).toEqual([]);
  });
});
