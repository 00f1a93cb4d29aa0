import { createHmac } from 'node:crypto';
import { INCIDENT_ACTIONS } from '@overdue/domain/incidents/action.ts';
import { describe, expect, test } from 'vitest';
import { readButtonToken, writeButtonToken } from './button-token.ts';

const sign = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url').slice(0, 32);
const NOW = Date.UTC(2026, 10, 21);
const MEANING = {
  action: 'pause',
  incidentID: '019aa4c2-7c00-7000-8000-00000000000f',
  reader: 'c7m2p9x4kd',
  expiresAt: NOW,
} as const;
const token = writeButtonToken(MEANING, sign) ?? '';

describe('the value of a button', () => {
  test.each(INCIDENT_ACTIONS)('names its incident: %s', (action) => {
    const written = writeButtonToken({ ...MEANING, action }, sign) ?? '';
    expect(written.length).toBeLessThanOrEqual(64);
    expect(readButtonToken(written, { sign, now: NOW - 1 })).toEqual({ ...MEANING, action });
  });

  test('expires', () => expect(readButtonToken(token, { sign, now: NOW })).toBe('expired'));

  test('a changed value of a button is refused', () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === '1' ? '2' : '1';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect(readButtonToken(changed, { sign, now: 0 }), `at ${index}`).toBeNull();
    }
    for (const changed of ['', `${token}x`, token.slice(0, -1), `${token}\n`])
      expect(readButtonToken(changed, { sign, now: 0 })).toBeNull();
    expect(readButtonToken(token, { sign: (text) => `${sign(text)}x`.slice(1), now: 0 })).toBeNull();
  });
});
