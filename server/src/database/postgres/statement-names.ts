import type { ClientBase } from 'pg';
import type { Statement, StatementResult } from './statement.ts';

/** Maximum names per connection, to limit the server's memory. Further statements stay unnamed. */
const NAMES_MAX = 1000;

/** Returns the process ID of the server process that executes the statement. */
export const SELECT_BACKEND_PID: Statement = { text: 'SELECT pg_backend_pid()', values: [] };

/**
 * Names under which the server caches statements. Not used behind PgBouncer, where each transaction may reach another server
 * process.
 */
export interface StatementNames {
  /** Whether {@link SELECT_BACKEND_PID} must still be sent. */
  isUnsure(): boolean;
  learn(result: StatementResult | undefined): void;
  /** Returns a statement's name and whether the server still needs its text; null if the statement has no name. */
  nameOf(text: string): { readonly name: string; readonly isNew: boolean } | null;
  /** Must run after an error, because the server might not have received the new names. */
  forget(): void;
}

export function createStatementNames(client: ClientBase): StatementNames {
  let state: 'unsure' | 'named' | 'unnamed' = 'unsure';
  let namesUsed = 0;
  const names = new Map<string, string>();
  return {
    isUnsure: () => state === 'unsure',
    learn(result) {
      // The IDs differ behind a connection pooler, because the greeting then contains the pooler's process ID.
      state = result?.rows[0]?.[0] === String(serverProcessID(client)) ? 'named' : 'unnamed';
    },
    nameOf(text) {
      if (state !== 'named') return null;
      const existing = names.get(text);
      if (existing !== undefined) return { name: existing, isNew: false };
      namesUsed += 1;
      if (namesUsed > NAMES_MAX) return null;
      const name = `overdue_${namesUsed}`;
      names.set(text, name);
      return { name, isNew: true };
    },
    forget: () => names.clear(),
  };
}

/** Returns the process ID from the server's greeting, which the driver's types omit. */
function serverProcessID(client: ClientBase): unknown {
  return 'processID' in client ? client.processID : null;
}
