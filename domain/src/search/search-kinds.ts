/** Kinds of search results. */
export const SEARCH_KINDS = ['monitor', 'incident', 'log'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
