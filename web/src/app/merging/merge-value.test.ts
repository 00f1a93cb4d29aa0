import { expect, test } from 'vitest';
import { formatValue } from './merge-value.ts';

const names = new Map([
  ['c1', 'On-call'],
  ['c2', 'Mail'],
  ['p1', 'db-01'],
  ['e1', 'Night shift'],
]);
const reader = { names, zone: 'Europe/Riga' };

test.each([
  ['schedule.interval', 5400, '1 h 30 min'],
  ['schedule.graceDuration', 60, '1 min'],
  ['maxRunDuration', 86_400, '1 d'],
  ['maxRunDuration', null, 'Default'],
  ['remindEvery', 3600, '1 h'],
  ['remindEvery', 0, 'Never'],
  ['remindEvery', null, 'Inherited'],
  ['alerting.flapQuiet', 900, '15 min'],
  ['tokenDaysMax', 90, '90 days'],
  ['tokenDaysMax', null, 'No limit'],
  ['channels', ['c1', 'c2'], 'On-call, Mail'],
  ['channels', ['c9'], 'c9 (deleted)'],
  ['channels', [], 'Nobody'],
  ['channels', null, 'Inherited'],
  ['projects', ['p1'], 'db-01'],
  ['projects', [], 'Empty'],
  ['projectShortID', 'p1', 'db-01'],
  ['escalation', 'e1', 'Night shift'],
  ['escalation', '', 'None'],
  ['escalation', null, 'Inherited'],
  ['severity', 'critical', 'Critical'],
  ['minSeverity', 'high', 'High'],
  ['subscriptions', ['down', 'blind_window'], 'Down, Blind windows'],
  ['subscriptions', [], 'Empty'],
  ['role', 'viewer', 'Viewer'],
  ['schedule.type', 'interval', 'Interval'],
  ['options.style', 'square', 'Square'],
  ['requireTwoFactor', true, 'Yes'],
  ['startsAt', '2026-11-23T00:00:00Z', 'Mon 23 Nov 2026 02:00:00'],
  [
    'steps',
    [
      { after: 900, channels: ['c1'] },
      { after: 7200, channels: [] },
    ],
    'After 15 min: On-call\nAfter 2 h: Nobody',
  ],
  ['name', 'job', 'job'],
  ['tags', ['prod', 'db'], 'prod, db'],
  ['description', '', 'Empty'],
])('%s of %j is shown as %s', (path, value, shown) => {
  expect(formatValue(path, value, reader).replace('2026,', '2026')).toBe(shown);
});

test('an ID is not shown while the names load', () => {
  expect(formatValue('channels', ['c1'], { ...reader, names: null })).toBe('…');
});
