import { expect, it } from 'vitest';
import { sendContextOf } from '../../../test/notify/channel-trial.ts';
import { DOWN } from '../../../test/notify/sample-alerts.ts';
import { CHANNEL_TYPES } from '../channels/registry.ts';
import { slack } from '../channels/slack.ts';
import { register } from './registration.ts';

it('waits for settings that are of the type, and does not repeat those that are not', async () => {
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

it('lists each type once, in the order of the alphabet', () => {
  const types = CHANNEL_TYPES.map(({ type }) => type);
  expect(types).toEqual([...new Set(types)].sort());
});
