import { SEARCH_KINDS, type SearchKind } from '@overdue/domain/search/search-kinds.ts';
import { parseSearch } from '@overdue/domain/search/search-query.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { decodeCursorText, encodeCursor, wrongCursor } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor } from '../../api/schemas.ts';
import { findIncidents } from './find-incidents.ts';
import { findLogs } from './find-logs.ts';
import { findMonitors } from './find-monitors.ts';
import { type KindSearch, NOTHING_FOUND, projectsToSearch, type ResultPage } from './kind-search.ts';
import { searchQuery, searchResult } from './search-schema.ts';

/** How long a request searches before it returns a page that may be short. */
const SEARCH_MS_MAX = 250;

const search = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/search/',
  operationID: 'search',
  allowsProjectTokens: true,
  tag: 'Search',
  summary: 'Search monitors, incidents and logs',
  description:
    'Finds monitors by name, tag, description and `shortID`, incidents by their notes, their monitor and who acknowledged ' +
    'them, and the logs that jobs sent. Monitors come first, best matches at the top, followed by incidents and logs, newest first. A page ' +
    'may have fewer results than `limit`, or none, although more follow: continue while `nextCursor` is not null. A new log can be ' +
    'found after a second or two. Only the end of a log longer than 100,000 bytes is searched.',
  permission: 'read',
  query: searchQuery,
  responses: success(200, 'The results.', { results: z.array(searchResult), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, parts) {
    const { clock } = parts;
    const cursors = readKindCursors(query.cursor);
    const until = clock.monotonic() + SEARCH_MS_MAX;
    const common = {
      query: parseSearch(query.q),
      teamID: access.teamID,
      projects: projectsToSearch(access, query.project),
      limit: query.limit,
      ...(query.monitor === undefined ? {} : { monitorShortID: query.monitor }),
      ...(query.from === undefined ? {} : { from: query.from }),
      ...(query.to === undefined ? {} : { to: query.to }),
      isOutOfTime: () => clock.monotonic() > until,
    };
    const find = (kind: SearchKind): Promise<ResultPage> => {
      const after = cursors[kind];
      const isLeftOut = query.kind !== undefined && query.kind !== kind;
      if (isLeftOut || after === 'done') return Promise.resolve(NOTHING_FOUND);
      return findKind(kind, { ...common, after }, parts);
    };
    const monitors = await find('monitor');
    const incidents = await find('incident');
    const logs = await find('log');
    return respond(200, {
      results: [...monitors.results, ...incidents.results, ...logs.results],
      nextCursor: writeKindCursors({ monitor: monitors.next, incident: incidents.next, log: logs.next }),
    });
  },
});

export const SEARCH_ENDPOINTS = [search];

function findKind(kind: SearchKind, search: KindSearch, { store }: V1Parts): Promise<ResultPage> {
  // A token that is limited to deleted projects sees nothing.
  if (search.projects?.length === 0 || search.query.terms.length === 0) return Promise.resolve(NOTHING_FOUND);
  switch (kind) {
    case 'monitor':
      return findMonitors(search, store);
    case 'incident':
      return findIncidents(search, store);
    case 'log':
      return findLogs(search, store);
  }
}

/** Where each kind of results continues: null at the start, `done` at the end. */
type KindCursors = Readonly<Record<SearchKind, string | null | 'done'>>;

const DONE = 'x';
const CURSORS = /^(?:x|\d{1,15})_(?:x|\d{1,15})_(?:x|\d{1,15}(?:-\d{1,15}){0,2})$/;

function readKindCursors(cursor: string | undefined): KindCursors {
  if (cursor === undefined) return { monitor: null, incident: null, log: null };
  const text = decodeCursorText('search', cursor);
  if (!CURSORS.test(text)) throw wrongCursor();
  const [monitor = DONE, incident = DONE, log = DONE] = text.split('_');
  return { monitor: readKindCursor(monitor), incident: readKindCursor(incident), log: readKindCursor(log) };
}

function readKindCursor(text: string): string {
  return text === DONE ? 'done' : text;
}

/** Returns the cursor of the next page; null if no kind has more results. */
function writeKindCursors(next: Readonly<Record<SearchKind, string | null>>): string | null {
  if (SEARCH_KINDS.every((kind) => next[kind] === null)) return null;
  return encodeCursor('search', SEARCH_KINDS.map((kind) => next[kind] ?? DONE).join('_'));
}
