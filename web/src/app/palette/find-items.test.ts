import { expect, test } from 'vitest';
import { findItems } from './find-items.ts';
import type { PaletteItem } from './palette-items.ts';
import { words } from './words.ts';

const run = () => undefined;
/** A name in whose letters nearly every word is found, as in the names of a big team. */
const LONG =
  'nightly reconciliation of all partner invoices, then duplicate market data kept in mute queues: pause';
const WORDS = ['invite the dark side', 'mute the bell', 'pause before dark', 'unpaused', 'invites'];

function item(group: PaletteItem['group'], label: string, otherTerms = ''): PaletteItem {
  return { key: label, group, label, otherTerms, run };
}

const PAGES = [words.wallboard, words.invitations, words.password].map((label) => item('pages', label));
const ACTIONS = [words.newMonitor, words.invite, words.theme.light, words.theme.dark, words.signOut].map(
  (label) => item('actions', label, words.alsoActions[label]),
);
const VERBS: Readonly<Record<string, string>> = { pause: words.verb.pause, mute: words.verb.mute };

function find(query: string, names: readonly string[]): readonly PaletteItem[] {
  const monitors = names.map((name) => item('monitors', name));
  const verb = VERBS[query];
  const all = { monitors, views: [], pages: PAGES, actions: ACTIONS, incidents: [], goTo: run };
  return findItems(all, query, verb === undefined ? [] : [item('actions', verb)]);
}

const BIG_TEAM = Array.from({ length: 10_000 }, (_, index) =>
  index % 7 === 0 ? `${WORDS[(index / 7) % WORDS.length]} ${index}` : `${LONG} ${index}`,
);

test.each([
  ['invite', 'Invite a colleague'],
  ['pause', 'Pause a monitor…'],
  ['mute', 'Mute a monitor for an hour…'],
  ['dark', 'Appearance: dark'],
  ['wallboard', 'Wallboard'],
])('in a team of 10,000 monitors, %s finds the command first', (query, label) => {
  expect(find(query, BIG_TEAM)[0]?.label).toBe(label);
  expect(
    find(
      query,
      BIG_TEAM.filter((name) => name.startsWith('nightly')),
    )[0]?.label,
  ).toBe(label);
});

test('a command with other terms comes before monitors with scattered letters', () => {
  expect(find('logout', BIG_TEAM)[0]?.label).toBe('Sign out');
});

test('the whole name of a monitor, or a word that is in no command, finds the monitor first', () => {
  expect(find('invite the dark side 0', BIG_TEAM)[0]?.label).toBe('invite the dark side 0');
  expect(find('reconciliation', BIG_TEAM)[0]?.label).toContain('nightly reconciliation');
  expect(find('inv', ['invoices'])[0]?.label).toBe('invoices');
});

test('a search with more monitors than the palette shows offers the list after them', () => {
  const found = find('reconciliation', BIG_TEAM);
  expect(found.findIndex(({ key }) => key === 'list')).toBe(12);
});
