import { expect, test } from 'vitest';
import { formatUserCode, type ProgramLogin, parseUserCode, pollResult } from './program-login.ts';

const LOGIN: ProgramLogin = {
  unreceivedHash: '',
  tokenPrefix: '',
  userCodeHash: '',
  hostName: 'db1',
  remoteAddress: '',
  scope: 'write',
  createdAt: 0,
  expiresAt: 600_000,
  intervalSeconds: 5,
  polledAt: null,
  decision: 'pending',
};

test.each([
  ['WDJBMJHT', 'WDJBMJHT'],
  [' wdjb-mjht ', 'WDJBMJHT'],
  ['wdjb – mjht', 'WDJBMJHT'],
  ['WDJBMJH', null],
  ['WDJBMJHTT', null],
  ['AEIOUAEI', null],
  ['', null],
])('the user code %j is read as %j', (text, letters) => expect(parseUserCode(text)).toBe(letters));

test('a user code is shown in two groups', () => expect(formatUserCode('WDJBMJHT')).toBe('WDJB-MJHT'));

test.each([
  [{}, 0, 'authorization_pending'],
  [{ polledAt: 1000 }, 6000, 'authorization_pending'],
  [{ polledAt: 1000 }, 5000, 'authorization_pending'],
  [{ polledAt: 1000 }, 4999, 'slow_down'],
  [{ polledAt: 1000, intervalSeconds: 10 }, 6000, 'slow_down'],
  [{}, 599_999, 'authorization_pending'],
  [{}, 600_000, 'expired_token'],
  [{ decision: 'denied' }, 600_000, 'access_denied'],
  [{ decision: 'approved', polledAt: 1000 }, 1001, 'approved'],
  [{ decision: 'approved' }, 599_999, 'approved'],
  // RFC 8628, section 3.5: an expired device_code gets no token.
  [{ decision: 'approved' }, 600_000, 'expired_token'],
  // RFC 6749, section 4.1.2: a code must not be used more than once.
  [{ decision: 'received' }, 1000, 'invalid_grant'],
  [{ decision: 'received' }, 600_000, 'invalid_grant'],
] as const)('the login %j at %d has the result %s', (change, now, result) => {
  expect(pollResult({ ...LOGIN, ...change }, now)).toBe(result);
});
