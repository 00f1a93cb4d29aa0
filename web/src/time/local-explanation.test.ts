import { expect, test } from 'vitest';
import { localizeExplanation } from './local-explanation.ts';

const NOW = Date.parse('2026-11-23T11:46:00Z');

test.each([
  [
    'Down since 11:45: the 11:44 run missed its deadline. Recovers on the next success.',
    'Down since 13:45: the 13:44 run missed its deadline. Recovers on the next success.',
    ['11:45', '11:44'],
  ],
  [
    'Down since 22 Nov 23:30:05: a run missed its deadline, 3 failures in a row.',
    'Down since 01:30:05: a run missed its deadline, 3 failures in a row.',
    ['22 Nov 23:30:05'],
  ],
  [
    'Up. Next run expected at 23:00, counts as missed after 24 Nov 00:00.',
    'Up. Next run expected on 24 Nov at 01:00, counts as missed after 24 Nov 02:00.',
    ['23:00', '24 Nov 00:00'],
  ],
  [
    'Failing: 1 of the 2 failures in a row that raise an alert; on 31 Dec 2025 at 23:00 the job reported a failure.',
    'Failing: 1 of the 2 failures in a row that raise an alert; at 01:00 the job reported a failure.'.replace(
      'at 01:00',
      'on 1 Jan at 01:00',
    ),
    ['31 Dec 23:00'],
  ],
  ['New: waiting for the first ping.', 'New: waiting for the first ping.', []],
])('%j in Riga', (explanation, text, jobTimes) => {
  expect(localizeExplanation(explanation, { from: 'UTC', to: 'Europe/Riga', now: NOW })).toEqual({
    text,
    jobTimes,
  });
});

test('the zone’s name disappears, and equal clocks are not repeated', () => {
  expect(
    localizeExplanation('Late: expected at 14:00 (Europe/Riga), no report yet.', {
      from: 'Europe/Riga',
      to: 'Europe/Helsinki',
      now: NOW,
    }),
  ).toEqual({ text: 'Late: expected at 14:00, no report yet.', jobTimes: [] });
});

test('a time in UTC is converted, whatever the zone of the job', () => {
  const [from, to, now] = ['Asia/Tokyo', 'Europe/Riga', NOW];
  expect(localizeExplanation('Muted until 26 Nov 02:05 UTC.', { from, to, now }).text).toBe(
    'Muted until 26 Nov 04:05.',
  );
});

test('each time uses the offset of its own date', () => {
  expect(
    localizeExplanation('Up. Next run expected on 29 Mar 2027 at 02:00 (America/New_York).', {
      from: 'America/New_York',
      to: 'Europe/Riga',
      now: NOW,
    }).text,
  ).toBe('Up. Next run expected on 29 Mar 2027 at 09:00.');
});
