import { expect, test } from 'vitest';
import { CHECK_DEFAULTS } from './check-defaults.ts';
import { shownCheckSettings } from './check-settings.ts';

test('shows the time-out, the attempts, and the settings that differ from the defaults', () =>
  expect(
    shownCheckSettings({
      kind: 'http',
      check: {
        ...CHECK_DEFAULTS.http,
        confirm: { attempts: 0, delay: 3 },
        status: ['200-299', '401'],
        slowAfter: 2.5,
        json: [{ path: 'ok', op: '==', value: true }],
        tls: { verify: 'none', servername: null, ca: null, cert: null, key: null },
        certificateWarnDays: null,
      },
    }).map(({ label, value }) => `${label}: ${value}`),
  ).toEqual([
    'Time-out: 10 s',
    'Confirmation attempts: 0',
    'Slow after: 2.5 s',
    'Expected status: 200-299, 401',
    'JSON conditions: [{"path":"ok","op":"==","value":true}]',
    'Verification: none',
    'Days of warning about the certificate: none',
  ]));

test('shows no settings for a job', () =>
  expect(shownCheckSettings({ kind: 'cron', check: null })).toEqual([]));
