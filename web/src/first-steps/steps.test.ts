import { expect, test } from 'vitest';
import { firstSteps } from './steps.ts';

const NOTHING = { monitors: [], channels: [], memberCount: 1, invitationCount: 0 };
const SENT = '2026-11-23T02:00:00.000Z';
const UNTRIED = { disabled: null, lastSentAt: null, lastError: null };

function doneOf(facts: Partial<Parameters<typeof firstSteps>[0]>): readonly string[] {
  return firstSteps({ ...NOTHING, ...facts }).flatMap(({ name, isDone }) => (isDone ? [name] : []));
}

test('the steps need a channel that is enabled', () => {
  const disabled = { ...UNTRIED, disabled: 'The webhook no longer exists.' };
  expect(doneOf({ channels: [disabled] })).toEqual([]);
  expect(doneOf({ channels: [disabled, UNTRIED] })).toEqual(['channel']);
});

test('an empty team has all steps before it', () => {
  expect(firstSteps(NOTHING).map(({ name }) => name)).toEqual([
    'monitor',
    'ping',
    'channel',
    'test',
    'colleague',
  ]);
  expect(doneOf({})).toEqual([]);
});

test('each step is done by its own fact', () => {
  expect(doneOf({ monitors: [{ lastPingAt: '' }] })).toEqual(['monitor']);
  expect(doneOf({ monitors: [{ lastPingAt: '' }, { lastPingAt: SENT }] })).toEqual(['monitor', 'ping']);
  expect(doneOf({ channels: [UNTRIED] })).toEqual(['channel']);
  expect(doneOf({ channels: [{ ...UNTRIED, lastSentAt: SENT }] })).toEqual(['channel', 'test']);
  const failing = { ...UNTRIED, lastError: { at: SENT, answer: 'refused' } };
  expect(doneOf({ channels: [failing] })).toEqual([]);
  expect(doneOf({ memberCount: 2 })).toEqual(['colleague']);
  expect(doneOf({ invitationCount: 1 })).toEqual(['colleague']);
});

test('a person who may not invite has no step for invitations', () => {
  expect(firstSteps({ ...NOTHING, invitationCount: null })).toHaveLength(4);
});
