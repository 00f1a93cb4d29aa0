import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../test/processor-time.ts';
import { redact } from './redact.ts';

describe('redact', () => {
  test.each([
    ['/ping/Zk3vQ9mB7xW2nR5tY8pL1c', '/ping/[redacted]'],
    ['GET /ping/Zk3vQ9mB7xW2nR5tY8pL1c/end?rid=1 HTTP/1.1', 'GET /ping/[redacted]/end?rid=1 HTTP/1.1'],
    ['https://x.example/ping/job-nightly_1/', 'https://x.example/ping/[redacted]/'],
    ['{"url":"/ping/abcdefgh"}', '{"url":"/ping/[redacted]"}'],
    ['/Zk3vQ9mB7xW2nR5tY8pL1c/fail', '/[redacted]/fail'],
    ['/7b8c1f6e-0a4d-4c58-9f3e-1d2c3b4a5f60/7', '/[redacted]/7'],
    ['/7b8c1f6e0a4d4c589f3e1d2c3b4a5f60', '/[redacted]'],
    [`Bearer ovd_${'x'.repeat(40)}`, 'Bearer [redacted]'],
    ['authorization: Basic bWU6aHVudGVyMg==', 'authorization: Basic [redacted]'],
    ['the token ovd_abc is unknown', 'the token ovd_[redacted] is unknown'],
    ['smtps://me:hunter2@mail.example.com:465', 'smtps://[redacted]@mail.example.com:465'],
    ['postgres://me:hun@ter2@db/overdue', 'postgres://[redacted]@db/overdue'],
    ['/api/push/gP1sYkzMnX?status=up', '/api/push/[redacted]?status=up'],
    ['/api/v1/heartbeat/abcd1234abcd/fail', '/api/v1/heartbeat/[redacted]/fail'],
    ['?sentry_key=abc_def-1&a=1', '?sentry_key=[redacted]&a=1'],
    ['?token=hunter2&a=1', '?token=[redacted]&a=1'],
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$dGFn', '[redacted]'],
  ])('hides the secret in %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });

  test.each([
    'https://x.example/v1/monitors/abcdefgh23/events/',
    'ENOENT: no such file or directory, open /var/lib/overdue/overdue.db',
    'at load (/srv/overdue/server/src/store/sqlite/store.ts:10:5)',
    'mail to someone@example.com failed',
    'https://x.example/people?mail=someone@example.com',
  ])('%s stays unchanged', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('takes linear time on hostile text', () => {
    const takenMs = processorMs(() => {
      for (const part of ['a', 'a.', '://', 'a://', '/ping/', 'ovd_', 'Bearer ', '0a1b2c3d-', 'a://a']) {
        redact(part.repeat(100_000));
      }
    });
    expect(takenMs).toBeLessThan(2000);
  });
});
