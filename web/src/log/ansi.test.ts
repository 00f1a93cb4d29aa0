import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLAIN, parseAnsi, textsOf } from './ansi.ts';

const ESC = '\u001b';
const plain = (text: string) => textsOf(parseAnsi(text)).join('\n');

test('text without control characters is unchanged', () => {
  expect(parseAnsi('one\ntwo')).toEqual([[{ text: 'one', style: PLAIN }], [{ text: 'two', style: PLAIN }]]);
});

test('colours and styles hold until they are reset, across lines', () => {
  expect(parseAnsi(`a${ESC}[1;31mb\nc${ESC}[0md`)).toEqual([
    [
      { text: 'a', style: PLAIN },
      { text: 'b', style: { ...PLAIN, color: 'red', isBold: true } },
    ],
    [
      { text: 'c', style: { ...PLAIN, color: 'red', isBold: true } },
      { text: 'd', style: PLAIN },
    ],
  ]);
});

test.each([
  [`${ESC}[32m`, 'green'],
  [`${ESC}[92m`, 'green'],
  [`${ESC}[38;5;196m`, 'red'],
  [`${ESC}[38;5;33m`, 'blue'],
  [`${ESC}[38;5;244m`, 'soft'],
  [`${ESC}[38;2;255;200;0m`, 'yellow'],
  [`${ESC}[38:2:0:200:220m`, 'cyan'],
  [`${ESC}[31;39m`, null],
  [`${ESC}[38;5m`, null],
])('%j is the colour %s', (sequence, color) => {
  expect(parseAnsi(`${sequence}x`)[0]?.[0]?.style.color).toBe(color);
});

test('a background colour consumes its parameters', () => {
  expect(parseAnsi(`${ESC}[48;5;1;1mx`)[0]?.[0]?.style).toEqual({ ...PLAIN, isBold: true });
});

test.each([
  ['a\r\nb', 'a\nb'],
  ['10 %\r20 %\r100 %\n', '100 %'],
  ['a\n\nb\n\n', 'a\n\nb\n'],
  ['kept\r', 'kept'],
  ['abd\bc', 'abc'],
  ['a\b\b\bb', 'b'],
  [`${ESC}]0;title\u0007text`, 'text'],
  [`${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
  [`${ESC}[2J${ESC}[1;1Htext${ESC}[?25l`, 'text'],
  [`${ESC}(Btext`, 'text'],
  ['\u009b31mtext', 'text'],
  ['a\u0000b\u0007c', 'abc'],
  ['tab\there', 'tab\there'],
])('%j reads %j', (input, output) => expect(plain(input)).toBe(output));

describe('hostile logs', () => {
  test('an unterminated string hides only its own line', () => {
    expect(plain(`${ESC}]0;never ends\nnext`)).toBe('\nnext');
  });

  test('an unfinished sequence at the end is dropped', () => expect(plain(`text${ESC}[38;5`)).toBe('text'));

  test('colours that change with each letter stop at a limit, and no text is lost', () => {
    const letters = 30_000;
    const lines = parseAnsi(`${ESC}[31mx${ESC}[32my`.repeat(letters / 2));
    expect(lines[0]?.length).toBeLessThanOrEqual(20_000);
    expect(textsOf(lines)[0]).toHaveLength(letters);
  });

  test('adversarial input is parsed quickly', () => {
    const started = performance.now();
    for (const text of [`${ESC}[`, '1;', `${ESC}]`, '\r', '\b', `${ESC}P`, `${ESC}[31mx\b`])
      parseAnsi(text.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('the tab is the only remaining control character, for any input', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(ESC, '[', ']', 'm', ';', '38', '\u0007', '\u009b', '\u009c', '\r', '\n', '\b', '<b>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const line of textsOf(parseAnsi(pieces.join('')))) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none.
          expect(line).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
