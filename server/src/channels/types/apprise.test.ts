import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import {
  COMBINED,
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { apprise } from './apprise.ts';

describe('Apprise', () => {
  const { receiver, send } = trial((server) => ({
    type: apprise(),
    settings: { server, key: 'acme-oncall', tag: 'devops,admin' },
  }));
  const sent = () => JSON.parse(receiver().last().body);

  test('a message is sent as plain text, so that Apprise escapes the text for each service', async () => {
    await send(HOSTILE);
    expect(sent().format).toBe('text');
    expect(sent().title).not.toMatch(/[\r\n]/);
  });

  test.each([
    ['failure', DOWN],
    ['success', RECOVERED],
    ['info', REPORT],
    ['failure', COMBINED],
    ['success', RECOVERED_FOR_BOTH],
    ['info', TEST],
  ])('a message is of the type %s', async (type, alert) => {
    await send(alert);
    expect(sent().type).toBe(type);
  });
});
