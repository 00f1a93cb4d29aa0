import { expect, test } from 'vitest';
import { withKeys } from './list-keys.ts';

test('entries with the same name have different keys, even if another name looks like a key', () => {
  const names = ['Ops', 'Ops', 'Mail', '2 Ops', 'Ops'];
  const keys = withKeys(names.map((name) => ({ name }))).map(({ key }) => key);
  expect(new Set(keys).size).toBe(names.length);
});
