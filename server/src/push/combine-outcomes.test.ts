import { describe, expect, test } from 'vitest';
import type { SendResult } from '../platform/outbound/outcome.ts';
import { combineOutcomes } from './combine-outcomes.ts';

const SENT: SendResult = { outcome: 'sent', status: 201, answer: '' };
const BUSY: SendResult = { outcome: 'failed', status: 503, answer: 'busy', retryAfterMs: 5000 };
const GONE: SendResult = { outcome: 'gone', status: 410, answer: 'unsubscribed' };
const REFUSED: SendResult = { outcome: 'refused', status: 413, answer: 'too large' };

function combine(outcomes: readonly SendResult[], retriesOthers = true): SendResult {
  const devices = outcomes.map((result, index) => ({ device: `Phone ${index + 1}`, result }));
  return combineOutcomes(devices, { retriesOthers });
}

describe('a message to several devices', () => {
  test.each<[string, readonly SendResult[], SendResult['outcome']]>([
    ['is sent if all accept it', [SENT, SENT], 'sent'],
    ['is sent if one accepts it and the others are gone', [GONE, SENT], 'sent'],
    ['is retried for a device whose push service fails', [SENT, BUSY], 'failed'],
    ['is retried if no device accepts it', [GONE, BUSY], 'failed'],
    ['is refused if no device ever accepts it', [GONE, REFUSED], 'refused'],
    ['is gone if all devices are gone', [GONE, GONE], 'gone'],
    ['is gone if the member has no device', [], 'gone'],
  ])('%s', (_, outcomes, expected) => expect(combine(outcomes).outcome).toBe(expected));

  test('without `retriesOthers`, the attempt succeeds if one device accepts the message, and fails if none does', () => {
    expect(combine([SENT, BUSY], false)).toEqual({
      outcome: 'sent',
      status: 503,
      answer: 'Accepted for 1 of 2 devices.\nPhone 2: busy',
    });
    expect(combine([BUSY, BUSY], false)).toMatchObject({ outcome: 'failed', retryAfterMs: 5000 });
  });
});
