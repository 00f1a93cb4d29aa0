import type { PingFilter } from '@overdue/domain/ping/ping-filter.ts';

export const SEARCHES = ['searchHTTPBody', 'searchSubject', 'searchEmailBody'] as const;
export const KEYWORDS = ['failureKeywords', 'successKeywords', 'startKeywords'] as const;

export function searchesKeywords(filter: PingFilter): boolean {
  return SEARCHES.some((name) => filter[name]);
}

/** Parses a filter from browser storage; undefined if it is damaged or from another version. */
export function parseFilter(stored: unknown): PingFilter | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const flag = (name: (typeof SEARCHES)[number]) => fields.get(name) === true;
  const text = (name: (typeof KEYWORDS)[number]) => String(fields.get(name) ?? '');
  return {
    methods: fields.get('methods') === 'POST' ? 'POST' : 'any',
    searchSubject: flag('searchSubject'),
    searchEmailBody: flag('searchEmailBody'),
    searchHTTPBody: flag('searchHTTPBody'),
    startKeywords: text('startKeywords'),
    successKeywords: text('successKeywords'),
    failureKeywords: text('failureKeywords'),
    otherwise: fields.get('otherwise') === 'fail' ? 'fail' : 'ignore',
  };
}
