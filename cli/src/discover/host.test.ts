import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openHost } from './host.ts';

/** A file that states a size of 0 and has hundreds of gigabytes. A user can make a unit a link to it. */
const ENDLESS = '/proc/self/pagemap';

test.runIf(existsSync(ENDLESS))('a file without an end is a problem, and is not read into memory', () => {
  const host = openHost({ root: null, user: 'root', name: 'web1' });
  expect(host.read(ENDLESS)).toBeNull();
  expect(host.problems.get(ENDLESS)).toBe('It is larger than 4 MiB.');
});
