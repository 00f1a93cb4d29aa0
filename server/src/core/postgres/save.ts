import { alertKind, needsPlanning } from '@overdue/domain/alerting/alert.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import { type IncidentEnd, incidentChange } from '@overdue/domain/incidents/incident.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { RUN_COUNTS } from '@overdue/domain/statistics/run-counts.ts';
import { type Column, columnNames, numberOrNull, textOrNull } from '../../database/column.ts';
import { DETAIL_COLUMNS, RULES_COLUMNS } from '../../database/monitor-settings-columns.ts';
import {
  isSameStatus,
  PROGRESS_COLUMNS,
  STATE_COLUMNS,
  type StoredState,
} from '../../database/monitor-state-columns.ts';
import { type ArrayValue, bigintArray, byteaArray, textArray } from '../../database/postgres/arrays.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import { isSameIdentity, RUN_COLUMNS, RUN_PROGRESS_COLUMNS } from '../../database/rows.ts';
import { type TeamCounts, writeTeamCounts } from '../run-counts/team-counts.ts';
import {
  hiddenRowsOf,
  type RecordedEvent,
  type WorkingMonitor,
  type WorkingSettings,
  wakeOf,
} from '../working-set.ts';
import type { LockedMonitor } from './locked-monitor.ts';
import { PARTITION_MS } from './partitions/partitions.ts';

const STATES_TABLE = { table: 'monitor_states', key: 'monitor_id' };
const UPDATE_PROGRESS = updateOf(STATES_TABLE, PROGRESS_COLUMNS);
const UPDATE_STATE = updateOf(STATES_TABLE, STATE_COLUMNS);

/** For most monitors, saves only the columns that each ping changes. */
export function saveStates(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const progressed: Changed<StoredState>[] = [];
  const changed: Changed<StoredState>[] = [];
  for (const locked of monitors) {
    const { loaded } = locked;
    const { id, monitor } = locked.working;
    const wakes = wakeToStore(locked);
    if (monitor.state === loaded.state && wakes === locked.wakeAt) continue;
    const source = { state: monitor.state, wakeAt: wakes };
    (isSameStatus(loaded, source) ? progressed : changed).push({ id, source });
  }
  const statements: Statement[] = [];
  if (progressed.length > 0)
    statements.push({ text: UPDATE_PROGRESS, values: updateValues(PROGRESS_COLUMNS, progressed) });
  if (changed.length > 0)
    statements.push({ text: UPDATE_STATE, values: updateValues(STATE_COLUMNS, changed) });
  return statements;
}

/**
 * Returns a wake time that is correct or too early. Keeps an earlier stored time if possible, because storing a later time would
 * update every index of the row.
 */
function wakeToStore({ working, wakeAt: stored, latestCommandAt }: LockedMonitor): number | null {
  const wakes = wakeOf(working);
  return wakes !== null && stored !== null && latestCommandAt < stored && stored < wakes ? stored : wakes;
}

const BUMP_RULES_VERSION =
  'UPDATE monitor_states SET rules_version = rules_version + 1 WHERE monitor_id = ANY($1::bigint[])';

const SETTINGS_TABLE = { table: 'monitors', key: 'id' };
const REVISION: Column<WorkingSettings> = {
  column: 'revision',
  type: 'bigint',
  write: ({ revision }) => revision,
};
const SETTINGS_COLUMNS: readonly Column<WorkingSettings>[] = [
  ...DETAIL_COLUMNS.map((column) => ({
    ...column,
    write: ({ details }: WorkingSettings) => column.write(details),
  })),
  REVISION,
];
const UPDATE_RULES = updateOf(SETTINGS_TABLE, RULES_COLUMNS);
const UPDATE_SETTINGS = updateOf(SETTINGS_TABLE, SETTINGS_COLUMNS);

/** If a monitor already forwards pings, keeps its progress and retries immediately, because the URL may have changed. */
const START_FORWARDING = `INSERT INTO forwarding (monitor_id, forwarded_until)
  SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT (monitor_id) DO UPDATE SET due_at = 0, attempts = 0`;
const END_FORWARDING = 'DELETE FROM forwarding WHERE monitor_id = ANY($1::bigint[])';

export function saveSettings(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const locked = [...monitors];
  const workings = locked.map(({ working }) => working);
  const ruled = workings
    .filter(({ rulesChanged }) => rulesChanged)
    .map(({ id, monitor }) => ({ id, source: monitor.rules }));
  const detailed = workings.flatMap(({ id, settings, settingsChanged }) =>
    settings === null || !settingsChanged ? [] : [{ id, source: settings }],
  );
  const statements: Statement[] = [];
  if (ruled.length > 0) {
    statements.push({ text: BUMP_RULES_VERSION, values: [bigintArray(ruled, ({ id }) => id)] });
    statements.push({ text: UPDATE_RULES, values: updateValues(RULES_COLUMNS, ruled) });
  }
  if (detailed.length > 0)
    statements.push({ text: UPDATE_SETTINGS, values: updateValues(SETTINGS_COLUMNS, detailed) });
  return [...statements, ...saveForwarding(locked)];
}

function saveForwarding(monitors: readonly LockedMonitor[]): readonly Statement[] {
  const edited = monitors.filter(({ working }) => working.settingsChanged);
  const [begun, ended] = [
    edited.filter(({ working }) => working.settings?.details.forwardTo !== ''),
    edited.filter(({ working }) => working.settings?.details.forwardTo === ''),
  ];
  const ids = (some: readonly LockedMonitor[]) => bigintArray(some, ({ working }) => working.id);
  const counts = bigintArray(begun, ({ loaded }) => loaded.state.eventCount);
  return [
    ...(begun.length === 0 ? [] : [{ text: START_FORWARDING, values: [ids(begun), counts] }]),
    ...(ended.length === 0 ? [] : [{ text: END_FORWARDING, values: [ids(ended)] }]),
  ];
}

interface OpenedIncident {
  readonly incidentID: string;
  readonly monitor: WorkingMonitor;
  readonly opening: Transition;
  ending: { readonly at: number; readonly by: IncidentEnd } | null;
}

/** Incident of a transition: opened in this batch, stored before, or none. */
type Subject = OpenedIncident | 'stored' | null;

interface StatusChange {
  readonly monitor: WorkingMonitor;
  readonly transition: Transition;
  readonly subject: Subject;
}

interface Ended {
  readonly monitorID: number;
  readonly at: number;
  readonly by: IncidentEnd;
}

/** Saves each transition of a batch with its outbox row, so that neither exists without the other. */
interface TransitionPlan {
  /** Statements that insert incidents and transitions, whose IDs the outbox rows need; empty if there are none. */
  readonly statements: readonly Statement[];
  /** Builds the outbox rows from the results of `statements`, in the same order. */
  readonly outbox: (results: readonly StatementResult[]) => readonly Statement[];
}

// Closes the previous incident first, because a monitor has at most one open incident. Locks incidents in the same order as
// planning does, which prevents deadlocks.
const END_INCIDENTS = `UPDATE incidents i SET closed_at = o.at, closed_by = o.by, remind_at = NULL, escalate_at = NULL
  FROM (SELECT open.id, u.at, u.by FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS u (monitor_id, at, by)
    JOIN incidents open ON open.monitor_id = u.monitor_id AND open.closed_at IS NULL
    ORDER BY open.id + 0 FOR NO KEY UPDATE OF open) AS o
  WHERE i.id = o.id RETURNING i.monitor_id, i.id`;

const OPEN_INCIDENTS = `INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, run_seq, closed_at, closed_by)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[])
  RETURNING incident_id, id`;

const INSERT_TRANSITIONS = `INSERT INTO transitions (monitor_id, from_status, to_status, at, reason, run_seq, event_number)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
  RETURNING id`;

const INSERT_OUTBOX = `INSERT INTO outbox (team_id, monitor_id, kind, transition_id, incident_id, created_at, planned_at)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

export function planTransitions(monitors: Iterable<WorkingMonitor>, newID: () => string): TransitionPlan {
  const changes: StatusChange[] = [];
  const opened: OpenedIncident[] = [];
  const ended: Ended[] = [];
  for (const monitor of monitors) {
    let open: OpenedIncident | null = null;
    for (const transition of monitor.transitions) {
      let subject: Subject = null;
      const change = incidentChange(transition);
      if (change === 'opened') {
        open = { incidentID: newID(), monitor, opening: transition, ending: null };
        opened.push(open);
        subject = open;
      } else if (change !== null) {
        if (open === null) ended.push({ monitorID: monitor.id, at: transition.at, by: change });
        else open.ending = { at: transition.at, by: change };
        subject = open ?? 'stored';
        open = null;
      }
      changes.push({ monitor, transition, subject });
    }
  }
  if (changes.length === 0) return { statements: [], outbox: () => [] };
  const ends = ended.length === 0 ? [] : [endIncidents(ended)];
  const opens = opened.length === 0 ? [] : [openIncidents(opened)];
  return {
    statements: [...ends, ...opens, insertTransitions(changes)],
    outbox: (results) => [
      insertOutbox(changes, {
        ends: idsByName(results.slice(0, ends.length)),
        opens: idsByName(results.slice(ends.length, -1)),
        // Sorting restores the order of the rows, because IDs were assigned in that order.
        transitions: (results.at(-1)?.rows ?? []).map(([id]) => Number(id)).sort((a, b) => a - b),
      }),
    ],
  };
}

function endIncidents(ended: readonly Ended[]): Statement {
  return {
    text: END_INCIDENTS,
    values: [
      bigintArray(ended, ({ monitorID }) => monitorID),
      bigintArray(ended, ({ at }) => at),
      textArray(ended, ({ by }) => by),
    ],
  };
}

function openIncidents(opened: readonly OpenedIncident[]): Statement {
  return {
    text: OPEN_INCIDENTS,
    values: [
      textArray(opened, ({ incidentID }) => incidentID),
      textArray(opened, ({ monitor }) => monitor.teamID),
      bigintArray(opened, ({ monitor }) => monitor.id),
      textArray(opened, ({ opening }) => opening.reason),
      bigintArray(opened, ({ opening }) => opening.at),
      bigintArray(opened, ({ opening }) => opening.runSeq),
      bigintArray(opened, ({ ending }) => ending?.at ?? null),
      textArray(opened, ({ ending }) => ending?.by ?? null),
    ],
  };
}

function insertTransitions(changes: readonly StatusChange[]): Statement {
  return {
    text: INSERT_TRANSITIONS,
    values: [
      bigintArray(changes, ({ monitor }) => monitor.id),
      textArray(changes, ({ transition }) => transition.from),
      textArray(changes, ({ transition }) => transition.to),
      bigintArray(changes, ({ transition }) => transition.at),
      textArray(changes, ({ transition }) => transition.reason),
      bigintArray(changes, ({ transition }) => transition.runSeq),
      bigintArray(changes, ({ transition }) => transition.eventNumber),
    ],
  };
}

interface IDs {
  readonly ends: ReadonlyMap<string, number>;
  readonly opens: ReadonlyMap<string, number>;
  readonly transitions: readonly number[];
}

function insertOutbox(changes: readonly StatusChange[], { ends, opens, transitions }: IDs): Statement {
  const rows = changes.map(({ monitor, transition, subject }, index) => {
    const kind = alertKind(transition);
    const incidentID =
      subject === null
        ? null
        : ((subject === 'stored' ? ends.get(String(monitor.id)) : opens.get(subject.incidentID)) ?? null);
    const { at } = transition;
    const plannedAt = needsPlanning(kind, incidentID) ? null : at;
    return { monitor, kind, transitionID: transitions[index] ?? null, incidentID, at, plannedAt };
  });
  return {
    text: INSERT_OUTBOX,
    values: [
      textArray(rows, ({ monitor }) => monitor.teamID),
      bigintArray(rows, ({ monitor }) => monitor.id),
      textArray(rows, ({ kind }) => kind),
      bigintArray(rows, ({ transitionID }) => transitionID),
      bigintArray(rows, ({ incidentID }) => incidentID),
      bigintArray(rows, ({ at }) => at),
      bigintArray(rows, ({ plannedAt }) => plannedAt),
    ],
  };
}

// The lock waits for a transaction that is settling the window, so that a run is told of exactly once.
const INSERT_HIDDEN = `WITH windows AS MATERIALIZED (
    SELECT id, settled_at FROM blind_windows WHERE id = ANY($3::bigint[]) AND brief = 0 ORDER BY id FOR SHARE
  ) INSERT INTO outbox (team_id, monitor_id, kind, blind_window_id, created_at, plan_at)
  SELECT u.team_id, u.monitor_id, 'blind_window', w.id, u.at, u.plan_at
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS u (team_id, monitor_id, window_id, at, plan_at)
  JOIN windows w ON w.id = u.window_id WHERE w.settled_at IS NOT NULL`;

/** Saves an outbox row for each monitor with runs that a settled blind window hid. */
export function saveHidden(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const rows = [...monitors].flatMap(({ working }) => hiddenRowsOf(working));
  if (rows.length === 0) return [];
  return [
    {
      text: INSERT_HIDDEN,
      values: [
        textArray(rows, ({ teamID }) => teamID),
        bigintArray(rows, ({ monitorID }) => monitorID),
        bigintArray(rows, ({ windowID }) => windowID),
        bigintArray(rows, ({ at }) => at),
        bigintArray(rows, ({ planAt }) => planAt),
      ],
    },
  ];
}

function idsByName(results: readonly StatementResult[]): ReadonlyMap<string, number> {
  return new Map(results.flatMap(({ rows }) => rows.map(([name, id]) => [name ?? '', Number(id)] as const)));
}

const INSERT_EVENTS = `INSERT INTO events (monitor_id, number, type, at, happened_at, duration_ms, run_id, warnings, method,
    user_agent, remote_address, exit_status, body_size)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[])`;

const INSERT_BODIES = `INSERT INTO event_bodies (monitor_id, number, at, body)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])`;

export function saveEvents(events: readonly RecordedEvent[]): readonly Statement[] {
  const statements: Statement[] = [];
  if (events.length > 0) statements.push({ text: INSERT_EVENTS, values: eventValues(events) });
  const bodies = events.flatMap(({ monitorID, event, request: { body } }) =>
    body === null ? [] : [{ monitorID, event, body }],
  );
  if (bodies.length > 0) {
    statements.push({
      text: INSERT_BODIES,
      values: [
        bigintArray(bodies, ({ monitorID }) => monitorID),
        bigintArray(bodies, ({ event }) => event.number),
        bigintArray(bodies, ({ event }) => event.at),
        byteaArray(bodies, ({ body }) => body),
      ],
    });
  }
  return statements;
}

function eventValues(events: readonly RecordedEvent[]): readonly ArrayValue[] {
  return [
    bigintArray(events, ({ monitorID }) => monitorID),
    bigintArray(events, ({ event }) => event.number),
    textArray(events, ({ event }) => event.type),
    bigintArray(events, ({ event }) => event.at),
    bigintArray(events, ({ event: { at, happenedAt } }) => (happenedAt === at ? null : happenedAt)),
    bigintArray(events, ({ event }) => event.durationMs),
    textArray(events, ({ event }) => event.runID),
    textArray(events, ({ event: { warnings } }) => (warnings.length === 0 ? null : JSON.stringify(warnings))),
    textArray(events, ({ request }) => request.method),
    textArray(events, ({ request }) => request.userAgent),
    textArray(events, ({ request }) => request.remoteAddress),
    bigintArray(events, ({ request }) => request.exitStatus),
    bigintArray(events, ({ request }) => request.body?.byteLength ?? 0),
  ];
}

interface RunRow {
  readonly monitorID: number;
  readonly madeAt: number;
  readonly run: Run;
}

const RUN_CASTS = `$1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
  $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[], $16::text[]`;
const RUN_KEY = ['monitor_id', 'seq', 'made_at'];

const INSERT_RUNS = `INSERT INTO runs (${[...RUN_KEY, ...RUN_COLUMNS].join(', ')}) SELECT * FROM unnest(${RUN_CASTS})`;

const OF_RUN = 'r.monitor_id = u.monitor_id AND r.seq = u.seq AND r.made_at = u.made_at';

const UPDATE_RUNS = `UPDATE runs r SET ${assign(RUN_PROGRESS_COLUMNS)} FROM unnest($1::bigint[], $2::bigint[],
    $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
    $12::text[], $13::text[]) AS u (${[...RUN_KEY, ...RUN_PROGRESS_COLUMNS].join(', ')})
  WHERE ${OF_RUN} AND r.made_at BETWEEN $14::bigint AND $15::bigint`;

/** Updates all columns of rows whose identity changed. Separate, because the update above is enough for most runs that end. */
const UPDATE_RUNS_WHOLE = `UPDATE runs r SET ${assign(RUN_COLUMNS)} FROM unnest(${RUN_CASTS})
    AS u (${[...RUN_KEY, ...RUN_COLUMNS].join(', ')})
  WHERE ${OF_RUN} AND r.made_at BETWEEN $17::bigint AND $18::bigint`;

function assign(columns: readonly string[]): string {
  return columns.map((column) => `${column} = u.${column}`).join(', ');
}

/** Inserts unsaved runs of a batch and counts them as stored from then on. */
export function saveRuns(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const inserted: RunRow[] = [];
  const closed: RunRow[] = [];
  const moved: RunRow[] = [];
  for (const { working, stored, madeAtBySeq } of monitors) {
    for (const seq of working.changedRunSeqs) {
      const run = working.runs.get(seq);
      if (run === undefined) continue;
      const before = stored.get(seq);
      const madeAt = before?.madeAt ?? madeAtBySeq.get(seq) ?? 0;
      const rows = before === undefined ? inserted : isSameIdentity(before.run, run) ? closed : moved;
      rows.push({ monitorID: working.id, madeAt, run });
      stored.set(seq, { run, madeAt });
    }
    working.changedRunSeqs.clear();
  }
  const statements: Statement[] = [];
  if (inserted.length > 0)
    statements.push({
      text: INSERT_RUNS,
      values: [...keyValues(inserted), ...identityValues(inserted), ...progressValues(inserted)],
    });
  if (closed.length > 0)
    statements.push({
      text: UPDATE_RUNS,
      values: [...keyValues(closed), ...progressValues(closed), ...bounds(closed)],
    });
  if (moved.length > 0)
    statements.push({
      text: UPDATE_RUNS_WHOLE,
      values: [...keyValues(moved), ...identityValues(moved), ...progressValues(moved), ...bounds(moved)],
    });
  return statements;
}

function keyValues(rows: readonly RunRow[]): readonly ArrayValue[] {
  return [
    bigintArray(rows, ({ monitorID }) => monitorID),
    bigintArray(rows, ({ run }) => run.seq),
    bigintArray(rows, ({ madeAt }) => madeAt),
  ];
}

function identityValues(rows: readonly RunRow[]): readonly ArrayValue[] {
  return [
    textArray(rows, ({ run }) => run.runID),
    bigintArray(rows, ({ run }) => run.expectedAt),
    bigintArray(rows, ({ run }) => run.blindWindowID),
  ];
}

function progressValues(rows: readonly RunRow[]): readonly ArrayValue[] {
  return [
    textArray(rows, ({ run }) => run.state),
    bigintArray(rows, ({ run }) => run.startedAt),
    bigintArray(rows, ({ run }) => run.endedAt),
    bigintArray(rows, ({ run }) => run.durationMs),
    bigintArray(rows, ({ run }) => (run.late ? 1 : 0)),
    bigintArray(rows, ({ run }) => run.startEvent),
    bigintArray(rows, ({ run }) => run.endEvent),
    bigintArray(rows, ({ run }) => run.limitAt),
    textArray(rows, ({ run }) => run.countedAs),
    textArray(rows, ({ run }) => (run.check === null ? null : JSON.stringify(run.check))),
  ];
}

/**
 * Returns the time range of the partitions that may contain the rows, so that PostgreSQL searches only these partitions. The time
 * range of the rows themselves would be too narrow. If that range is newer than the statistics, the planner expects no match and
 * scans the whole index.
 */
function bounds(rows: readonly RunRow[]): readonly string[] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { madeAt } of rows) {
    from = Math.min(from, madeAt);
    to = Math.max(to, madeAt);
  }
  return [String(from - (from % PARTITION_MS)), String(to - (to % PARTITION_MS) + PARTITION_MS - 1)];
}

/**
 * Number of rows that share the counts of one team and one quarter of an hour. Several rows let concurrent batches count without
 * waiting for each other.
 */
const SHARDS = 16;

/** Sorted, so that two batches with the same shard can't deadlock. */
const ADD_COUNTS = `INSERT INTO team_run_counts AS t (team_id, quarter, shard, ${RUN_COUNTS.join(', ')})
  SELECT team_id, quarter, pg_backend_pid() % ${SHARDS}, ${RUN_COUNTS.join(', ')}
  FROM unnest($1::text[], $2::bigint[], ${RUN_COUNTS.map((_, index) => `$${index + 3}::bigint[]`).join(', ')})
    AS u (team_id, quarter, ${RUN_COUNTS.join(', ')})
  ORDER BY team_id COLLATE "C", quarter
  ON CONFLICT (team_id, quarter, shard) DO UPDATE SET ${RUN_COUNTS.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}`;

export function saveRunCounts(changes: TeamCounts): readonly Statement[] {
  const rows = writeTeamCounts(changes);
  if (rows.length === 0) return [];
  return [
    {
      text: ADD_COUNTS,
      values: [
        textArray(rows, ({ teamID }) => teamID),
        bigintArray(rows, ({ quarter }) => quarter),
        ...RUN_COUNTS.map((name) => bigintArray(rows, ({ counts }) => counts[name])),
      ],
    },
  ];
}

/** A row to update, and the value from which its columns are written. */
interface Changed<Source> {
  readonly id: number;
  readonly source: Source;
}

/** Returns the statement that updates many rows, with an array of IDs and an array of values for each column. */
function updateOf(
  { table, key }: { readonly table: string; readonly key: string },
  columns: readonly Column<never>[],
): string {
  const names = columnNames(columns);
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
  return `UPDATE ${table} t SET ${names.map((name) => `${name} = u.${name}`).join(', ')}
    FROM unnest($1::bigint[], ${arrays.join(', ')}) AS u (${[key, ...names].join(', ')}) WHERE t.${key} = u.${key}`;
}

/** Returns the parameters of the statement that {@link updateOf} returns. */
function updateValues<Source>(
  columns: readonly Column<Source>[],
  changed: readonly Changed<Source>[],
): readonly ArrayValue[] {
  return [
    bigintArray(changed, ({ id }) => id),
    ...columns.map(({ type, write }) =>
      type === 'bigint'
        ? bigintArray(changed, ({ source }) => numberOrNull(write(source)))
        : textArray(changed, ({ source }) => textOrNull(write(source))),
    ),
  ];
}
