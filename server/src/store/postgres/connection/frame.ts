import type { Statement } from './statement.ts';

/** Above this something is stuck, and all that waits behind it is better off elsewhere. Less than the node waits for the answer. */
const STATEMENT_MS_MAX = 4000;
/** A node that hangs keeps others from the monitors of its batch for no longer than this. */
const IDLE_MS_MAX = 5000;

/** What was answered is on disk, and on the standbys that the server waits for, whatever its default is. */
export const DURABLY = `set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
  IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

/**
 * What holds for one transaction, whatever is set for the server or was left behind on the connection: how far statements may
 * go wrong. A plan that reads a table from end to end is never meant, however small the table was when it was last counted;
 * a node that hangs gives its locks back.
 */
const SETTINGS = `SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
  set_config('statement_timeout', '${STATEMENT_MS_MAX}', true),
  set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true),
  ${DURABLY}`;

function bare(text: string): Statement {
  return { text, values: [] };
}

/** Opens a transaction of the hot path. */
export const BEGIN: readonly Statement[] = [bare('BEGIN ISOLATION LEVEL READ COMMITTED'), bare(SETTINGS)];
export const COMMIT = bare('COMMIT');
export const ROLLBACK = bare('ROLLBACK');

/** For one input of many in a transaction. */
export const SAVEPOINT = bare('SAVEPOINT input');
export const RELEASE = bare('RELEASE SAVEPOINT input');
export const ROLLBACK_TO_SAVEPOINT = bare('ROLLBACK TO SAVEPOINT input');
