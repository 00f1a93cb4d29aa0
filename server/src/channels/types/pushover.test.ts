import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, RECOVERED } from '../../../test/notify/sample-alerts.ts';
import { pushover } from './pushover.ts';

describe('Pushover', () => {
  const { receiver, send } = trial((origin) => ({
    type: pushover(origin),
    settings: { token: 'a'.repeat(30), user: 'u'.repeat(30) },
  }));
  const sent = () => JSON.parse(receiver().last().body);

  test('asks for no markup, and shows no controls', async () => {
    await send(HOSTILE);
    expect(sent().html).toBeUndefined();
    expect(sent().title).not.toMatch(/[\r\n]/);
  });

  test('only critical alarms ring as an emergency, and only if requested', async () => {
    const critical = { ...DOWN, severity: 'critical' } as const;
    await send(critical);
    expect(sent()).toMatchObject({ priority: 1 });
    await send(critical, { emergency: true });
    expect(sent()).toMatchObject({ priority: 2, retry: 60, expire: 3600 });
    await send({ ...RECOVERED, severity: 'critical' }, { emergency: true });
    expect(sent()).toMatchObject({ priority: 0 });
  });

  test('opens the page with actions, or the incident if there is nothing to act on', async () => {
    await send(DOWN);
    expect(sent()).toMatchObject({ url: DOWN.actionURL, url_title: 'Acknowledge' });
    expect(sent().message).toContain(`Open the incident: ${DOWN.url}`);
    expect(sent().message).not.toContain(DOWN.actionURL);
    await send(RECOVERED);
    expect(sent()).toMatchObject({ url: RECOVERED.url, url_title: 'Open the incident' });
  });
});
