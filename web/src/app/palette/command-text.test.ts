import { expect, test } from 'vitest';
import { appliesTo, readCommand, readVerbs } from './command-text.ts';

test.each([
  ['pause pg', ['pause'], 'pg'],
  ['PAU pg dump', ['pause'], 'pg dump'],
  ['mu backup', ['mute'], 'backup'],
  ['un x', ['unmute'], 'x'],
  ['ack pg', ['acknowledge'], 'pg'],
])('%j is an action on a monitor', (text, verbs, name) => expect(readCommand(text)).toEqual({ verbs, name }));

test.each(['pause', 'pause ', 'p pg', 'pg dump', '', 'pauses pg'])('%j is not an action', (text) =>
  expect(readCommand(text)).toBeNull(),
);

test.each([
  ['pause', ['pause']],
  ['PAU ', ['pause']],
  ['un', ['unmute']],
  ['p', []],
  ['', []],
  ['pause pg', []],
])('%j may begin the verbs %j', (text, verbs) => expect(readVerbs(text)).toEqual(verbs));

test('only actions that change the monitor are offered', () => {
  const monitor = { paused: true, mutedUntil: '2026-11-21T12:00:00Z', incident: null };
  const now = Date.parse('2026-11-21T11:00:00Z');
  const offered = (['open', 'pause', 'resume', 'mute', 'unmute'] as const).filter((verb) =>
    appliesTo(verb, monitor, now),
  );
  expect(offered).toEqual(['open', 'resume', 'unmute']);
  expect(appliesTo('mute', monitor, now + 3_600_000)).toBe(true);
  const open = {
    incidentID: 'i1',
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
  };
  expect(appliesTo('acknowledge', monitor, now)).toBe(false);
  expect(appliesTo('acknowledge', { ...monitor, incident: open }, now)).toBe(true);
  const taken = { ...open, acknowledgedAt: '2026-11-21T11:00:00Z', acknowledgedBy: 'Ann' };
  expect(appliesTo('acknowledge', { ...monitor, incident: taken }, now)).toBe(false);
});
