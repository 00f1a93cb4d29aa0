import type { Find, Name, NamedKind } from '../edits.ts';
import { type Connection, prepare } from '../sqlite-connection.ts';

type NamedStatements = ReturnType<typeof prepareNamed>;

/** Looks up resources that an edit of a monitor names. Needs no locks, because one writer at a time holds the database. */
export function prepareNamed(db: Connection) {
  const byShortID = (table: string) =>
    prepare<[string, string], { readonly id: number }>(
      db,
      `SELECT id FROM ${table} WHERE short_id = ? AND team_id = ?`,
    );
  return {
    namedMonitor: byShortID('monitors'),
    namedProject: byShortID('projects'),
    namedChannel: byShortID('channels'),
    namedEscalation: byShortID('escalation_policies'),
  };
}

const STATEMENTS = {
  monitor: 'namedMonitor',
  project: 'namedProject',
  channel: 'namedChannel',
  escalation: 'namedEscalation',
} as const satisfies Record<NamedKind, keyof NamedStatements>;

export function findNamed(statements: NamedStatements, teamID: string): Find {
  return ({ kind, shortID }: Name) => statements[STATEMENTS[kind]].get(shortID, teamID)?.id ?? null;
}
