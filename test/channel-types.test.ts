import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANNEL_TYPES } from '../server/src/channels/types/registry.ts';
import { DRAWINGS, LOGOS } from '../web/src/channel/channel-logos.ts';
import { SETUPS } from '../web/src/channel-form/setup-steps.ts';
import { typesByCategory } from '../web/src/pages/channels/channel-categories.ts';

test('every channel type is listed once in the application and in the guide', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  const guide = readFileSync(new URL('../docs/channels/README.md', import.meta.url), 'utf8');
  const listed = typesByCategory(CHANNEL_TYPES, '').flatMap((category) => category.types);
  expect(listed.map(({ type }) => type).toSorted()).toEqual(types);
  expect(
    [...guide.matchAll(/^\| \[.*?\]\(.*?\) \| `(\w+)` \|/gm)].map(([, type]) => type).toSorted(),
  ).toEqual(types);
});

test('every channel type has steps at the provider, except the types of Overdue itself', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  const own = ['email', 'group', 'webpush'];
  expect([...Object.keys(SETUPS), ...own].toSorted()).toEqual(types);
});

test('every channel type has one logo or drawing', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  expect([...Object.keys(LOGOS), ...Object.keys(DRAWINGS)].toSorted()).toEqual(types);
});
