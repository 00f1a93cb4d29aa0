import { describe, expect, test } from 'vitest';
import { processorMs } from '../../test/processor-time.ts';
import { readYAMLDocument } from './yaml.ts';

function messages(text: string): readonly string[] {
  return readYAMLDocument(text).problems.map(({ offset, message }) => `${offset}: ${message}`);
}

describe('a document with a problem is refused with its place', () => {
  test.each([
    ['a: *nope', '3: The alias *nope is unknown: no anchor &nope comes before it.'],
    ['a: *b\nc: &b 1', '3: The alias *b is unknown: no anchor &b comes before it.'],
    ['a: &b [*b]', '7: The anchor &b contains itself.'],
    ['a: !vault x', '3: Unresolved tag: !vault'],
    ['__proto__: 1', "0: The key __proto__ can't be used."],
    ['a: 1\na: 2', '5: The key a is repeated. Keys must be unique.'],
    ['a: [', '4: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ])('%j', (text, problem) => {
    expect(messages(text)[0]).toBe(problem);
  });

  test('nesting without end', () => {
    expect(messages('['.repeat(100_000))).not.toEqual([]);
  });

  test('aliases that multiply', () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
    );
    expect(messages(['a0: &a0 x', ...levels].join('\n'))).toEqual([
      '0: The document has more than 1000000 values, counting each alias.',
    ]);
  });
});

test.each([131, 1500])('%i uses of one alias are read', (uses) => {
  const lines = Array.from({ length: uses }, (_, index) => `m${index}: *slack`);
  const { problems, value } = readYAMLDocument(['slack: &slack {to: [ops]}', ...lines].join('\n'));
  expect(problems).toEqual([]);
  expect(value()).toMatchObject({ m0: { to: ['ops'] }, [`m${uses - 1}`]: { to: ['ops'] } });
});

test.each([
  ['levels', (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
  ['maps', (depth: number) => `${'{a: '.repeat(depth)}x${'}'.repeat(depth)}`],
])('no depth of %s throws', (_, nested) => {
  for (let depth = 500; depth < 20_000; depth = Math.ceil(depth * 1.2))
    expect(readYAMLDocument(nested(depth)).value()).not.toBeUndefined();
});

test('aliases are replaced in linear time', () => {
  const time = (count: number) => {
    const text = `a: &a {b: 1}\nlist: [${'*a, '.repeat(count)}]`;
    return Math.min(...[1, 2].map(() => processorMs(() => readYAMLDocument(text).value())));
  };
  expect(time(20_000)).toBeLessThan(12 * time(5000));
});

test.each([
  ['an alias names the anchor before it', 'a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
  [
    'a later merge changes no earlier key',
    'a: {c: 1, <<: [{c: 2, d: 2}, {d: 3, e: 3}]}',
    { a: { c: 1, d: 2, e: 3 } },
  ],
  ['a later key overrides a merge', 'd: &d {c: 1}\na: {<<: *d, c: 2}', { d: { c: 1 }, a: { c: 2 } }],
  [
    'a merge of merges',
    'd: &d {c: 1}\ne: &e {<<: *d, f: 2}\na: {<<: *e}',
    { d: { c: 1 }, e: { c: 1, f: 2 }, a: { c: 1, f: 2 } },
  ],
  ['a quoted key does not merge', "a: {'<<': {b: 1}}", { a: { '<<': { b: 1 } } }],
  ['keys of all kinds', '? [1, 2]\n: a\n1: b\n: c\ntrue: d', { '[1,2]': 'a', 1: 'b', '': 'c', true: 'd' }],
])('%s', (_, text, expected) => {
  const { problems, value } = readYAMLDocument(text, { mergesMaps: true });
  expect(problems).toEqual([]);
  expect(value()).toEqual(expected);
});

test('repeated keys are found in linear time', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1`).join('\n');
  const time = (count: number) =>
    Math.min(...[1, 2].map(() => processorMs(() => readYAMLDocument(keys(count)))));
  expect(time(12_000)).toBeLessThan(12 * time(3000));
});
