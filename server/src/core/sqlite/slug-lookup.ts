import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { SlugAddress, SlugLookup, SlugMatch } from '../contract.ts';

const CACHED_MAX = 50_000;
/** How long a change by another process, such as the command line, may go unnoticed. */
const UNNOTICED_MS_MAX = 10;

/** Exported so that a test can check its query plan. */
export const FIND_BY_SLUG = `SELECT k.short_id AS keyShortID, k.team_id AS teamID, k.project_id AS projectID,
    p.short_id AS projectShortID, COALESCE(a.created_at, k.created_at) AS createdAt, k.expires_at AS expiresAt,
    t.token_days_max AS daysMax, m.id AS monitorID, m.ping_id AS pingID, m.revision
  FROM project_keys k JOIN projects p ON p.id = k.project_id JOIN teams t ON t.id = k.team_id
    LEFT JOIN api_tokens a ON a.id = k.token_id
    LEFT JOIN monitors m ON m.project_id = k.project_id AND m.slug = ? AND m.slug <> ''
  WHERE k.hash = ? AND k.kind <> 'read' ORDER BY m.id LIMIT 2`;

/**
 * Statements that can change the result. After each statement, a trigger clears the cache, whichever part of the store runs the
 * statement.
 */
const CHANGES = [
  'INSERT ON main.monitors',
  'DELETE ON main.monitors',
  'UPDATE OF slug, project_id, ping_id, revision ON main.monitors',
  'DELETE ON main.project_keys',
  'UPDATE OF hash, kind, short_id, project_id, expires_at ON main.project_keys',
  'UPDATE OF token_days_max ON main.teams',
  'UPDATE OF short_id ON main.projects',
];

interface FoundRow {
  readonly keyShortID: string;
  readonly teamID: string;
  readonly projectID: number;
  readonly projectShortID: string;
  /** Time from which the team's limit counts. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly daysMax: number | null;
  readonly monitorID: number | null;
  readonly pingID: string | null;
  readonly revision: number | null;
}

/** Looks up slugs without waiting. The cache is emptied by each change of a slug, so entries of any age are valid. */
export function prepareSlugLookup(raw: Connection): SlugLookup {
  const cache = createGenerationCache<string, SlugMatch>(CACHED_MAX);
  raw.function('forget_slugs', () => {
    cache.clear();
    return null;
  });
  CHANGES.forEach((change, index) => {
    raw.exec(`CREATE TEMP TRIGGER forget_slugs_${index} AFTER ${change} BEGIN SELECT forget_slugs(); END`);
  });
  const select = prepare<[string, string], FoundRow>(raw, FIND_BY_SLUG);
  const version = prepare<[], { data_version: number }>(raw, 'PRAGMA data_version');
  let knownVersion = version.get()?.data_version;
  let checkedAt = Number.NEGATIVE_INFINITY;

  function forgetIfChangedElsewhere(now: number): void {
    if (Math.abs(now - checkedAt) < UNNOTICED_MS_MAX) return;
    checkedAt = now;
    const current = version.get()?.data_version;
    if (current !== knownVersion) cache.clear();
    knownVersion = current;
  }

  function lookUp(address: SlugAddress, now: number): SlugMatch | null {
    forgetIfChangedElsewhere(now);
    const name = `${address.keyHash} ${address.slug}`;
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const match = matchOf(select.all(address.slug, address.keyHash));
    // Doesn't cache that a key or monitor is missing, because the next ping must find a key or monitor created in the meantime.
    // Within a transaction, caches nothing, because the transaction may be rolled back.
    const isSettled = match !== null && (match.monitors.length === 1 || address.slug === '');
    if (isSettled && !raw.isTransaction) cache.set(name, match);
    return match;
  }

  return { find: async (address, now) => lookUp(address, now), findCached: lookUp };
}

function matchOf(rows: readonly FoundRow[]): SlugMatch | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { keyShortID, teamID, projectID, projectShortID } = first;
  return {
    project: { keyShortID, teamID, projectID, projectShortID },
    key: { expiresAt: tokenEnd(first, first.daysMax) },
    monitors: rows.flatMap(({ monitorID, pingID, revision }) =>
      monitorID === null || pingID === null || revision === null ? [] : { monitorID, pingID, revision },
    ),
  };
}
