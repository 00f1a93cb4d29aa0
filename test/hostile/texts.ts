import type { NamedText } from './growth.ts';

/** Single characters of many classes, and fragments of the formats that our parsers read. */
export const UNITS = [
  ...[
    'a',
    'A',
    '0',
    '_',
    '-',
    '.',
    ',',
    ':',
    ';',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '@',
    '#',
  ],
  ...[
    '%',
    '&',
    '=',
    '?',
    '*',
    '+',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '|',
    '~',
    '$',
    '^',
    '!',
    '\0',
    '\u001b',
  ],
  ...['é', '\u0301', '\u0301\u0316', '\u200b', '\ufdfa', '夜', '👩‍👩‍👧', '\ud800', 'İ'],
  ...[
    'a ',
    'a-',
    'a.',
    'a=',
    'a=a&',
    'a:',
    'a/',
    'a\n',
    'a, ',
    '0 ',
    '0-',
    '0.',
    '0,',
    '0:',
    '%41',
    '\\"',
    '""',
    "''",
  ],
  ...[
    '{}',
    '{},',
    '[]',
    '[],',
    '"a":',
    '<a>',
    '<a href="',
    '<!--',
    '</',
    '&amp;',
    '&#',
    '${',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a template.
    '${a}',
    '$(',
    '`a`',
  ],
  ...[
    'https://',
    'http://a',
    '://',
    'a@',
    'a@a.',
    '//',
    '/ping/',
    '/badge/a/b/',
    '\u001b[',
    '\u001b[0m',
    '**',
    '[a](',
    'key=',
  ],
  ...[
    '2026-11-28T00:00:00Z',
    '127.0.0.1',
    '::',
    'Mon',
    'a\tb ',
    '- a: b\n',
    '* ',
    '*/',
    '0-59/',
    'password=',
    '-----BEGIN ',
  ],
];
const ENDS = ['', '\u0001', 'x', '\n', '"', '>', '!'];

/** Returns texts that repeat each unit: alone, after a prefix, before an end that does not match, and nested. */
export function textsOf(
  units: readonly string[],
  prefixes: readonly string[],
  ends = ENDS,
): readonly NamedText[] {
  const texts: NamedText[] = [];
  for (const unit of new Set(units)) {
    if (unit === '') continue;
    for (const prefix of new Set(prefixes))
      for (const end of ends)
        texts.push({
          name: `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(end)}`,
          textOf: (length) => (prefix + unit.repeat(Math.ceil(length / unit.length))).slice(0, length) + end,
        });
  }
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['{"a":', '}'],
    ['<a>', '</a>'],
  ] as const)
    texts.push({
      name: `nested ${open}`,
      textOf: (length) => open.repeat(length / 2) + close.repeat(length / 2),
    });
  return texts;
}
