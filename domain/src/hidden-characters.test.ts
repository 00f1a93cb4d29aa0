import { describe, expect, test } from 'vitest';
import { hiddenCharacterIn, withoutHiddenCharacters } from './hidden-characters.ts';

describe('visible characters in names', () => {
  test.each([
    'pg-dump prod',
    'Übergrößenträger',
    'ひらがな 漢字',
    'עברית',
    'العربية',
    'می‌خواهم',
    'क्‍ष',
    '葛󠄀城',
    '❤️ backups',
    '☎︎',
    '👩‍💻 on call',
    '👩🏽‍🚒',
    '🏳️‍🌈',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '1️⃣',
    '🇱🇻',
    'a\u00a0b',
  ])('a name may contain %s', (name) => {
    expect(hiddenCharacterIn(name)).toBeNull();
    expect(withoutHiddenCharacters(name)).toBe(name);
  });
});

describe('hidden characters and direction marks in names', () => {
  test.each([
    ['\u202eevil', 'U+202E'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u2066', '\u2067', '\u2068', '\u2069', '\u061c'].map(asCase),
    ...['\u200b', '\u200e', '\u200f', '\u2028', '\u2029', '\u2060', '\ufeff', '\u00ad', '\u034f'].map(asCase),
    ...[
      '\u3164',
      '\u115f',
      '\u180e',
      '\ufff9',
      '\u{e0001}',
      '\u{e0041}',
      '\u{e0100}',
      '\ufe0f',
      '\u2064',
    ].map(asCase),
    ['a\u200db', 'U+200D'],
    ['a\u200cb', 'U+200C'],
    ['👩‍', 'U+200D'],
    ['a\u0007b', 'U+0007'],
    ['a\nb', 'U+000A'],
    ['🏴\u{e0067}\u{e007f}', 'U+E0067'],
  ])('%j: %s', (name, found) => {
    expect(hiddenCharacterIn(name)).toBe(found);
    expect(hiddenCharacterIn(withoutHiddenCharacters(name))).toBeNull();
  });

  function asCase(character: string): [string, string] {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return [`Ac${character}me`, `U+${code}`];
  }
});

test('withoutHiddenCharacters keeps the given characters', () => {
  expect(withoutHiddenCharacters('a\n\tb\u202ec\0', '\n\t')).toBe('a\n\tbc');
});
