import { describe, expect, test } from 'vitest';
import { sendResultOf } from './outcome.ts';

const respond = (status: number, body = '', headers: Record<string, string> = {}) => ({
  status,
  body,
  headers,
});

describe('the meaning of a status', () => {
  test.each([
    [200, 'sent'],
    [204, 'sent'],
    [299, 'sent'],
    [301, 'failed'],
    [307, 'failed'],
    [400, 'refused'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'failed'],
    [405, 'refused'],
    [406, 'refused'],
    [407, 'failed'],
    [408, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [413, 'refused'],
    [414, 'refused'],
    [415, 'refused'],
    [421, 'failed'],
    [422, 'refused'],
    [425, 'failed'],
    [429, 'failed'],
    [431, 'refused'],
    [451, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
    [599, 'failed'],
  ])('%i: %s', (status, outcome) => {
    expect(sendResultOf(respond(status, 'text'), { goneStatuses: [410] })).toMatchObject({ outcome, status });
  });

  test('only statuses that the channel lists count as gone', () => {
    expect(sendResultOf(respond(410)).outcome).toBe('failed');
  });

  test('a redirect names only the host of its target', () => {
    const moved = sendResultOf(respond(302, '', { location: 'https://new.example.com:8443/hook?token=abc' }));
    expect(moved.answer).toBe(
      'The address redirects to new.example.com:8443, and Overdue doesn’t follow redirects. Enter the final address.',
    );
    expect(sendResultOf(respond(302, '', { location: '/elsewhere' })).answer).toContain('to another address');
  });
});

describe('times of retries', () => {
  const date = 'Sat, 21 Nov 2026 03:00:00 GMT';
  test.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '30' }, 30_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['an hour', { 'retry-after': '3600' }, 3_600_000],
    ['more than an hour', { 'retry-after': '3601' }, 3_600_000],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 03:01:30 GMT', date }, 90_000],
    ['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 02:59:00 GMT', date }, 0],
    ['a date by nobody’s clock', { 'retry-after': date }, null],
    ['nothing', {}, null],
    ['nonsense', { 'retry-after': 'soon', date }, null],
  ])('reads %s as the time to wait', (_, headers, retryAfterMs) => {
    expect(sendResultOf(respond(429, '', headers))).toMatchObject({ outcome: 'failed', retryAfterMs });
  });
});

test('the response is the start of the body, without control characters', () => {
  expect(sendResultOf(respond(200, ' ok\u0000\u001b[31m!\r\n')).answer).toBe('ok!');
  const long = sendResultOf(respond(500, 'x'.repeat(65_536))).answer;
  expect(long).toHaveLength(500);
});
