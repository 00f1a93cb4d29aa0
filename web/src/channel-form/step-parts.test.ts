import { expect, test } from 'vitest';
import { SETUPS } from './setup-steps.ts';
import { partsOf } from './step-parts.ts';

test.each([
  ['Copy the URL.', [['Copy the URL.', null]]],
  [
    'Open [a.example](https://a.example/x), and wait.',
    [
      ['Open ', null],
      ['a.example', 'https://a.example/x'],
      [', and wait.', null],
    ],
  ],
  ['[a](https://a.example)', [['a', 'https://a.example']]],
  ['[a](http://a.example)', [['[a](http://a.example)', null]]],
])('%j has the parts %j', (text, parts) =>
  expect(partsOf(text).map((part) => [part.text, part.url])).toEqual(parts),
);

test('the steps of providers show no link markup', () => {
  const texts = Object.values(SETUPS).flatMap(({ steps }) => steps.flatMap(partsOf));
  expect(texts.filter(({ text }) => /[[\]]|\]\(/.test(text))).toEqual([]);
  expect(texts.filter(({ url }) => url !== null).length).toBeGreaterThan(10);
});
