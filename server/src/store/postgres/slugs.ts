import { createGenerationCache } from '../../runtime/generation-cache.ts';
import type { PingedMonitor, SlugAddress, SlugMatch } from '../pings/contract.ts';
import { combineLookups } from './combined-lookups.ts';
import { textArray } from './connection/arrays.ts';
import type { Connections } from './connection/connections.ts';
import type { Fields } from './connection/statement.ts';

const CACHED_MAX = 50_000;

const SELECT_BY_SLUGS = `SELECT given.hash, given.slug, k.short_id, k.team_id, k.project_id, p.short_id, m.id, m.ping_id
  FROM unnest($1::text[], $2::text[]) AS given (hash, slug)
    JOIN project_keys k ON k.hash = given.hash AND k.kind <> 'read'
    JOIN projects p ON p.id = k.project_id
    LEFT JOIN LATERAL (
      SELECT id, ping_id FROM monitors WHERE project_id = k.project_id AND slug = given.slug AND slug <> '' ORDER BY id LIMIT 2
    ) m ON true
  ORDER BY m.id`;

interface CachedSlug {
  readonly match: SlugMatch;
  readonly readAt: number;
  /** Value of the process's change counter when the entry was read. */
  readonly changes: number;
}

/** Finds monitors by slug, with a cache. Other nodes change slugs too, so callers limit the age of cache entries. */
export interface Slugs {
  find(address: SlugAddress, now: number): Promise<SlugMatch | null>;
  findCached(address: SlugAddress, since: number): SlugMatch | undefined;
  /** Makes all entries too old for callers that limit the age. Must run after a slug was changed or a monitor was added. */
  expire(): void;
  /** Must run after a key, a monitor or a project was deleted. */
  clear(): void;
}

export function createSlugs(connections: Connections): Slugs {
  const known = createGenerationCache<string, CachedSlug>(CACHED_MAX);
  let changes = 0;
  const lookUp = combineLookups(async (addresses: readonly SlugAddress[]) => {
    const found = await select(connections, addresses);
    return (address) => found.get(nameOf(address)) ?? null;
  });
  return {
    async find(address, now) {
      const before = changes;
      const match = await lookUp(address);
      // Doesn't cache ambiguous or unused slugs, because the next ping must notice a change.
      const isSettled = match !== null && (match.monitors.length === 1 || address.slug === '');
      if (isSettled && before === changes) known.set(nameOf(address), { match, readAt: now, changes });
      return match;
    },
    findCached(address, since) {
      const cached = known.get(nameOf(address));
      if (cached === undefined || cached.readAt < since) return undefined;
      const isExpired = cached.changes < changes && since !== Number.NEGATIVE_INFINITY;
      return isExpired ? undefined : cached.match;
    },
    expire() {
      changes += 1;
    },
    clear() {
      changes += 1;
      known.clear();
    },
  };
}

function nameOf({ keyHash, slug }: SlugAddress): string {
  return `${keyHash} ${slug}`;
}

async function select(
  connections: Connections,
  addresses: readonly SlugAddress[],
): Promise<ReadonlyMap<string, SlugMatch>> {
  const unique = [...new Map(addresses.map((address) => [nameOf(address), address])).values()];
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      {
        text: SELECT_BY_SLUGS,
        values: [textArray(unique, ({ keyHash }) => keyHash), textArray(unique, ({ slug }) => slug)],
      },
    ]);
    const rows = Map.groupBy(answer?.rows ?? [], ([hash, slug]) => `${hash} ${slug}`);
    return new Map([...rows].map(([name, found]) => [name, matchOf(found)]));
  } finally {
    connection.release();
  }
}

function matchOf(rows: readonly Fields[]): SlugMatch {
  const [, , keyShortID, teamID, projectID, projectShortID] = rows[0] ?? [];
  return {
    project: {
      keyShortID: keyShortID ?? '',
      teamID: teamID ?? '',
      projectID: Number(projectID),
      projectShortID: projectShortID ?? '',
    },
    monitors: rows.flatMap(([, , , , , , id, pingID]): readonly PingedMonitor[] =>
      id === null || id === undefined ? [] : [{ monitorID: Number(id), pingID: pingID ?? '' }],
    ),
  };
}
