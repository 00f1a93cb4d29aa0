import { expect, test } from 'vitest';
import { parseReaderName } from './reader-name.ts';

test.each([
  ['  Ben \n Ozols ', 'Ben Ozols'],
  ['Ben\u202enna', 'Bennna'],
  ['\u200b \t', ''],
  ['x'.repeat(61), 'x'.repeat(60)],
])('the name %o is read as %o', (text, name) => {
  expect(parseReaderName(text)).toBe(name);
});
