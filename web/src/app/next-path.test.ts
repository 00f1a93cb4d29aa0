import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

const ORIGIN = 'https://overdue.example.com';

test.each([
  [undefined, '/monitors'],
  ['', '/monitors'],
  ['/', '/monitors'],
  ['/incidents?state=open#top', '/incidents?state=open#top'],
  ['/invite/abc', '/invite/abc'],
  ['/sign-in?next=/sign-in', '/monitors'],
  ['/setup', '/monitors'],
  ['incidents', '/monitors'],
  ['https://evil.example', '/monitors'],
  ['//evil.example', '/monitors'],
  ['/\\evil.example', '/monitors'],
  ['/\t/evil.example', '/monitors'],
  ['/..//evil.example', '/monitors'],
  ['/.//evil.example/x', '/monitors'],
  ['javascript:alert(1)', '/monitors'],
])('%j leads to %s', (next, path) => expect(nextPath(next, ORIGIN)).toBe(path));
