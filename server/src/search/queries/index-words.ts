import { indexedWords } from '@overdue/domain/search/words.ts';
import type { WantedWord } from '../contract.ts';

/** Maximum bytes of a log to index and to search, counted from its end, because errors are usually at the end. */
export const INDEXED_BYTES_MAX = 100_000;

/** Returns the word that marks a team's logs. Words in logs have no underscore, so the mark is unambiguous. */
function teamWord(teamID: string): string {
  return `_t${plain(teamID)}`;
}

function monitorWord(monitorID: number): string {
  return `_m${monitorID}`;
}

/** Returns the words to index for a log: a word for the team, a word for the monitor, and the words of the log. */
export function wordsOfLog(
  log: Uint8Array,
  { teamID, monitorID }: { readonly teamID: string; readonly monitorID: number },
): readonly string[] {
  return [teamWord(teamID), monitorWord(monitorID), ...indexedWords(decodeLog(log))];
}

/** Returns the words to search for, starting with the words that stand for the team and, if given, the monitor. */
export function wordsOfSearch(search: {
  readonly teamID: string;
  readonly monitorID?: number;
  readonly words: readonly WantedWord[];
}): readonly WantedWord[] {
  const own = [
    teamWord(search.teamID),
    ...(search.monitorID === undefined ? [] : [monitorWord(search.monitorID)]),
  ];
  return [
    ...own.map((text) => ({ text, isPrefix: false })),
    ...search.words.map(({ text, isPrefix }) => ({ text: plain(text), isPrefix })),
  ].filter(({ text }) => text !== '');
}

/** Decodes a log as UTF-8. Invalid bytes become replacement characters. */
function decodeLog(log: Uint8Array): string {
  return new TextDecoder().decode(log);
}

/** Removes all characters that could have a meaning in the query syntax of an index. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
