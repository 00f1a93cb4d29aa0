import type { Run } from '@overdue/domain/run.ts';
import { type ArrayValue, bigintArray, byteaArray, textArray } from '../../database/postgres/arrays.ts';
import type { Statement } from '../../database/postgres/statement.ts';
import { isSameIdentity, RUN_COLUMNS, RUN_PROGRESS_COLUMNS } from '../../database/rows.ts';
import type { RecordedEvent } from '../working-set.ts';
import type { LockedMonitor } from './locked-monitor.ts';
import { PARTITION_MS } from './partitions/partitions.ts';

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
  $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[]`;
const RUN_KEY = ['monitor_id', 'seq', 'made_at'];

const INSERT_RUNS = `INSERT INTO runs (${[...RUN_KEY, ...RUN_COLUMNS].join(', ')}) SELECT * FROM unnest(${RUN_CASTS})`;

const OF_RUN = 'r.monitor_id = u.monitor_id AND r.seq = u.seq AND r.made_at = u.made_at';

const UPDATE_RUNS = `UPDATE runs r SET ${assign(RUN_PROGRESS_COLUMNS)} FROM unnest($1::bigint[], $2::bigint[],
    $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
    $12::text[]) AS u (${[...RUN_KEY, ...RUN_PROGRESS_COLUMNS].join(', ')})
  WHERE ${OF_RUN} AND r.made_at BETWEEN $13::bigint AND $14::bigint`;

/** Updates all columns of rows whose identity changed. Separate, because the update above is enough for most runs that end. */
const UPDATE_RUNS_WHOLE = `UPDATE runs r SET ${assign(RUN_COLUMNS)} FROM unnest(${RUN_CASTS})
    AS u (${[...RUN_KEY, ...RUN_COLUMNS].join(', ')})
  WHERE ${OF_RUN} AND r.made_at BETWEEN $16::bigint AND $17::bigint`;

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
