import { describe, expect, test } from 'vitest';
import { systemRandom } from '../runtime/random.ts';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  test('a hash is a PHC string with its own salt, and verifies', async () => {
    const first = await hashPassword('correct horse', systemRandom);
    const second = await hashPassword('correct horse', systemRandom);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horse', second)).toBe(true);
    expect(await verifyPassword('Correct horse', first)).toBe(false);
    expect(await verifyPassword('', first)).toBe(false);
  });

  test('a hash from another program verifies', async () => {
    // Test vector of the reference implementation, phc-winner-argon2 (salt "somesalt").
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
    expect(await verifyPassword('passwore', hash)).toBe(false);
  });

  test('equal text typed as other code points is the same password', async () => {
    const hash = await hashPassword('café', systemRandom);
    expect(await verifyPassword('cafe\u0301', hash)).toBe(true);
  });

  test.each([
    '',
    'plain',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=1,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=19456,t=0,p=1$c29tZXNhbHRzb21lc2FsdA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$2b$10$abcdefghijklmnopqrstuv',
  ])('a text that is not our hash verifies nothing: %s', async (hash) => {
    expect(await verifyPassword('password', hash)).toBe(false);
  });
});
