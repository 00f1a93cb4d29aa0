import type { Kysely } from 'kysely';
import {
  ACTOR_KINDS,
  type AuditDetails,
  type AuditEntry,
  type AuditFilter,
  type NewAuditEntry,
} from '../../audit/contract.ts';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { emailKey } from './identity.ts';

export async function insertAudit(db: Kysely<Schema>, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('audit_log')
    .values(
      entries.map(({ teamID, at, actor, action, target, details, remoteAddress }) => ({
        team_id: teamID,
        at,
        actor_kind: actor.kind,
        actor_user_id: actor.userID,
        actor_name: actor.name,
        actor_email: emailKey(actor.email),
        actor_token: actor.token,
        action,
        target_kind: target?.kind ?? null,
        target_id: target?.id ?? null,
        target_name: target?.name ?? null,
        details: JSON.stringify(details),
        remote_address: remoteAddress,
      })),
    )
    .execute();
}

export async function listAudit(
  db: Kysely<Schema>,
  teamID: string,
  { actor, action, before = Number.MAX_SAFE_INTEGER, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('team_id', '=', teamID)
    .where('id', '<', before)
    .$if(actor !== undefined, (query) => query.where('actor_email', '=', emailKey(actor ?? '')))
    .$if(action?.includes('.') === true, (query) => query.where('action', '=', action ?? ''))
    // Matches all actions of a kind, because '/' sorts right after '.'.
    .$if(action?.includes('.') === false, (query) =>
      query.where('action', '>', `${action}.`).where('action', '<', `${action}/`),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(parseEntry);
}

function parseEntry(
  row: {
    readonly [Column in keyof Schema['audit_log']]: Column extends 'id'
      ? number
      : Schema['audit_log'][Column];
  },
): AuditEntry {
  return {
    id: row.id,
    teamID: row.team_id,
    at: row.at,
    actor: {
      kind: requireOneOf(ACTOR_KINDS, row.actor_kind, 'audit_log.actor_kind'),
      userID: row.actor_user_id,
      name: row.actor_name,
      email: row.actor_email,
      token: row.actor_token,
    },
    action: row.action,
    target:
      row.target_kind === null || row.target_id === null
        ? null
        : { kind: row.target_kind, id: row.target_id, name: row.target_name ?? '' },
    details: parseDetails(row.details),
    remoteAddress: row.remote_address,
  };
}

/** Throws for values that the service never writes. */
function parseDetails(json: string): AuditDetails {
  const details: unknown = JSON.parse(json);
  if (typeof details !== 'object' || details === null || Array.isArray(details)) {
    throw new Error(`The database holds ${json} in audit_log.details, which is not an object.`);
  }
  return Object.fromEntries(
    Object.entries(details).map(([name, value]: [string, unknown]) => [name, parseDetail(value)]),
  );
}

function parseDetail(value: unknown): AuditDetails[string] {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new Error(
    `The database holds ${JSON.stringify(value)} in audit_log.details, which is neither a plain value nor a list of texts.`,
  );
}
