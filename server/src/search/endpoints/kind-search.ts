import type { Access } from '@overdue/domain/access/access.ts';
import { coversProject } from '@overdue/domain/access/team-security.ts';
import { type Match, matchTexts } from '@overdue/domain/search/match.ts';
import type { SearchQuery } from '@overdue/domain/search/search-query.ts';
import { cutSnippet } from '@overdue/domain/search/snippet.ts';
import type { SearchedTexts } from '../contract.ts';
import type { SearchResult } from './search-schema.ts';

/** One page of results of a kind. `next` is the cursor of the next page; null at the end. */
export interface ResultPage {
  readonly results: readonly SearchResult[];
  readonly next: string | null;
}

/** A search of one kind, for one team and the projects that its caller may see. */
export interface KindSearch {
  readonly query: SearchQuery;
  readonly teamID: string;
  /** Short IDs of projects; null for all of the team. */
  readonly projects: readonly string[] | null;
  readonly monitorShortID?: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** Cursor from which to continue. */
  readonly after: string | null;
  /** Whether the time for this request is used up. */
  readonly isOutOfTime: () => boolean;
}

export const NOTHING_FOUND: ResultPage = { results: [], next: null };

/**
 * Returns the projects to search: the requested project, or all projects that the caller may see. Empty if the caller may not see
 * the requested project.
 */
export function projectsToSearch(
  access: Pick<Access, 'projects'>,
  wanted: string | undefined,
): readonly string[] | null {
  if (wanted === undefined) return access.projects;
  return coversProject(access, wanted) ? [wanted] : [];
}

/** Returns the store's options, without properties that have no value. */
export function optionsOf({ projects, from, to }: KindSearch) {
  return {
    ...(projects === null ? {} : { projects }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

export interface MatchedTexts {
  /** Index of the shown text in the entry's `texts`: the first text that matches, otherwise the name. */
  readonly index: number;
  readonly matchesInText: readonly Match[];
  readonly shown: Pick<SearchResult, 'monitor' | 'field' | 'text' | 'matches'>;
}

/** Matches a query with the texts of a monitor or an incident, and cuts a snippet out of the first text that matches. */
export function matchEntry({ monitor, texts }: SearchedTexts, query: SearchQuery): MatchedTexts | null {
  const matches = matchTexts(
    texts.map(({ text }) => text),
    query,
  );
  if (matches === null) return null;
  const first = matches.findIndex((own) => own.length > 0);
  const index = first === -1 ? texts.findIndex(({ field }) => field === 'name') : first;
  const { field, text } = texts[index] ?? { field: 'name', text: monitor.name };
  const matchesInText = matches[index] ?? [];
  const snippet = cutSnippet(text, matchesInText);
  return {
    index,
    matchesInText,
    shown: { monitor, field, text: snippet.text, matches: [...snippet.matches] },
  };
}
