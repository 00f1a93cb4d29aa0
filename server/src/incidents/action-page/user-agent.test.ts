import { expect, test } from 'vitest';
import { shortUserAgent } from './user-agent.ts';

test.each([
  ['Mozilla/5.0 (Android 15; Mobile; rv:136.0) Gecko/136.0 Firefox/136.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (unknown) Firefox/136.0', 'Firefox'],
  ['Mozilla/5.0 (Windows NT; Windows NT 10.0) WindowsPowerShell/5.1', 'Mozilla/5.0'],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['Wget/1.25.0 (linux-gnu)', 'Wget/1.25.0'],
  ['', ''],
])('the user agent %o is shortened to %o', (userAgent, short) => {
  expect(shortUserAgent(userAgent)).toBe(short);
});
