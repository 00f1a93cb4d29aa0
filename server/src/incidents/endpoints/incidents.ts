import type { Access } from '@overdue/domain/access/access.ts';
import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { TAGS_MAX } from '@overdue/domain/monitor/limits.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { decodeCursorText, pageOf, pageQuery, pageRangeOf, wrongCursor } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, searchText, shortIDsUpTo, timeInput } from '../../api/schemas.ts';
import type { EndedPosition, IncidentFilter, IncidentRecord } from '../contract.ts';
import { incidentWithFailures, respondIncident } from './details.ts';
import { incident, incidentParams, writeIncident } from './schema.ts';

/** Maximum projects by which incidents are filtered. */
const PROJECTS_MAX = 100;
const TAGS_LENGTH_MAX = 2000;

/** Filters of a list of incidents. An incident must match all of them. */
const incidentFilterQuery = {
  state: z
    .enum(['open', 'closed'])
    .optional()
    .meta({ description: 'Only open incidents, or only closed ones.', example: 'open' }),
  monitor: searchText(1, 64).optional().meta({
    description: 'Only incidents of the monitor with this `shortID`.',
    example: 'k3v9x2mq7d',
  }),
  project: shortIDsUpTo(PROJECTS_MAX)
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      description: `Only incidents of monitors in these projects: up to ${PROJECTS_MAX} \`shortID\`s, joined by commas.`,
      example: 'p7w4nc2h9t',
    }),
  tag: searchText(1, TAGS_LENGTH_MAX)
    .transform(readTags)
    .refine((tags) => tags.length >= 1 && tags.length <= TAGS_MAX, `Name 1 to ${TAGS_MAX} tags.`)
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      maxLength: TAGS_LENGTH_MAX,
      description: `Only incidents of monitors with all of these tags: up to ${TAGS_MAX}, joined by commas. Within a tag, write \`%2C\` for a comma and \`%25\` for a percent sign.`,
      example: 'prod,backup',
    }),
  severity: z
    .string()
    .transform((text, context) => {
      const words = text.split(',');
      if (words.every((word) => SEVERITIES.some((severity) => severity === word)))
        return SEVERITIES.filter((severity) => words.includes(severity));
      context.addIssue({ code: 'custom', message: `Each severity must be one of ${SEVERITIES.join(', ')}.` });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      description: `Only incidents of monitors with one of these severities, joined by commas: ${SEVERITIES.join(', ')}.`,
      example: 'high,critical',
    }),
  from: timeInput.optional().meta({
    description: 'Only incidents that opened at or after this time, RFC 3339.',
    example: '2026-11-20T00:00:00Z',
  }),
  to: timeInput.optional().meta({
    description: 'Only incidents that opened before this time, RFC 3339.',
    example: '2026-11-21T00:00:00Z',
  }),
};

const orderedPageQuery = pageQuery.extend({
  order: z.enum(['opened', 'ended']).default('opened').meta({
    description:
      '`opened`: the most recently opened incident first. `ended`: the most recently ended incident first, without open incidents.',
    example: 'ended',
  }),
});

const listIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/',
  operationID: 'listIncidents',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'List incidents',
  description: "The team's incidents, newest first, or the most recently ended first.",
  permission: 'read',
  query: orderedPageQuery.extend(incidentFilterQuery),
  responses: success(200, 'The incidents.', { incidents: z.array(incident), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const records = await store.listIncidents(access.teamID, {
      ...incidentFilterOf(query),
      ...storeFilterOf(access, query),
    });
    const page = pageOfIncidents(records, query);
    const now = clock.now();
    const incidents = page.rows.map((record) => writeIncident(record, now));
    return respond(200, { incidents, nextCursor: page.nextCursor });
  },
});

const countIncidents = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/open/',
  operationID: 'countOpenIncidents',
  tag: 'Incidents',
  summary: 'Count open incidents',
  description: 'The number of open incidents, and how many of them no member has acknowledged.',
  permission: 'read',
  responses: success(200, 'The numbers.', {
    open: z.int().meta({ description: 'Open incidents.', example: 12 }),
    unacknowledged: z.int().meta({ description: 'Open incidents without an acknowledgement.', example: 3 }),
  }),
  errors: [],
  async handle({ access }, { store }) {
    const open = await store.listIncidentSummaries(access.teamID, {});
    const unacknowledged = open.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
    return respond(200, { open: open.length, unacknowledged });
  },
});

const readIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/',
  operationID: 'readIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Read an incident',
  description:
    'One incident with the end of the log of its last failed run, its history, its failed runs and notes, and related incidents.',
  permission: 'read',
  params: incidentParams,
  responses: success(200, 'The incident.', { incident: incidentWithFailures }),
  errors: ['not_found'],
  handle: respondIncident,
});

/** The count is before the incident, because the path of one incident would match its path too. */
export const INCIDENT_ENDPOINTS = [listIncidents, countIncidents, readIncident];

type FilterQuery = z.output<z.ZodObject<typeof incidentFilterQuery>>;

/** Returns the filters of a request, limited to the projects that the caller may see. */
function storeFilterOf(
  { projects }: Access,
  { state, monitor, project, tag, severity, from, to }: FilterQuery,
): Omit<IncidentFilter, 'limit'> {
  const visible = project?.filter((shortID) => projects?.includes(shortID) !== false) ?? projects;
  return {
    ...(state === undefined ? {} : { state }),
    ...(monitor === undefined ? {} : { monitorShortID: monitor }),
    ...(visible === null ? {} : { projects: visible }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(severity === undefined ? {} : { severities: severity }),
    ...(from === undefined ? {} : { openedFrom: from }),
    ...(to === undefined ? {} : { openedTo: to - 1 }),
  };
}

function readTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().replaceAll('%2C', ',').replaceAll('%25', '%'));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

type OrderedPageQuery = z.output<typeof orderedPageQuery>;

/** Cursor in the list of ended incidents: the end time, and the ID to order incidents with the same end time. */
const POSITION = /^(\d{1,15})-(\d{1,15})$/;

function incidentFilterOf(query: OrderedPageQuery): Pick<IncidentFilter, 'limit' | 'before' | 'ended'> {
  if (query.order === 'opened') return pageRangeOf('incidents', query);
  const { cursor, limit } = query;
  return { limit: limit + 1, ended: { before: cursor === undefined ? null : readPosition(cursor) } };
}

function readPosition(cursor: string): EndedPosition {
  const [, closedAt, id] = POSITION.exec(decodeCursorText('ended-incidents', cursor)) ?? [];
  if (closedAt === undefined || id === undefined) throw wrongCursor();
  return { closedAt: Number(closedAt), id: Number(id) };
}

function pageOfIncidents(rows: readonly IncidentRecord[], { order, limit }: OrderedPageQuery) {
  return order === 'opened'
    ? pageOf('incidents', { rows, limit, position: ({ id }) => id })
    : pageOf('ended-incidents', { rows, limit, position: ({ id, closedAt }) => `${closedAt ?? 0}-${id}` });
}
