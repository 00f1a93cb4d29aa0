import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from '../../../test/notify/sample-alerts.ts';
import { opsgenie } from './opsgenie.ts';

describe('Opsgenie', () => {
  const { receiver, send } = trial((origin) => ({
    type: opsgenie({ us: `${origin}/v2`, eu: `${origin}/eu/v2`, jira: `${origin}/jsm/ops/integration/v2` }),
    settings: { apiKey: 'eb243592-faa2-4ba2-a551-1afdf565c889' },
  }));
  const paths = () => receiver().received.map(({ path }) => path);
  const close = (key = '') => `/v2/alerts/${key}/close?identifierType=alias`;
  const incident = DOWN.items[0]?.incident?.id;

  test('creates an alert with the incident as alias, and closes the alert by this alias', async () => {
    await send(DOWN);
    expect(JSON.parse(receiver().last().body).alias).toBe(incident);
    await send(RECOVERED);
    expect(paths()).toEqual(['/v2/alerts', close(incident)]);
  });

  test('shows an outage whose alarm was not delivered, and leaves no open alert without an incident', async () => {
    await send(RECOVERED_FOR_BOTH);
    await send(TEST);
    await send(REPORT);
    expect(paths()).toEqual([
      '/v2/alerts',
      close(incident),
      '/v2/alerts',
      close(TEST.key),
      '/v2/alerts',
      close(REPORT.key),
    ]);
  });

  test.each([
    ['eu', '/eu/v2/alerts'],
    ['jira', '/jsm/ops/integration/v2/alerts'],
  ])('asks the site of the account: %s', async (site, path) => {
    await send(DOWN, { site });
    expect(receiver().last().path).toBe(path);
  });
});
