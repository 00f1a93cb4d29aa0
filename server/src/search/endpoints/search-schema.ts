import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { SEARCH_KINDS } from '@overdue/domain/search/search-kinds.ts';
import { SEARCH_LENGTH_MAX } from '@overdue/domain/search/search-query.ts';
import { SNIPPET_LENGTH_MAX } from '@overdue/domain/search/snippet.ts';
import { z } from 'zod';
import { cursor, eventFields, limitUpTo, searchText, timeInput, timeOutput } from '../../api/schemas.ts';
import { TEXT_FIELDS } from '../contract.ts';

const FIELDS = [...TEXT_FIELDS, 'log'] as const;

const LIMIT_MAX = 50;
const LIMIT_DEFAULT = 20;
const ID_LENGTH_MAX = 64;

export const searchQuery = z.object({
  q: searchText(1, SEARCH_LENGTH_MAX).meta({
    description:
      'Words that must all be found. Words in quotation marks must follow one another. The last word, and each word with ' +
      '`*` at its end, also finds longer words. Any text is a valid query.',
    example: 'connection refused',
  }),
  kind: z.enum(SEARCH_KINDS).optional().meta({ description: 'Only results of this kind.', example: 'log' }),
  project: searchText(1, ID_LENGTH_MAX).optional().meta({
    description: 'Only in the project with this `shortID`.',
    example: 'p7w4nc2h9t',
  }),
  monitor: searchText(1, ID_LENGTH_MAX).optional().meta({
    description: 'Only of the monitor with this `shortID`.',
    example: 'k3v9x2mq7d',
  }),
  from: timeInput.optional().meta({
    description: 'Only incidents that opened and logs that arrived at or after this time, RFC 3339.',
    example: '2026-11-20T00:00:00Z',
  }),
  to: timeInput.optional().meta({
    description: 'Only incidents that opened and logs that arrived before this time, RFC 3339.',
    example: '2026-11-21T00:00:00Z',
  }),
  limit: limitUpTo(LIMIT_MAX)
    .default(LIMIT_DEFAULT)
    .meta({ description: 'Maximum results of each kind.', example: LIMIT_DEFAULT }),
  cursor: cursor.optional(),
});

export const searchResult = z
  .object({
    kind: z.enum(SEARCH_KINDS).meta({ example: 'log' }),
    monitor: z
      .object({
        shortID: z.string().meta({ example: 'k3v9x2mq7d' }),
        name: z.string().meta({ example: 'pg-dump prod' }),
        projectShortID: z.string().meta({ example: 'p7w4nc2h9t' }),
      })
      .meta({ description: 'The monitor found, or the monitor of the incident or log.' }),
    incident: z
      .object({
        incidentID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
        reason: z.enum(FAILURE_REASONS).meta({ example: 'missed' }),
        openedAt: timeOutput('When the monitor went down.'),
        closedAt: timeOutput('When the incident ended; null while open.').nullable(),
      })
      .nullable()
      .meta({ description: 'The incident; null for other kinds.', example: null }),
    event: z
      .object({
        number: eventFields.number,
        type: eventFields.type,
        at: timeOutput('Time of arrival.'),
        runID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71' }),
      })
      .nullable()
      .meta({ description: 'The event with the log; null for other kinds.' }),
    field: z.enum(FIELDS).meta({ description: 'Where `text` was found.', example: 'log' }),
    text: z.string().meta({
      description: `The line with the most matches, cut to ${SNIPPET_LENGTH_MAX} characters. Plain text, never markup.`,
      example: 'psql: error: connection to server failed: Connection refused',
    }),
    matches: z
      .array(
        z.object({
          start: z.int().meta({ example: 42 }),
          end: z.int().meta({ description: 'Exclusive.', example: 60 }),
        }),
      )
      .meta({ description: 'The matches in `text`, in UTF-16 code units, in order, at most 20.' }),
    line: z.int().nullable().meta({
      description: 'Line number in the log, from 1; null if unknown, and for other kinds.',
      example: 14,
    }),
  })
  .meta({ id: 'SearchResult' });

export type SearchResult = z.output<typeof searchResult>;
