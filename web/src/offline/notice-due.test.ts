import { expect, test } from 'vitest';
import { isNoticeDue } from './notice-due.ts';

test.each([
  ['a connection that stands', { since: null, isUnreachable: false }, false],
  ['a stream lost two seconds ago', { since: 1000, isUnreachable: false }, false],
  ['a stream lost three seconds ago', { since: 0, isUnreachable: false }, true],
  ['a service that has just become unreachable', { since: 3000, isUnreachable: true }, true],
])('the notice for %s: %j is due: %j', (_, loss, isDue) => expect(isNoticeDue(loss, 3000)).toBe(isDue));
