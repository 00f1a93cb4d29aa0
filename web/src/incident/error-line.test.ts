import { expect, test } from 'vitest';
import { findErrorLine } from './error-line.ts';

const log = {
  text: 'copying\nwarning: slow\n\u001b[31mERROR: disk full\u001b[0m\nstopped\n',
  errorLines: [2],
};

const same = (text: string) => ({ kind: 'same', text }) as const;
const added = (text: string) => ({ kind: 'added', text }) as const;
const removed = (text: string) => ({ kind: 'removed', text }) as const;

test.each([
  ['after other new lines', [same('copying'), added('warning: slow'), added('ERROR: disk full')], 2],
  ['twice', [added('ERROR: disk full'), added('ERROR: disk full')], 0],
  ['in both logs', [same('ERROR: disk full'), added('stopped')], null],
  ['only in the successful run', [removed('ERROR: disk full'), added('stopped')], null],
  ['nowhere', [], null],
])('finds a likely error that is %s', (_where, lines, found) =>
  expect(findErrorLine(lines, log)).toBe(found),
);
