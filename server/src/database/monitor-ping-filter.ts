import { isDeepStrictEqual } from 'node:util';
import { ACCEPTED_METHODS, NO_FILTER, OTHERWISE, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { requireOneOf } from './rows.ts';

/** Returns the JSON of a filter; '' without a filter, which is the most common case. */
export function pingFilterJSON(filter: PingFilter | null): string {
  return filter === null || isDeepStrictEqual(filter, NO_FILTER) ? '' : JSON.stringify(filter);
}

/** Throws for a damaged value, because a ping must not count as a success by mistake. */
export function parsePingFilter(json: string): PingFilter | null {
  if (json === '') return null;
  const stored: unknown = JSON.parse(json);
  const fields = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const text = (name: keyof PingFilter) => String(fields.get(name) ?? '');
  const flag = (name: keyof PingFilter) => fields.get(name) === true;
  return {
    methods: requireOneOf(ACCEPTED_METHODS, text('methods'), 'monitors.ping_filter'),
    searchSubject: flag('searchSubject'),
    searchEmailBody: flag('searchEmailBody'),
    searchHTTPBody: flag('searchHTTPBody'),
    startKeywords: text('startKeywords'),
    successKeywords: text('successKeywords'),
    failureKeywords: text('failureKeywords'),
    otherwise: requireOneOf(OTHERWISE, text('otherwise'), 'monitors.ping_filter'),
  };
}
