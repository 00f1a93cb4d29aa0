import { z } from 'zod';
import { decodeCursorText, pageOf, pageQuery, pageRangeOf, wrongCursor } from '../../api/page.ts';
import type { EndedPosition, IncidentFilter, IncidentRecord } from '../contract.ts';

export const orderedPageQuery = pageQuery.extend({
  order: z.enum(['opened', 'ended']).default('opened').meta({
    description:
      '`opened`: the most recently opened incident first. `ended`: the most recently ended incident first, without open incidents.',
    example: 'ended',
  }),
});

type OrderedPageQuery = z.output<typeof orderedPageQuery>;

/** Cursor in the list of ended incidents: the end time, and the ID to order incidents with the same end time. */
const POSITION = /^(\d{1,15})-(\d{1,15})$/;

export function incidentFilterOf(
  query: OrderedPageQuery,
): Pick<IncidentFilter, 'limit' | 'before' | 'ended'> {
  if (query.order === 'opened') return pageRangeOf('incidents', query);
  const { cursor, limit } = query;
  return { limit: limit + 1, ended: { before: cursor === undefined ? null : readPosition(cursor) } };
}

function readPosition(cursor: string): EndedPosition {
  const [, closedAt, id] = POSITION.exec(decodeCursorText('ended-incidents', cursor)) ?? [];
  if (closedAt === undefined || id === undefined) throw wrongCursor();
  return { closedAt: Number(closedAt), id: Number(id) };
}

export function pageOfIncidents(rows: readonly IncidentRecord[], { order, limit }: OrderedPageQuery) {
  return order === 'opened'
    ? pageOf('incidents', { rows, limit, position: ({ id }) => id })
    : pageOf('ended-incidents', { rows, limit, position: ({ id, closedAt }) => `${closedAt ?? 0}-${id}` });
}
