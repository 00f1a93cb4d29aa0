import { ROWS_PER_KEY_MAX, type RunKey } from '@overdue/domain/decision/decide.ts';
import { RECOUNTED_RUNS_MAX } from '@overdue/domain/decision/recount.ts';
import { numberOrNull } from '../../database/column.ts';
import { type ArrayValue, bigintArray, textArray } from '../../database/postgres/arrays.ts';
import type { RowFields, Statement, StatementResult } from '../../database/postgres/statement.ts';
import { parseRun, RUN_COLUMNS } from '../../database/rows.ts';
import { addStoredRun, isListKind, keyText, type LockedMonitor, type StoredRun } from './locked-monitor.ts';

export interface RunKeyLookup {
  readonly locked: LockedMonitor;
  readonly key: RunKey;
}

const columns = ['monitor_id', 'made_at', 'seq', ...RUN_COLUMNS];
const selected = columns.map((column) => `r.${column}`).join(', ');

/**
 * Each statement looks up all keys of one kind. A list key ({@link isListKind}) can match several runs, so these rows include the
 * position of the key.
 */
const SELECTS: Readonly<Record<RunKey['by'], string>> = {
  runID: `SELECT ${selected} FROM unnest($1::bigint[], $2::text[]) AS u (monitor_id, run_id)
    JOIN runs r ON r.run_id = u.run_id AND r.monitor_id = u.monitor_id`,
  seq: `SELECT ${selected} FROM unnest($1::bigint[], $2::bigint[]) AS u (monitor_id, seq)
    JOIN runs r ON r.monitor_id = u.monitor_id AND r.seq = u.seq`,
  expectedAt: `SELECT ${selected} FROM unnest($1::bigint[], $2::bigint[]) AS u (monitor_id, at)
    JOIN runs r ON r.monitor_id = u.monitor_id AND r.expected_at = u.at`,
  // Walks back from the newest row until all open runs are found, because an index of open runs would need an update whenever a
  // run opens or closes.
  open: `SELECT ${selected}, u.place FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS u (monitor_id, count, place)
    CROSS JOIN LATERAL (SELECT * FROM (
      SELECT * FROM (SELECT * FROM runs WHERE monitor_id = u.monitor_id ORDER BY seq DESC OFFSET 0) AS latest
      WHERE state = 'running' LIMIT u.count) AS opened
    ORDER BY limit_at LIMIT ${ROWS_PER_KEY_MAX}) AS r`,
  expectedFrom: `SELECT ${selected}, u.place FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS
      u (monitor_id, at, until, place)
    CROSS JOIN LATERAL (SELECT * FROM runs WHERE monitor_id = u.monitor_id AND expected_at BETWEEN u.at AND u.until
      ORDER BY expected_at LIMIT ${ROWS_PER_KEY_MAX}) AS r`,
  newest: `SELECT ${selected}, u.place FROM unnest($1::bigint[]) WITH ORDINALITY AS u (monitor_id, place)
    CROSS JOIN LATERAL (SELECT * FROM runs WHERE monitor_id = u.monitor_id
      ORDER BY seq DESC LIMIT ${RECOUNTED_RUNS_MAX}) AS r`,
};

const PLACE_AT = columns.length;

export interface RunIDLookup {
  readonly monitorID: number;
  readonly runID: string;
}

/** Finds the runs of the pings' rids, before their monitors are loaded. */
export function findByRunID(lookups: readonly RunIDLookup[]): Statement {
  return {
    text: SELECTS.runID,
    values: [bigintArray(lookups, ({ monitorID }) => monitorID), textArray(lookups, ({ runID }) => runID)],
  };
}

/** Records the result of {@link findByRunID}: which runs exist and which don't. */
export function loadFoundRuns(
  locked: ReadonlyMap<number, LockedMonitor>,
  lookups: readonly RunIDLookup[],
  response: StatementResult | undefined,
): void {
  for (const { monitorID, runID } of lookups)
    locked.get(monitorID)?.seqByKey.set(keyText({ by: 'runID', runID }), null);
  for (const fields of response?.rows ?? []) {
    const monitor = locked.get(Number(fields[0]));
    if (monitor !== undefined) takeSingle(monitor, parseStoredRun(fields));
  }
}

/** Statements, and a handler for their results in the same order. */
export interface RunReading {
  readonly statements: readonly Statement[];
  readonly take: (results: readonly StatementResult[]) => void;
}

export function buildRunReading(lookups: readonly RunKeyLookup[]): RunReading {
  const kinds = [...Map.groupBy(lookups, ({ key }) => key.by)];
  return {
    statements: kinds.map(([kind, group]) => ({ text: SELECTS[kind], values: valuesOf(kind, group) })),
    take(results) {
      kinds.forEach(([kind, group], index) => {
        const rows = results[index]?.rows ?? [];
        if (isListKind(kind)) takeLists(group, rows);
        else takeSingles(group, rows);
      });
    },
  };
}

function valuesOf(kind: RunKey['by'], lookups: readonly RunKeyLookup[]): readonly ArrayValue[] {
  const monitorIDs = bigintArray(lookups, ({ locked }) => locked.working.id);
  if (kind === 'runID')
    return [monitorIDs, textArray(lookups, ({ key }) => (key.by === 'runID' ? key.runID : null))];
  if (kind === 'newest') return [monitorIDs];
  const bounds = bigintArray(lookups, bound);
  return kind === 'expectedFrom'
    ? [monitorIDs, bounds, bigintArray(lookups, upperBound)]
    : [monitorIDs, bounds];
}

function bound({ locked, key }: RunKeyLookup): number | null {
  switch (key.by) {
    case 'runID':
    case 'newest':
      return null;
    case 'seq':
      return key.seq;
    case 'expectedAt':
    case 'expectedFrom':
      return key.at;
    case 'open':
      return locked.working.monitor.state.openRunCount;
  }
}

function upperBound({ key }: RunKeyLookup): number {
  return key.by === 'expectedFrom' && key.until !== undefined ? key.until : Number.MAX_SAFE_INTEGER;
}

function takeSingles(lookups: readonly RunKeyLookup[], rows: readonly RowFields[]): void {
  const byMonitor = new Map<number, LockedMonitor>();
  for (const { locked, key } of lookups) {
    locked.seqByKey.set(keyText(key), null);
    byMonitor.set(locked.working.id, locked);
  }
  for (const fields of rows) {
    const locked = byMonitor.get(Number(fields[0]));
    if (locked !== undefined) takeSingle(locked, parseStoredRun(fields));
  }
}

/** Stores a run under every key by which it can be looked up. */
function takeSingle(locked: LockedMonitor, stored: StoredRun): void {
  const { seq, runID, expectedAt } = stored.run;
  addStoredRun(locked, stored);
  locked.seqByKey.set(keyText({ by: 'runID', runID }), seq);
  locked.seqByKey.set(keyText({ by: 'seq', seq }), seq);
  if (expectedAt !== null) locked.seqByKey.set(keyText({ by: 'expectedAt', at: expectedAt }), seq);
}

function takeLists(lookups: readonly RunKeyLookup[], rows: readonly RowFields[]): void {
  const byPlace = Map.groupBy(rows, (fields) => Number(fields[PLACE_AT]));
  lookups.forEach(({ locked, key }, index) => {
    const matches = byPlace.get(index + 1) ?? [];
    locked.runsByKey.set(
      keyText(key),
      matches.map((fields) => addStoredRun(locked, parseStoredRun(fields))),
    );
  });
}

export function parseStoredRun(fields: RowFields): StoredRun {
  const [
    ,
    madeAt,
    seq,
    runID,
    expectedAt,
    window,
    state,
    startedAt,
    endedAt,
    duration,
    late,
    start,
    end,
    limit,
    countedAs,
    check,
  ] = fields;
  return {
    madeAt: Number(madeAt),
    run: parseRun({
      seq: Number(seq),
      run_id: runID ?? '',
      expected_at: numberOrNull(expectedAt),
      blind_window_id: numberOrNull(window),
      state: state ?? '',
      started_at: numberOrNull(startedAt),
      ended_at: numberOrNull(endedAt),
      duration_ms: numberOrNull(duration),
      late: Number(late),
      start_event: numberOrNull(start),
      end_event: numberOrNull(end),
      limit_at: numberOrNull(limit),
      counted_as: countedAs ?? null,
      check_result: check ?? null,
    }),
  };
}
