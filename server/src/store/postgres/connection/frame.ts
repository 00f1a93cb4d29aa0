import type { Statement } from './statement.ts';

/** Server-side time limit of a statement. Shorter than the node's own time limit. */
const STATEMENT_MS_MAX = 4000;
/** How long a stalled node can keep the locks of its batch. */
const IDLE_MS_MAX = 5000;

/** Makes commits durable on disk and on synchronous standbys, whatever the server's default is. */
export const DURABLY = `set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
  IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

/** Settings of each transaction. They prevent full scans, which PostgreSQL may plan while a table is small. */
const SETTINGS = `SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
  set_config('statement_timeout', '${STATEMENT_MS_MAX}', true),
  set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true),
  ${DURABLY}`;

function bare(text: string): Statement {
  return { text, values: [] };
}

export const BEGIN: readonly Statement[] = [bare('BEGIN ISOLATION LEVEL READ COMMITTED'), bare(SETTINGS)];
export const COMMIT = bare('COMMIT');
export const ROLLBACK = bare('ROLLBACK');

export const SAVEPOINT = bare('SAVEPOINT input');
export const RELEASE = bare('RELEASE SAVEPOINT input');
export const ROLLBACK_TO_SAVEPOINT = bare('ROLLBACK TO SAVEPOINT input');
