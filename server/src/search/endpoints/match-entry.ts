import { type Match, matchTexts } from '@overdue/domain/search/match.ts';
import type { SearchQuery } from '@overdue/domain/search/search-query.ts';
import { cutSnippet } from '@overdue/domain/search/snippet.ts';
import type { SearchedTexts } from '../contract.ts';
import type { SearchResult } from './search-schema.ts';

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
