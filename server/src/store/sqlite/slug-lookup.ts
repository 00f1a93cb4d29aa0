import type { SlugAddress, SlugMatch } from '../pings/contract.ts';
import { type Connection, prepare } from '../sqlite-connection.ts';

/** Exported so that a test can check its plan. */
export const FIND_BY_SLUG = `SELECT k.short_id AS keyShortID, k.team_id AS teamID, k.project_id AS projectID,
    p.short_id AS projectShortID, m.id AS monitorID, m.ping_id AS pingID
  FROM project_keys k JOIN projects p ON p.id = k.project_id
    LEFT JOIN monitors m ON m.project_id = k.project_id AND m.slug = ? AND m.slug <> ''
  WHERE k.hash = ? AND k.kind <> 'read' ORDER BY m.id LIMIT 2`;

interface FoundRow {
  readonly keyShortID: string;
  readonly teamID: string;
  readonly projectID: number;
  readonly projectShortID: string;
  readonly monitorID: number | null;
  readonly pingID: string | null;
}

/** Runs without waiting and without a cache: the file is local, and slugs change. */
export function prepareSlugLookup(raw: Connection): (address: SlugAddress) => SlugMatch | null {
  const select = prepare<[string, string], FoundRow>(raw, FIND_BY_SLUG);
  return ({ keyHash, slug }) => {
    const rows = select.all(slug, keyHash);
    const [first] = rows;
    if (first === undefined) return null;
    const { keyShortID, teamID, projectID, projectShortID } = first;
    return {
      project: { keyShortID, teamID, projectID, projectShortID },
      monitors: rows.flatMap(({ monitorID, pingID }) =>
        monitorID === null || pingID === null ? [] : { monitorID, pingID },
      ),
    };
  };
}
