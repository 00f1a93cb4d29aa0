import { type Kysely, sql } from 'kysely';
import type { Statement, StatementResult } from '../../../database/postgres/statement.ts';
import type { Schema } from '../../../database/schema.ts';
import type { PrunePolicy } from '../../operations.ts';

/** Maximum changes that a node applies individually. After more changes, the node looks up each slug again. */
const FOLLOWED_MAX = 1000;

/** How long changes are kept. Far longer than a node trusts its cache, and far longer than any transaction takes. */
const KEPT_MS = 3_600_000;

/** Position up to which a node has read slug changes. Valid until the database server restarts. */
export interface FollowedUntil {
  /** A snapshot in PostgreSQL's text form. Identifies the transactions that had ended when the node last read changes. */
  readonly snapshot: string;
  /**
   * Start time of the server. Another server, such as a promoted standby, may use the same transaction IDs for other
   * transactions.
   */
  readonly server: string;
}

export type SlugChange =
  | { readonly projectID: number; readonly slug: string }
  | { readonly keyHash: string }
  /** Many slugs have changed, or the changes since the last reading are unknown. */
  | 'many';

export interface SlugChanges {
  readonly until: FollowedUntil | null;
  readonly changes: readonly SlugChange[];
}

/**
 * Selects new changes by snapshot, not by ID. A transaction that was in progress at the last read was not visible then, although
 * its ID may be lower than the IDs of visible transactions.
 */
const READ_CHANGES = `SELECT pg_current_snapshot()::text, pg_postmaster_start_time()::text, c.id, c.project_id, c.slug, c.key_hash
  FROM (SELECT 1) AS one LEFT JOIN LATERAL (
    SELECT id, project_id, slug, key_hash FROM slug_changes
      WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot) LIMIT ${FOLLOWED_MAX + 1}
  ) AS c ON true`;

export function readSlugChanges(since: FollowedUntil | null): Statement {
  return { text: READ_CHANGES, values: [since?.snapshot ?? null] };
}

export function parseSlugChanges(
  result: StatementResult | undefined,
  since: FollowedUntil | null,
): SlugChanges {
  const rows = result?.rows ?? [];
  const [snapshot, server] = rows[0] ?? [];
  if (typeof snapshot !== 'string' || typeof server !== 'string') return { until: null, changes: ['many'] };
  const until = { snapshot, server };
  if (since === null || since.server !== server || rows.length > FOLLOWED_MAX)
    return { until, changes: ['many'] };
  return { until, changes: rows.flatMap(([, , id, ...change]) => (id === null ? [] : [changeOf(change)])) };
}

function changeOf([projectID, slug, keyHash]: StatementResult['rows'][number]): SlugChange {
  if (typeof keyHash === 'string') return { keyHash };
  if (typeof slug === 'string') return { projectID: Number(projectID), slug };
  return 'many';
}

/**
 * Deletes old changes, and records the time at which new changes were found. Changes contain no other time, because only the time
 * of the commit matters.
 */
export async function forgetSlugChanges(
  db: Kysely<Schema>,
  { now }: Pick<PrunePolicy, 'now'>,
): Promise<void> {
  await sql`DELETE FROM slug_changes WHERE found_at < ${now - KEPT_MS}`.execute(db);
  await sql`UPDATE slug_changes SET found_at = ${now} WHERE found_at IS NULL`.execute(db);
}
