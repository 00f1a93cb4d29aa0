import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, LONG } from '../../../test/notify/sample-alerts.ts';
import { signal } from './signal.ts';

describe('Signal', () => {
  const { receiver, send } = trial((server) => ({
    type: signal(),
    settings: { server, sender: '+37120000000', recipient: '+37120000001' },
  }));
  const sent = () => JSON.parse(receiver().last().body);

  test('asks for no markup, and shows no controls', async () => {
    await send(HOSTILE);
    expect(sent().text_mode).toBe('normal');
  });

  test.each([
    '+37120000001',
    'group.OyZzqio1xDmYiLsQ1VsqRcUFOU4tK2TcECmYt2KeozHJwglMBHAPS7jlkrm=',
    'anna.42',
  ])('sends to %s', async (recipient) => {
    await send(DOWN, { recipient });
    expect(sent().recipients).toEqual([recipient]);
  });

  test('a shortened message ends with the link', async () => {
    await send(LONG);
    expect(sent().message.endsWith(`\n\n${LONG.url}`)).toBe(true);
  });

  test('an unregistered member of a group does not end the channel', async () => {
    receiver().react({ status: 400, body: '{"error":"Failed to send (some) messages: Unregistered user"}' });
    expect(await send(DOWN, { recipient: 'group.abc=' })).toMatchObject({ outcome: 'sent' });
  });
});
