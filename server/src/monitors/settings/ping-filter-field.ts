import { isDeepStrictEqual } from 'node:util';
import {
  ACCEPTED_METHODS,
  KEYWORDS_LENGTH_MAX,
  NO_FILTER,
  OTHERWISE,
  type PingFilter,
} from '@overdue/domain/ping/ping-filter.ts';
import { z } from 'zod';
import { singleLineText } from '../../api/schemas.ts';

const METHODS = {
  description:
    '`POST`: a ping by another HTTP method, such as the request of a link preview, is recorded as `ignored`.',
  example: 'any',
};
const SUBJECT = { description: 'Whether the subject of emails is searched for keywords.', example: false };
const EMAIL_BODY = { description: 'Whether the text of emails is searched for keywords.', example: false };
const HTTP_BODY = {
  description: 'Whether the body of HTTP requests is searched for keywords.',
  example: true,
};
const START = { description: 'Keywords of a `start`, separated by commas.', example: '' };
const SUCCESS = { description: 'Keywords of a success, separated by commas.', example: 'Backup finished' };
const FAILURE = { description: 'Keywords of a `fail`, separated by commas.', example: 'ERROR, FAILED' };
const OTHER = {
  description: 'How a ping counts if a search for keywords finds none: as `ignored` or as a `fail`.',
  example: 'ignore',
};

/** Schema of a response. */
export const pingFilter = z
  .object({
    methods: z.enum(ACCEPTED_METHODS).meta(METHODS),
    searchSubject: z.boolean().meta(SUBJECT),
    searchEmailBody: z.boolean().meta(EMAIL_BODY),
    searchHTTPBody: z.boolean().meta(HTTP_BODY),
    startKeywords: z.string().meta(START),
    successKeywords: z.string().meta(SUCCESS),
    failureKeywords: z.string().meta(FAILURE),
    otherwise: z.enum(OTHERWISE).meta(OTHER),
  })
  .meta({
    id: 'PingFilter',
    description:
      'How the text of a ping decides its type. Failure keywords count first, then success keywords, then start keywords. Case ' +
      'matters. A keyword that is found takes precedence over the path and the parameters of the ping.',
  });

const keywords = singleLineText(0, KEYWORDS_LENGTH_MAX);

/** Schema of a request. Omitted fields keep their value; in a new monitor, they get their default. */
export const pingFilterInput = z
  .strictObject({
    methods: z.enum(ACCEPTED_METHODS).meta(METHODS),
    searchSubject: z.boolean().meta(SUBJECT),
    searchEmailBody: z.boolean().meta(EMAIL_BODY),
    searchHTTPBody: z.boolean().meta(HTTP_BODY),
    startKeywords: keywords.meta(START),
    successKeywords: keywords.meta(SUCCESS),
    failureKeywords: keywords.meta(FAILURE),
    otherwise: z.enum(OTHERWISE).meta(OTHER),
  })
  .partial()
  .meta({
    id: 'PingFilterInput',
    description:
      'Omitted fields keep their value. In a new monitor, no method is excluded, and nothing is searched for keywords.',
    example: { searchHTTPBody: true, failureKeywords: 'ERROR, FAILED', successKeywords: 'Backup finished' },
  });

/** Returns the filter after an edit. Returns null for a filter without effect, so that most pings skip filtering. */
export function editedPingFilter(
  current: PingFilter | null,
  edit: z.output<typeof pingFilterInput> | undefined,
): PingFilter | null {
  if (edit === undefined) return current;
  const before = current ?? NO_FILTER;
  const edited: PingFilter = {
    methods: edit.methods ?? before.methods,
    searchSubject: edit.searchSubject ?? before.searchSubject,
    searchEmailBody: edit.searchEmailBody ?? before.searchEmailBody,
    searchHTTPBody: edit.searchHTTPBody ?? before.searchHTTPBody,
    startKeywords: edit.startKeywords ?? before.startKeywords,
    successKeywords: edit.successKeywords ?? before.successKeywords,
    failureKeywords: edit.failureKeywords ?? before.failureKeywords,
    otherwise: edit.otherwise ?? before.otherwise,
  };
  return isDeepStrictEqual(edited, NO_FILTER) ? null : edited;
}

export function writePingFilter(filter: PingFilter | null): PingFilter {
  return filter ?? NO_FILTER;
}
