import { describe, expect, test } from 'vitest';
import { cleanText, escapeEnd, joinPieces, oneLine, truncate, truncateStart } from './text.ts';

const FAMILY = '👨‍👩‍👧';

describe('text from outside', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u0000b\u0007', 'ab'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['x\u202egnp.exe', 'xgnp.exe'],
    ['\tkept\n', '\tkept\n'],
    ['\ud800', '\ufffd'],
  ])('%j is cleaned to %j', (text, cleaned) => expect(cleanText(text)).toBe(cleaned));

  test('external text becomes a single line where a line break would start a header', () => {
    expect(oneLine(' Down: a\r\nBcc: b\u2028c\n')).toBe('Down: a Bcc: b c');
  });
});

describe('cutting', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    [`a${FAMILY}b`, 5, 'a…'],
    [`a${FAMILY}bc`, 10, `a${FAMILY}…`],
    ['abc', 0, ''],
  ])('%j cut to %i is %j', (text, max, result) => expect(truncate(text, max)).toBe(result));

  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, '…cd'],
    [`b${FAMILY}a`, 5, '…a'],
    [`cb${FAMILY}a`, 10, `…${FAMILY}a`],
    ['abc', 0, ''],
  ])('%j cut to the last %i is %j', (text, max, result) => expect(truncateStart(text, max)).toBe(result));

  test('characters that escaping adds count', () => {
    const encode = (text: string) => text.replaceAll('&', '&amp;');
    expect(escapeEnd('a&&&', 11, encode)).toBe('…&amp;&amp;');
    expect(escapeEnd('a&&&', 16, encode)).toBe('a&amp;&amp;&amp;');
  });

  test('only whole pieces are removed', () => {
    expect(joinPieces(['<b>title</b>', '<i>too long</i>', (room) => `${room}`], 15)).toBe('<b>title</b>3');
  });
});
