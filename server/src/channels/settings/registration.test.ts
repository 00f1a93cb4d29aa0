import { expect, test } from 'vitest';
import { sendContextOf } from '../../../test/notify/channel-trial.ts';
import { DOWN } from '../../../test/notify/sample-alerts.ts';
import { CHANNEL_TYPES } from '../types/registry.ts';
import { slack } from '../types/slack.ts';
import { register } from './registration.ts';

test('settings of the right type are awaited, and wrong settings are not repeated', async () => {
  const door = register(slack());
  const outcome = await door.sendWith(
    { url: 'https://secret.example/token' },
    DOWN,
    sendContextOf(() => Promise.reject(new Error('A request was made.'))),
  );
  expect(outcome.outcome).toBe('failed');
  expect(outcome.answer).toContain('url');
  expect(outcome.answer).not.toContain('secret');
});

test('each type is listed once, in alphabetical order', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  expect(types).toEqual([...new Set(types)].sort());
});
