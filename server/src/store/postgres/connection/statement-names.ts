import type { ClientBase } from 'pg';
import type { Answer, Statement } from './statement.ts';

/** Names on one connection. Errors use some up; after so many it goes on without, rather than fill the server's memory. */
const NAMES_MAX = 1000;

/** Asks which of the server's processes answers. */
export const WHO_ANSWERS: Statement = { text: 'SELECT pg_backend_pid()', values: [] };

/**
 * The names under which a connection's server remembers statements, so that it parses and plans each of them once and not with
 * every batch. A server that stays the same is needed for it: behind PgBouncer each transaction may have another one.
 */
export interface StatementNames {
  /** Whether {@link WHO_ANSWERS} is still to be asked. */
  isUnsure(): boolean;
  /** Takes the answer to it. */
  learn(answer: Answer | undefined): void;
  /** The name of a statement, and whether it is told to the server now; null for one without a name. */
  nameOf(text: string): { readonly name: string; readonly isNew: boolean } | null;
  /** To be called after an error: nobody knows which of the new ones the server has heard of. */
  forget(): void;
}

export function createStatementNames(client: ClientBase): StatementNames {
  let state: 'unsure' | 'named' | 'unnamed' = 'unsure';
  let given = 0;
  const names = new Map<string, string>();
  return {
    isUnsure: () => state === 'unsure',
    learn(answer) {
      // A pooler makes up what it says at the greeting.
      state = answer?.rows[0]?.[0] === String(greetedBy(client)) ? 'named' : 'unnamed';
    },
    nameOf(text) {
      if (state !== 'named') return null;
      const known = names.get(text);
      if (known !== undefined) return { name: known, isNew: false };
      given += 1;
      if (given > NAMES_MAX) return null;
      const name = `overdue_${given}`;
      names.set(text, name);
      return { name, isNew: true };
    },
    forget: () => names.clear(),
  };
}

/** The process that the server named in its greeting. The driver's types leave it out. */
function greetedBy(client: ClientBase): unknown {
  return 'processID' in client ? client.processID : null;
}
