import { createHash } from 'node:crypto';
import { type Access, maySeePingURLs } from '@overdue/domain/access/access.ts';
import { STATUSES, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { decodeCursor, encodeCursor } from '../../api/page.ts';
import { respondEmpty, respondPieces } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { cursor, limit, nextCursor, searchText } from '../../api/schemas.ts';
import { successBody } from '../../platform/http/envelope.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { ListedMonitor, MonitorFilter, MonitorListStore } from '../contract.ts';
import { readMonitorView } from '../json.ts';
import type { WriteCachedMonitor } from '../monitor-json-cache.ts';
import { monitor, monitorRow, monitorUsage } from '../schema.ts';

const FILTER_LENGTH_MAX = 200;
const COMMA = Buffer.from(',');

const listQuery = z.object({
  limit: limit.optional().meta({ description: 'Maximum number of monitors. Default: all.', example: 100 }),
  cursor: cursor.optional(),
  project: searchText(1, FILTER_LENGTH_MAX).optional().meta({
    description: 'Only monitors of the project with this `shortID`.',
    example: 'p7w4nc2h9t',
  }),
  status: z
    .string()
    .transform((text, context) => {
      const words = text.split(',');
      const statuses = STATUSES.filter((status) => words.includes(status));
      if (words.every((word) => STATUSES.some((status) => status === word))) return statuses;
      context.addIssue({ code: 'custom', message: `Each status must be one of ${STATUSES.join(', ')}.` });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      description: `Only monitors with one of these statuses, joined by commas: ${STATUSES.join(', ')}.`,
      example: 'late,failing,down',
    }),
  tag: searchText(1, FILTER_LENGTH_MAX)
    .optional()
    .meta({ description: 'Only monitors with this tag.', example: 'prod' }),
  q: searchText(1, FILTER_LENGTH_MAX).optional().meta({
    description: 'Only monitors whose name contains this text, ignoring case.',
    example: 'dump',
  }),
});

const listHeaders = z.object({
  'If-None-Match': z.string().optional().meta({
    description:
      '`ETag` of an earlier response. The response is 304 without a body if nothing has changed since.',
    example: '"0nNbVnZ1qTgqfYx0R1yq8v5rC3M"',
  }),
});

const usage = z.object({ monitors: monitorUsage }).meta({ id: 'Usage' });

const listMonitors = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/',
  operationID: 'listMonitors',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'List monitors',
  description:
    "All monitors of the team, oldest first, with the team's usage. With `If-None-Match`, the response is 304 if nothing has changed.",
  permission: 'read',
  query: listQuery,
  headers: listHeaders,
  responses: {
    ...success(200, 'The monitors.', { monitors: z.array(monitor), usage, nextCursor }),
    304: { description: 'Nothing has changed since the response with this `ETag`.' },
  },
  errors: ['invalid'],
  handle: (request, parts) => respondList(request, parts, parts.monitorTexts),
});

const listMonitorRows = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/rows/',
  operationID: 'listMonitorRows',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'List monitors in short',
  description: 'Like `GET /v1/monitors/`, but without the settings that no list shows.',
  permission: 'read',
  query: listQuery,
  headers: listHeaders,
  responses: {
    ...success(200, 'The monitors.', { monitors: z.array(monitorRow), usage, nextCursor }),
    304: { description: 'Nothing has changed since the response with this `ETag`.' },
  },
  errors: ['invalid'],
  handle: (request, parts) => respondList(request, parts, parts.monitorRowTexts),
});

/** The short list is first, because the path of one monitor would match its path too. */
export const MONITOR_LIST_ENDPOINTS = [listMonitorRows, listMonitors];

async function respondList(
  {
    access,
    query,
    context,
  }: Pick<
    ValidatedTeamRequest<undefined, z.output<typeof listQuery>, undefined>,
    'access' | 'query' | 'context'
  >,
  { store, clock, allowance, baseURL, sealedChecks }: V1Parts,
  writeText: WriteCachedMonitor,
): Promise<Response> {
  const now = clock.now();
  const filter: MonitorFilter = {
    ...(access.projects === null ? {} : { projects: access.projects }),
    ...(query.project === undefined ? {} : { projectShortID: query.project }),
    ...(query.tag === undefined ? {} : { tag: query.tag }),
    ...(query.q === undefined ? {} : { q: query.q }),
  };
  const selection = {
    filter,
    statuses: query.status ?? null,
    now,
    afterID: query.cursor === undefined ? 0 : decodeCursor('monitors', query.cursor),
    limit: query.limit ?? Number.POSITIVE_INFINITY,
  };
  const view = await readMonitorView(
    { store, baseURL, sealedChecks },
    { teamID: access.teamID, now, showsPingURL: maySeePingURLs(access) },
  );
  const page = await writePage(store, {
    teamID: access.teamID,
    selection,
    write: (listed) => writeText(listed, view),
  });
  const body = writeResponse(page, await monitorUsageOf(access, { store, allowance }));
  return respondUnlessSame(body, context.req.header('If-None-Match'));
}

/**
 * Counts monitors. A token limited to projects gets the number of monitors in its projects, but the remaining allowance of the
 * whole team.
 */
async function monitorUsageOf(
  { teamID, projects }: Access,
  { store, allowance }: Pick<V1Parts, 'store' | 'allowance'>,
): Promise<z.output<typeof usage>['monitors']> {
  const { monitors: ofTeam } = await store.countUsage(teamID);
  const remaining = Math.max(0, allowance - ofTeam);
  if (projects === null) return { used: ofTeam, allowance, remaining };
  const visibleProjects = await Promise.all(projects.map((shortID) => store.projects.find(teamID, shortID)));
  const used = visibleProjects.reduce((sum, project) => sum + (project?.monitors ?? 0), 0);
  return { used, allowance, remaining };
}

/** Writes the envelope with an empty list, then inserts the monitors, which are already JSON. */
function writeResponse(
  { pieces, next }: MonitorPage,
  monitors: z.output<typeof usage>['monitors'],
): readonly Buffer[] {
  const nextCursor = next === null ? null : encodeCursor('monitors', next);
  const envelope = successBody({ monitors: [], usage: { monitors }, nextCursor });
  const start = envelope.indexOf('[') + 1;
  const list = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
  return [Buffer.from(envelope.slice(0, start)), ...list, Buffer.from(envelope.slice(start))];
}

/** Responds 304 if the body's hash matches. Comparing revisions is not enough, because a status can change over time without an edit. */
function respondUnlessSame(body: readonly Buffer[], ifNoneMatch: string | undefined): Response {
  const hash = createHash('sha1');
  for (const piece of body) hash.update(piece);
  const tag = `"${hash.digest('base64url')}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
  const etags = (ifNoneMatch ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  if (etags.includes(tag) || etags.includes('*')) return respondEmpty(304, headers);
  return respondPieces(body, headers);
}

/** Monitors read per query. Kept small so that pings don't wait long. */
const CHUNK = 250;

interface Selection {
  readonly filter: MonitorFilter;
  /** Statuses to include; null for all. The store can't filter by status, because a status depends on the time. */
  readonly statuses: readonly Status[] | null;
  readonly now: number;
  readonly afterID: number;
  /** Maximum monitors on the page; may be infinite. */
  readonly limit: number;
}

interface MonitorPage {
  /** JSON of the monitors in chunks. Each chunk has at least one monitor. */
  readonly pieces: readonly Buffer[];
  /** ID of the page's last monitor; null if no page follows. */
  readonly next: number | null;
}

/**
 * Writes a page in chunks of JSON, because 10,000 objects would cost 100 MB. Chunks are read one after another, so they may
 * reflect different times.
 */
async function writePage(
  store: Pick<MonitorListStore, 'listMonitors'>,
  {
    teamID,
    selection: { filter, statuses, now, ...selection },
    write,
  }: {
    readonly teamID: string;
    readonly selection: Selection;
    readonly write: (listed: ListedMonitor) => string;
  },
): Promise<MonitorPage> {
  const isWanted = ({ read }: ListedMonitor) => statuses === null || statuses.includes(statusAt(read(), now));
  const pieces: Buffer[] = [];
  let missing = selection.limit;
  let lastID = selection.afterID;
  for (let { afterID } = selection; ; ) {
    // Reads one extra monitor to know whether another page follows.
    const limit = statuses === null ? Math.min(missing + 1, CHUNK) : CHUNK;
    const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit });
    const wanted = chunk.filter(isWanted);
    const shown = wanted.slice(0, missing);
    if (shown.length > 0) pieces.push(Buffer.from(shown.map(write).join(',')));
    lastID = shown.at(-1)?.id ?? lastID;
    if (wanted.length > missing) return { pieces, next: lastID };
    if (chunk.length < limit) return { pieces, next: null };
    missing -= shown.length;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}
