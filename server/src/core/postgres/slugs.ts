import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import { textArray } from '../../database/postgres/arrays.ts';
import type { Connections } from '../../database/postgres/connections.ts';
import type { RowFields, Statement, StatementResult } from '../../database/postgres/statement.ts';
import { combineLookups } from '../../platform/runtime/combined-lookups.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { MonitorOfSlug, SlugAddress, SlugLookup, SlugMatch } from '../contract.ts';
import {
  type FollowedUntil,
  parseSlugChanges,
  readSlugChanges,
  type SlugChange,
} from './cooperation/slug-changes.ts';

const CACHED_MAX = 50_000;
/** If the changes of other nodes were last read longer ago than this, a cached look-up reads them again in the background. */
const FOLLOW_EVERY_MS = 1000;
/** Maximum age of an entry, even if no change to it was seen. Limits the effect of an unforeseen loss of changes. */
const KEPT_MS = 10 * 60_000;

const SELECT_BY_SLUGS = `SELECT given.hash, given.slug, k.short_id, k.team_id, k.project_id, p.short_id, COALESCE(a.created_at, k.created_at),
    k.expires_at, t.token_days_max, m.id, m.ping_id, m.revision
  FROM unnest($1::text[], $2::text[]) AS given (hash, slug)
    JOIN project_keys k ON k.hash = given.hash AND k.kind <> 'read'
    JOIN projects p ON p.id = k.project_id
    JOIN teams t ON t.id = k.team_id
    LEFT JOIN api_tokens a ON a.id = k.token_id
    LEFT JOIN LATERAL (
      SELECT id, ping_id, revision FROM monitors
        WHERE project_id = k.project_id AND slug = given.slug AND slug <> '' ORDER BY id LIMIT 2
    ) m ON true
  ORDER BY m.id`;

interface Entry<Value> {
  readonly value: Value;
  readonly readAt: number;
  /** Number of the era in which the entry was read. */
  readonly era: number;
}

/** A slug to find, or null to read only the changes. `now` is null if the caller doesn't know the time. */
interface LookUp {
  readonly address: SlugAddress | null;
  readonly now: number | null;
}

/** Finds monitors by slug, with a cache that follows the changes of all nodes. */
export interface Slugs extends SlugLookup {
  /** Reads the changes. Must run after this process changed a slug, a key or a project. Never rejects. */
  follow(): Promise<void>;
}

/**
 * Each look-up also reads the changes that were committed since the previous look-up, and applies them before it caches its
 * results. Look-ups run one after another. When a look-up ends, the cache reflects every change committed before the look-up
 * began. After a failed look-up, the next look-up reads the changes from the same position.
 */
export function createSlugs(connections: Connections): Slugs {
  const projects = createGenerationCache<string, Entry<Omit<SlugMatch, 'monitors'>>>(CACHED_MAX);
  const monitors = createGenerationCache<string, Entry<SlugMatch['monitors']>>(CACHED_MAX);
  let until: FollowedUntil | null = null;
  let followedAt = Number.NEGATIVE_INFINITY;
  let isFollowing = false;
  let isUsed = false;
  /**
   * Number of the current era. A new era starts when many slugs change. Entries of earlier eras are used only while the database
   * is unavailable.
   */
  let era = 0;

  function forget(change: SlugChange): void {
    if (change === 'many') era += 1;
    else if ('keyHash' in change) projects.delete(change.keyHash);
    else monitors.delete(nameOf(change.projectID, change.slug));
  }

  async function read(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const connection = await connections.connect();
    try {
      return await connection.pipeline(statements);
    } finally {
      connection.release();
    }
  }

  async function findBatch(lookUps: readonly LookUp[]): Promise<(lookUp: LookUp) => SlugMatch | null> {
    const addresses = lookUps.flatMap(({ address }) => address ?? []);
    const beganAt = Math.max(...lookUps.map(({ now }) => now ?? Number.NEGATIVE_INFINITY));
    const finding = addresses.length === 0 ? [] : [selectBySlugs(addresses)];
    const [changed, matching] = await read([readSlugChanges(until), ...finding]);
    const followed = parseSlugChanges(changed, until);
    for (const change of followed.changes) forget(change);
    until = followed.until;
    followedAt = Math.max(followedAt, beganAt);
    const matches = matchesOf(matching?.rows ?? []);
    for (const [hash, bySlug] of matches)
      for (const [slug, match] of bySlug) remember(hash, slug, { match, readAt: beganAt });
    return ({ address }) =>
      address === null ? null : (matches.get(address.keyHash)?.get(address.slug) ?? null);
  }

  /** Caches no ambiguous or unused slugs, because the next ping must notice a change. */
  function remember(
    hash: string,
    slug: string,
    read: { readonly match: SlugMatch; readonly readAt: number },
  ): void {
    const { project, key, monitors: matching } = read.match;
    projects.set(hash, { value: { project, key }, readAt: read.readAt, era });
    if (matching.length === 1)
      monitors.set(nameOf(project.projectID, slug), { value: matching, readAt: read.readAt, era });
  }

  const lookUp = combineLookups(findBatch);

  async function follow(now: number | null): Promise<void> {
    isFollowing = true;
    await lookUp({ address: null, now }).catch(() => null);
    isFollowing = false;
  }

  return {
    find(address, now) {
      isUsed = true;
      return lookUp({ address, now });
    },
    findCached({ keyHash, slug }, now, ageMsMax = Number.POSITIVE_INFINITY) {
      const isAnyAge = ageMsMax === Number.POSITIVE_INFINITY;
      if (!isAnyAge && now - followedAt > ageMsMax) return undefined;
      const isUsable = (entry: Entry<unknown>) =>
        isAnyAge || (entry.era === era && now - entry.readAt <= KEPT_MS);
      const project = projects.get(keyHash);
      if (project === undefined || !isUsable(project)) return undefined;
      const ofSlug = slug === '' ? NO_MONITORS : monitors.get(nameOf(project.value.project.projectID, slug));
      if (ofSlug === undefined || !(ofSlug === NO_MONITORS || isUsable(ofSlug))) return undefined;
      if (!isAnyAge && !isFollowing && now - followedAt > FOLLOW_EVERY_MS) void follow(now);
      return { ...project.value, monitors: ofSlug.value };
    },
    follow: async () => {
      if (isUsed) await follow(null);
    },
  };
}

const NO_MONITORS: Entry<SlugMatch['monitors']> = { value: [], readAt: 0, era: 0 };

function nameOf(projectID: number, slug: string): string {
  return `${projectID} ${slug}`;
}

function selectBySlugs(addresses: readonly SlugAddress[]): Statement {
  const unique = [
    ...new Map(addresses.map((address) => [`${address.keyHash} ${address.slug}`, address])).values(),
  ];
  return {
    text: SELECT_BY_SLUGS,
    values: [textArray(unique, ({ keyHash }) => keyHash), textArray(unique, ({ slug }) => slug)],
  };
}

/** Returns the matches by key hash and slug. */
function matchesOf(rows: readonly RowFields[]): ReadonlyMap<string, ReadonlyMap<string, SlugMatch>> {
  const byHash = Map.groupBy(rows, ([hash]) => hash ?? '');
  return new Map(
    [...byHash].map(([hash, ofKey]) => {
      const bySlug = Map.groupBy(ofKey, ([, slug]) => slug ?? '');
      return [hash, new Map([...bySlug].map(([slug, ofSlug]) => [slug, matchOf(ofSlug)]))];
    }),
  );
}

function matchOf(rows: readonly RowFields[]): SlugMatch {
  const [, , keyShortID, teamID, projectID, projectShortID, createdAt, expiresAt, daysMax] = rows[0] ?? [];
  const numberOf = (text: string | null | undefined) => (text == null ? null : Number(text));
  return {
    project: {
      keyShortID: keyShortID ?? '',
      teamID: teamID ?? '',
      projectID: Number(projectID),
      projectShortID: projectShortID ?? '',
    },
    key: {
      expiresAt: tokenEnd(
        { createdAt: Number(createdAt), expiresAt: numberOf(expiresAt) },
        numberOf(daysMax),
      ),
    },
    monitors: rows.flatMap(([, , , , , , , , , id, pingID, revision]): readonly MonitorOfSlug[] =>
      id === null || id === undefined
        ? []
        : [{ monitorID: Number(id), pingID: pingID ?? '', revision: Number(revision) }],
    ),
  };
}
