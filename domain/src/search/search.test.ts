import { describe, expect, test } from 'vitest';
import { matchLog, matchTexts } from './match.ts';
import { parseSearch } from './search-query.ts';
import { cutSnippet, SNIPPET_LENGTH_MAX } from './snippet.ts';
import { indexedWords, wordsOf } from './words.ts';

const matched = (text: string, query: string) =>
  matchLog(text, parseSearch(query))?.map(({ start, end }) => text.slice(start, end)) ?? null;

describe('words', () => {
  test.each([
    ['Disk FULL, 10.0.0.1!', ['disk', 'full', '10', '0', '1']],
    ['pg_dump /var/lib', ['pg', 'dump', 'var', 'lib']],
    ['Größe Ångström', ['große', 'angstrom']],
    ['\u001b[1;31mERROR\u001b[0m: \u001b]8;;https://x\u0007link\u001b]8;;\u0007', ['error', 'link']],
    ['⑴ ½ ﬁle', ['1', '12', 'file']],
    ['', []],
    ['--- *** ---', []],
  ])('the words of %j are %j', (log, words) => {
    expect(new Set(indexedWords(log))).toEqual(new Set(words));
  });

  test('words in the index match the words of a query', () => {
    for (const log of [
      'Disk FULL 10.0.0.1',
      'ᴬ İstanbul ÅÉ',
      `${'x'.repeat(200)} ${'é'.repeat(200)}`,
      '𝒜𝒷 日本語 e\u0301',
    ])
      expect(new Set(indexedWords(log))).toEqual(new Set(wordsOf(log).map(({ text }) => text)));
  });
});

describe('a query', () => {
  test.each([
    ['disk full', ['disk', 'full']],
    ['full disk', ['disk', 'full']],
    ['"disk full"', ['disk full']],
    ['"full disk"', null],
    ['"disk ful"', null],
    ['ful', ['full']],
    ['dis full', null],
    ['dis* full', ['disk', 'full']],
    ['f', null],
    ['full.', ['full']],
    ['ful.', null],
    ['err-1', ['err 1']],
    ['"disk', ['disk']],
    ['', null],
    ['*', null],
  ])('%j finds %j', (query, found) => {
    expect(matched('disk full: err 1', query)).toEqual(found);
  });

  test('a search in names also finds parts of words, and each term may occur in any of the texts', () => {
    const names = (query: string) => matchTexts(['pgdump Größe', 'prod'], parseSearch(query));
    expect(names('dump prod')).toEqual([[{ start: 2, end: 6 }], [{ start: 0, end: 4 }]]);
    expect(names('größe')).toEqual([[{ start: 7, end: 12 }], []]);
    expect(names('dump test')).toBeNull();
    expect(names('*')).toBeNull();
  });
});

describe('a snippet', () => {
  test('is the line with the most matches', () => {
    const text = 'one\ntwo one\nthree';
    expect(cutSnippet(text, matchLog(text, parseSearch('one two')) ?? [])).toEqual({
      text: 'two one',
      matches: [
        { start: 0, end: 3 },
        { start: 4, end: 7 },
      ],
      line: 2,
    });
  });

  test('a snippet of a long line is the part around the first match, and splits no character', () => {
    const text = `${'😀'.repeat(300)} disk ${'😀'.repeat(300)}`;
    const { text: cut, matches } = cutSnippet(text, matchLog(text, parseSearch('disk')) ?? []);
    expect(cut.length).toBeLessThanOrEqual(SNIPPET_LENGTH_MAX);
    expect(matches.map(({ start, end }) => cut.slice(start, end))).toEqual(['disk']);
    expect(cut.isWellFormed()).toBe(true);
  });

  test('a snippet of a phrase over two lines ends with the first match’s line', () => {
    const text = 'disk\nfull';
    expect(cutSnippet(text, matchLog(text, parseSearch('"disk full"')) ?? [])).toEqual({
      text: 'disk',
      matches: [{ start: 0, end: 4 }],
      line: 1,
    });
  });
});
