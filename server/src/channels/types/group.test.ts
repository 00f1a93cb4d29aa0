import { expect, test } from 'vitest';
import { sendContextOf } from '../../../test/notify/channel-trial.ts';
import { DOWN } from '../../../test/notify/sample-alerts.ts';
import { group } from './group.ts';

test('sends no message itself', async () => {
  const outcome = await group().send(
    {},
    DOWN,
    sendContextOf(() => Promise.reject(new Error('A request was made.'))),
  );
  expect(outcome).toMatchObject({ outcome: 'refused' });
});
