import { expect, test } from 'vitest';
import { inputOf, newShare } from './share-draft.ts';

const DRAFT = {
  ...newShare(' Acme ', 'Europe/Riga', 'p7w4nc2h9t'),
  slug: ' acme ',
  description: 'Our jobs',
  style: 'flat-square',
} as const;

test('a status page has an address, a description and a zone', () => {
  expect(inputOf(DRAFT)).toEqual({
    kind: 'status_page',
    title: 'Acme',
    scope: { kind: 'project', projectShortID: 'p7w4nc2h9t' },
    slug: 'acme',
    options: { description: 'Our jobs', timezone: 'Europe/Riga', indexed: false },
  });
});

test('a badge has corners and no chosen address', () => {
  expect(inputOf({ ...DRAFT, kind: 'badge', scope: 'tag', tag: 'prod' })).toEqual({
    kind: 'badge',
    title: 'Acme',
    scope: { kind: 'tag', tag: 'prod' },
    options: { style: 'flat-square' },
  });
});

test('a calendar has only a title', () => {
  expect(inputOf({ ...DRAFT, kind: 'calendar', scope: 'team' })).toEqual({
    kind: 'calendar',
    title: 'Acme',
    scope: { kind: 'team' },
  });
});
