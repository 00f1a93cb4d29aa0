import { expect, test } from 'vitest';
import { beginsWords, bestOf, rankOf } from './palette-rank.ts';

test.each([
  ['pg-dump prod', 'pg-dump prod', '', 0],
  ['pg', 'pg-dump prod', '', 1],
  ['DUMP', 'pg-dump prod', '', 2],
  ['p', 'pg-dump prod', '', 3],
  ['dum', 'pg-dump prod', '', 4],
  ['ump', 'pg-dump prod', '', 5],
  ['money', 'invoices', 'prod money', 6],
  ['pgd', 'pg-dump prod', '', 7],
  ['zz', 'pg-dump prod', '', null],
  // If two scattered letters matched, nearly every name would match.
  ['pd', 'pg-dump', '', null],
  ['prod dump', 'pg-dump prod', '', 2],
  ['prod mail', 'pg-dump prod', '', null],
  // The best of several places counts.
  ['dump', 'undumped pg dump', '', 2],
])('"%s" in "%s" (%s): %s', (query, label, otherTerms, expected) =>
  expect(rankOf({ label, otherTerms }, query)).toBe(expected),
);

test('a whole word ranks before the beginning of a longer word', () => {
  const candidates = ['tenant-390', 'tenant-391', 'send sessions tenant-39'].map((label) => ({ label }));
  expect(bestOf(candidates, 'tenant-39', 1)).toEqual([{ label: 'send sessions tenant-39' }]);
});

test('the best matches come first, and equal matches keep their order', () => {
  const candidates = ['a backup', 'backup b', 'xbackup', 'backup c'].map((label) => ({ label }));
  const labels = bestOf(candidates, 'backup', 3).map(({ label }) => label);
  expect(labels).toEqual(['backup b', 'backup c', 'a backup']);
});

test('the first items are returned without a query', () =>
  expect(bestOf([{ label: 'a' }, { label: 'b' }], ' ', 1)).toEqual([{ label: 'a' }]));

test('an ID matches from four of its characters', () => {
  expect(rankOf({ label: 'invoices', id: '7Jk2mQ9x' }, 'jk2m')).toBe(6);
  expect(rankOf({ label: 'invoices', id: '7Jk2mQ9x' }, 'jk2')).toBeNull();
});

test.each([
  ['pg', 'pg-dump prod', '', true],
  ['dump PROD', 'pg-dump prod', '', true],
  ['money', 'invoices', 'prod money', true],
  ['pg', 'apt upgrades', '', false],
  ['pg', 'upgrade pg', '', true],
  ['(', 'pg-dump (old)', '', true],
])('"%s" begins words of "%s" (%s): %s', (query, label, otherTerms, expected) =>
  expect(beginsWords({ label, otherTerms }, query)).toBe(expected),
);
