import { expect, test } from 'vitest';
import { findZones, isZone } from './zones.ts';

const NOW = Date.UTC(2026, 10, 21);

test.each([
  ['riga', 'Europe/Riga'],
  ['new york', 'America/New_York'],
  ['york america', 'America/New_York'],
  ['+05:45', 'Asia/Kat'],
  ['utc+2 riga', 'Europe/Riga'],
])('%s finds %s', (query, zone) =>
  expect(findZones(query, NOW).find((candidate) => candidate.startsWith(zone))).toBeDefined(),
);

test('names that begin with the word rank first', () => expect(findZones('por', NOW)[0]).toMatch(/\/Por/));

test('an empty search finds every zone once, including UTC', () => {
  const all = findZones('', NOW);
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('UTC');
});

test.each([
  ['US/Eastern', true],
  ['europe/riga', true],
  ['+02:00', false],
  ['Europe/Atlantis', false],
  ['', false],
])('%j is a zone: %s', (name, known) => expect(isZone(name)).toBe(known));
