import { storedStatus } from '@overdue/domain/monitor/state.ts';
import { type Kysely, sql } from 'kysely';
import { columnNames } from '../../database/column.ts';
import { parseRules, RULES_COLUMNS, type RulesRow } from '../../database/monitor-settings-columns.ts';
import { parseState, STATE_COLUMNS, type StateRow } from '../../database/monitor-state-columns.ts';
import type { QueryContext } from '../../database/query-context.ts';
import { readOr } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { CHECK_SHARDS, type CheckStore, type DueCheck } from '../contract.ts';

export function checkQueries({ db }: Pick<QueryContext, 'db'>): Pick<CheckStore, 'listDueChecks'> {
  return { listDueChecks: (options) => listDueChecks(db, options) };
}

interface DueRow extends RulesRow, StateRow {
  readonly id: number;
  readonly short_id: string;
  readonly team_id: string;
  readonly url: string;
  readonly sealed_check: string;
}

/** The kind is compared with a literal, because both databases use a partial index only for a literal. */
async function listDueChecks(
  db: Kysely<Schema>,
  { until, shards, limit }: Parameters<CheckStore['listDueChecks']>[0],
): Promise<readonly DueCheck[]> {
  if (shards?.length === 0) return [];
  const columns = [
    ...['id', 'short_id', 'team_id', 'url', 'sealed_check', ...columnNames(RULES_COLUMNS)].map((name) =>
      sql.ref(`m.${name}`),
    ),
    ...columnNames(STATE_COLUMNS).map((name) => sql.ref(`s.${name}`)),
  ];
  const isHeld = shards === null ? sql`` : sql`AND m.id % ${sql.lit(CHECK_SHARDS)} IN (${sql.join(shards)})`;
  const { rows } = await sql<DueRow>`
    SELECT ${sql.join(columns)} FROM monitors m JOIN monitor_states s ON s.monitor_id = m.id
    WHERE m.kind <> 'cron' AND s.next_expected_at < ${until} ${isHeld}
    ORDER BY s.next_expected_at LIMIT ${limit}`.execute(db);
  return rows.flatMap((row) => readOr(() => [parseDue(row)], []));
}

function parseDue(row: DueRow): DueCheck {
  const state = parseState(row);
  return {
    monitorID: row.id,
    shortID: row.short_id,
    teamID: row.team_id,
    rules: parseRules(row),
    status: storedStatus(state),
    slot: state.nextExpectedAt ?? 0,
    url: row.url,
    sealedCheck: row.sealed_check,
  };
}
