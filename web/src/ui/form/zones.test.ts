import { expect, test } from 'vitest';
import { isZone } from '../../preferences/zone-name.ts';
import { findZones } from './zones.ts';

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

test.each([
  ['pst', 'America/Los_Angeles'],
  ['PDT', 'America/Los_Angeles'],
  ['est', 'America/New_York'],
  ['cet', 'Europe/Berlin'],
  ['CEST', 'Europe/Berlin'],
  ['eet', 'Europe/Riga'],
  ['gmt', 'UTC'],
  ['bst', 'Europe/London'],
  ['jst', 'Asia/Tokyo'],
  ['msk', 'Europe/Moscow'],
  ['berlin', 'Europe/Berlin'],
  ['berlin time', 'Europe/Berlin'],
  ['germany', 'Europe/Berlin'],
  ['munich', 'Europe/Berlin'],
  ['münchen', 'Europe/Berlin'],
  ['pacific time', 'America/Los_Angeles'],
  ['san francisco', 'America/Los_Angeles'],
  ['latvia', 'Europe/Riga'],
  ['japan', 'Asia/Tokyo'],
  ['mumbai', 'Asia/Kolkata'],
  ['india', 'Asia/Kolkata'],
  ['calcutta', 'Asia/Kolkata'],
  ['brazil', 'America/Sao_Paulo'],
  ['us/pacific', 'America/Los_Angeles'],
  ['uk', 'Europe/London'],
])('%s finds %s first', (query, zone) => expect(findZones(query, NOW)[0]).toBe(zone));

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
  ['CET', true],
  // Browsers accept these abbreviations, and the service refuses them.
  ['PST', false],
  ['IST', false],
  ['', false],
])('%j is a zone: %s', (name, known) => expect(isZone(name)).toBe(known));
