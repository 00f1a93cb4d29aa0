import type { FindReference, Reference, ReferenceKind } from '../../database/edits.ts';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';

type ReferenceStatements = ReturnType<typeof prepareReferences>;

/** Looks up resources that an edit of a monitor refers to. Needs no locks, because one writer at a time holds the database. */
export function prepareReferences(db: Connection) {
  const byShortID = (table: string) =>
    prepare<[string, string], { readonly id: number }>(
      db,
      `SELECT id FROM ${table} WHERE short_id = ? AND team_id = ?`,
    );
  return {
    referencedMonitor: byShortID('monitors'),
    referencedProject: byShortID('projects'),
    referencedChannel: byShortID('channels'),
    referencedEscalation: byShortID('escalation_policies'),
    referencedOnCall: byShortID('on_call_schedules'),
  };
}

const STATEMENTS = {
  monitor: 'referencedMonitor',
  project: 'referencedProject',
  channel: 'referencedChannel',
  escalation: 'referencedEscalation',
  on_call: 'referencedOnCall',
} as const satisfies Record<ReferenceKind, keyof ReferenceStatements>;

export function findReference(statements: ReferenceStatements, teamID: string): FindReference {
  return ({ kind, shortID }: Reference) => statements[STATEMENTS[kind]].get(shortID, teamID)?.id ?? null;
}
