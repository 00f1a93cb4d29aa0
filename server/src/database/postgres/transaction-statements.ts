import type { Statement } from './statement.ts';

/** Server-side time limit of a statement. Shorter than the node's own time limit. */
const STATEMENT_MS_MAX = 4000;
/** How long a stalled node can keep the locks of its batch. */
const IDLE_MS_MAX = 5000;

/** Makes commits durable on disk and on synchronous standbys, whatever the server's default is. */
export const SET_DURABLE_COMMIT = `set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
  IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

/** Settings of each transaction. They prevent full scans, which PostgreSQL may plan while a table is small. */
const SETTINGS = `SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
  set_config('statement_timeout', '${STATEMENT_MS_MAX}', true),
  set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true),
  ${SET_DURABLE_COMMIT}`;

function statement(text: string): Statement {
  return { text, values: [] };
}

export const BEGIN: readonly Statement[] = [
  statement('BEGIN ISOLATION LEVEL READ COMMITTED'),
  statement(SETTINGS),
];
export const COMMIT = statement('COMMIT');
export const ROLLBACK = statement('ROLLBACK');

export const CHECK_CONSTRAINTS = statement('SET CONSTRAINTS ALL IMMEDIATE');
export const SAVEPOINT = statement('SAVEPOINT input');
export const RELEASE = statement('RELEASE SAVEPOINT input');
export const ROLLBACK_TO_SAVEPOINT = statement('ROLLBACK TO SAVEPOINT input');
