import { looksLikeManagementSecret, looksLikePingSecret } from '@overdue/domain/access/project-key.ts';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { hashToken, looksLikeToken, newProjectKey, newToken } from './token.ts';

describe('tokens', () => {
  test('a new token has the form of a token, its prefix and its hash', () => {
    const { token, prefix, hash } = newToken(systemRandom);
    expect(token).toMatch(/^ovd_[0-9A-Za-z]{40}$/);
    expect(looksLikeToken(token)).toBe(true);
    expect(prefix).toHaveLength(8);
    expect(token.startsWith(prefix)).toBe(true);
    expect(hash).toBe(hashToken(token));
    expect(hash).not.toContain(token.slice(4));
  });

  test('two tokens are never equal', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken(systemRandom).token);
    expect(new Set(tokens).size).toBe(1000);
  });

  test('the hash of a token is SHA-256 in hex', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test.each([
    '',
    'ovd_',
    'ovd_short',
    `ovd_${'a'.repeat(41)}`,
    `ovd_${'ä'.repeat(40)}`,
    `OVD_${'a'.repeat(40)}`,
    `ovd_${'a'.repeat(40)}\n`,
  ])('%j is not a token', (text) => {
    expect(looksLikeToken(text)).toBe(false);
  });
});

describe('project keys', () => {
  test.each([
    ['ping', 22],
    ['read_write', 32],
    ['read', 32],
  ] as const)('the secret of a %s key has %d letters and digits', (kind, length) => {
    const { secret, prefix, hash } = newProjectKey(kind, systemRandom);
    expect(secret).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
    expect(looksLikePingSecret(secret)).toBe(kind === 'ping');
    expect(looksLikeManagementSecret(secret)).toBe(kind !== 'ping');
    expect(secret.slice(0, 4)).toBe(prefix);
    expect(hash).toBe(hashToken(secret));
  });

  test('an imported key may have the form of another service', () => {
    expect(looksLikePingSecret(`${'a'.repeat(20)}-_`)).toBe(true);
    expect(looksLikePingSecret('0123456789abcdef'.repeat(2))).toBe(true);
    expect(looksLikeManagementSecret(`${'a'.repeat(30)}-_`)).toBe(true);
  });

  test.each(['', 'a'.repeat(21), `${'a'.repeat(21)}.`, `${'a'.repeat(22)}\n`, 'ä'.repeat(32)])(
    '%j is not a project key',
    (text) => {
      expect(looksLikePingSecret(text)).toBe(false);
      expect(looksLikeManagementSecret(text)).toBe(false);
    },
  );
});
