import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { beganAt, endOfRun, type Run, type RunState } from '@overdue/domain/monitor/run.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HistoryStore, RunSlice, RunSpan } from '../../core/history/contract.ts';
import {
  type CountRuns,
  type FindRunIDs,
  type RunIDRow,
  type RunPlace,
  runIDsOf,
} from '../../core/history/run-keys.ts';
import { ANCHOR_EVERY, chainIDs } from '../../core/sqlite/chains.ts';
import { parseRun, type RunRow } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';

type ChainedRow = RunRow & { readonly previous_id: number | null };

/**
 * Prepares queries that read a monitor's runs from newest to oldest, by the ID of the previous row in each row. A query ends
 * early if a row is pruned during the read.
 */
export function prepareRunSpans(db: Connection): Pick<HistoryStore, 'listNewestRuns' | 'listRunsWithin'> {
  const byID = prepare<[number, number], ChainedRow>(
    db,
    'SELECT * FROM runs WHERE id = ? AND monitor_id = ?',
  );
  const ends = prepare<[number], { readonly last: number | null; readonly count: number }>(
    db,
    'SELECT last_run_id AS last, run_count AS count FROM monitor_states WHERE monitor_id = ?',
  );
  const anchor = prepare<[number, number], ChainedRow & { readonly id: number }>(
    db,
    `SELECT * FROM runs WHERE monitor_id = ? AND seq = ? AND seq % ${ANCHOR_EVERY} = 0`,
  );

  function* chain(monitorID: number, newest: number | null): Generator<Run> {
    for (let id = newest; id !== null; ) {
      const row = byID.get(id, monitorID);
      if (row === undefined) return;
      yield parseRun(row);
      id = row.previous_id;
    }
  }

  /**
   * Returns the ID of the oldest anchor created after a time, otherwise of the newest row. The chain from there includes all rows
   * created before that time.
   */
  function entryAfter(monitorID: number, at: number): number | null {
    const { last = null, count = 0 } = ends.get(monitorID) ?? {};
    let entry = last;
    let low = 1;
    let high = Math.floor(count / ANCHOR_EVERY);
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const row = anchor.get(monitorID, middle * ANCHOR_EVERY);
      // A missing row was pruned, so it is old.
      if (row !== undefined && knownSince(parseRun(row)) > at) {
        entry = row.id;
        high = middle - 1;
      } else low = middle + 1;
    }
    return entry;
  }

  function entryBefore(monitorID: number, seq: number): number | null {
    const above = anchor.get(monitorID, Math.ceil((seq - 1) / ANCHOR_EVERY) * ANCHOR_EVERY);
    return above?.id ?? ends.get(monitorID)?.last ?? null;
  }

  function stretch(monitorID: number, { from, to, slackMs, before, limit }: RunSpan): RunSlice {
    const entry = before === undefined ? entryAfter(monitorID, to + slackMs) : entryBefore(monitorID, before);
    const runs: Run[] = [];
    let looked = 0;
    for (const run of chain(monitorID, entry)) {
      if (before !== undefined && run.seq >= before) continue;
      if (knownSince(run) < from - slackMs) break;
      if (beganAt(run) < to && endOfRun(run) >= from) runs.push(run);
      looked += 1;
      if (looked >= limit) return { runs, next: run.seq > 1 ? run.seq : null };
    }
    return { runs, next: null };
  }

  return {
    async listNewestRuns(monitorIDs, limit) {
      const runsByMonitor = new Map<number, readonly Run[]>();
      for (const monitorID of monitorIDs) {
        const newest = ends.get(monitorID)?.last ?? null;
        const runs = chain(monitorID, newest).take(limit).toArray();
        if (runs.length > 0) runsByMonitor.set(monitorID, runs);
      }
      return runsByMonitor;
    },
    listRunsWithin: async (monitorID, span) => stretch(monitorID, span),
  };
}

/** Returns the approximate creation time of a row. The row of a missed run was created after the returned time. */
function knownSince({ startedAt, endedAt, expectedAt }: Run): number {
  return startedAt ?? endedAt ?? expectedAt ?? 0;
}

/** Maximum sections read by one statement. SQLite accepts 32,766 parameters per statement, and a section needs three. */
const STRETCHES_PER_STATEMENT = 10_000;

/** Finds runs of many monitors by seq, in one statement that enters each chain at the nearest anchor. Leaves out pruned runs. */
export async function findRuns(db: Kysely<Schema>, places: readonly RunPlace[]) {
  if (places.length === 0) return [];
  const wanted = sql.join(places.map(({ monitorID, seq }) => sql`(${monitorID}, ${seq})`));
  const { rows } = await sql<RunRow & { readonly monitor_id: number }>`
    WITH RECURSIVE wanted (monitor_id, seq) AS (VALUES ${wanted}),
    chain (wanted, id, previous_id, monitor_id, seq) AS (
      SELECT w.seq, r.id, r.previous_id, r.monitor_id, r.seq FROM wanted w
      JOIN runs r ON r.id = ${entryOf(sql`w.monitor_id`, sql`w.seq`)}
      UNION ALL
      SELECT c.wanted, r.id, r.previous_id, r.monitor_id, r.seq FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.seq > c.wanted
    )
    SELECT r.* FROM chain c JOIN runs r ON r.id = c.id WHERE c.seq = c.wanted`.execute(db);
  return rows.map((row) => ({ monitorID: row.monitor_id, seq: row.seq, run: parseRun(row) }));
}

/** Section of a monitor's runs between two anchors, from the first to the last wanted run. */
interface Stretch {
  readonly monitorID: number;
  readonly first: number;
  readonly last: number;
}

/** Walks each section between two anchors only once. */
export const findRunIDs: FindRunIDs = async (db, places) => {
  const stretches = stretchesOf(places);
  const rows: RunIDRow[] = [];
  for (let from = 0; from < stretches.length; from += STRETCHES_PER_STATEMENT)
    rows.push(...(await readStretches(db, stretches.slice(from, from + STRETCHES_PER_STATEMENT))));
  return runIDsOf(rows);
};

function stretchesOf(places: readonly RunPlace[]): readonly Stretch[] {
  const groups = Map.groupBy(places, ({ monitorID, seq }) => `${monitorID} ${Math.ceil(seq / ANCHOR_EVERY)}`);
  return [...groups.values()].flatMap((group) => {
    const seqs = group.map(({ seq }) => seq);
    const monitorID = group[0]?.monitorID;
    return monitorID === undefined ? [] : { monitorID, first: Math.min(...seqs), last: Math.max(...seqs) };
  });
}

async function readStretches(
  db: Kysely<Schema>,
  stretches: readonly Stretch[],
): Promise<readonly RunIDRow[]> {
  const wanted = sql.join(
    stretches.map(({ monitorID, first, last }) => sql`(${monitorID}, ${first}, ${last})`),
  );
  const { rows } = await sql<RunIDRow>`
    WITH RECURSIVE wanted (monitor_id, first, last) AS (VALUES ${wanted}),
    chain (first, last, previous_id, monitor_id, seq, run_id) AS (
      SELECT w.first, w.last, r.previous_id, r.monitor_id, r.seq, r.run_id
      FROM wanted w JOIN runs r ON r.id = ${entryOf(sql`w.monitor_id`, sql`w.last`)}
      UNION ALL
      SELECT c.first, c.last, r.previous_id, r.monitor_id, r.seq, r.run_id FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.seq > c.first
    )
    SELECT monitor_id, seq, run_id FROM chain WHERE seq BETWEEN first AND last`.execute(db);
  return rows;
}

/**
 * Returns SQL for the ID of the run at which to enter a chain: the nearest anchor at or after a seq, otherwise the newest run.
 */
function entryOf(monitorID: RawBuilder<unknown>, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`COALESCE(
    (SELECT a.id FROM runs a WHERE a.monitor_id = ${monitorID} AND a.seq % ${sql.lit(ANCHOR_EVERY)} = 0
      AND a.seq >= ${seq} ORDER BY a.seq LIMIT 1),
    (SELECT s.last_run_id FROM monitor_states s WHERE s.monitor_id = ${monitorID}))`;
}

/**
 * Counts runs by walking each chain back to the first run before the period. Misses runs of the period whose rows precede that
 * row.
 */
export const countRuns: CountRuns = async (db, { monitorIDs, from, to }) => {
  if (monitorIDs.length === 0) return [];
  const at = sql`COALESCE(r.ended_at, r.started_at, r.expected_at)`;
  const { rows } = await sql<{
    readonly monitorID: number;
    readonly state: string;
    readonly count: number;
  }>`
    WITH RECURSIVE chain (previous_id, monitor_id, state, at) AS (
      SELECT r.previous_id, r.monitor_id, r.state, ${at} FROM monitor_states s JOIN runs r ON r.id = s.last_run_id
        WHERE s.monitor_id IN (${sql.join(monitorIDs)})
      UNION ALL
      SELECT r.previous_id, r.monitor_id, r.state, ${at} FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.at >= ${from}
    )
    SELECT monitor_id AS monitorID, state, COUNT(*) AS count FROM chain WHERE at >= ${from} AND at < ${to}
    GROUP BY monitor_id, state`.execute(db);
  return rows;
};

const FAILED: readonly RunState[] = FAILURE_REASONS;
/** Maximum stretches of {@link ANCHOR_EVERY} runs to search. An incident can be long, because a monitor may need many successes to recover. */
const STRETCHES_MAX = 50;

/**
 * Returns the runs that failed during an incident, oldest first. Reads the runs from anchor to anchor, so that it doesn't read
 * the rows after the incident.
 */
export async function listFailures(
  db: Kysely<Schema>,
  { monitorID, runSeq, closedAt }: Incident,
  limit: number,
): Promise<Run[]> {
  const failures: Run[] = [];
  if (runSeq === null) return failures;
  const until = closedAt ?? Number.POSITIVE_INFINITY;
  let from = runSeq;
  for (let stretch = 0; stretch < STRETCHES_MAX; stretch += 1) {
    const to = Math.ceil(from / ANCHOR_EVERY) * ANCHOR_EVERY;
    const rows = await db
      .selectFrom('runs')
      .selectAll()
      .where(sql<boolean>`id IN (${chainIDs('runs', { monitorID, before: to + 1, limit: to - from + 1 })})`)
      .where('seq', '>=', from)
      .orderBy('seq')
      .execute();
    const runs = rows.map(parseRun);
    failures.push(...runs.filter((run) => run.seq === runSeq || hasFailedBefore(run, until)));
    const last = runs.at(-1);
    const isOver = last === undefined || last.seq < to || earliestKnownTime(last) > until;
    if (isOver || failures.length >= limit) break;
    from = to + 1;
  }
  return failures.slice(0, limit);
}

function hasFailedBefore(run: Run, until: number): boolean {
  const failedAt = run.state === 'timed_out' ? run.limitAt : (run.endedAt ?? run.expectedAt);
  return FAILED.includes(run.state) && (failedAt ?? earliestKnownTime(run)) <= until;
}

/** Returns the earliest known time of a run. Except for overlapping runs, this time never decreases from one row to the next. */
function earliestKnownTime({ startedAt, expectedAt, endedAt }: Run): number {
  return startedAt ?? expectedAt ?? endedAt ?? 0;
}
