import { isEmailAddress } from '@overdue/domain/access/email-address.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

test.each([
  'ann@example.com',
  "o'neil+jobs@sub.example.co",
  'a@b.io',
  `${'a'.repeat(64)}@example.com`,
  'admin@localhost',
  'carl@exam',
  'ann@example',
  'ann',
  '@example.com',
  'ann@',
  'a..b@example.com',
  '.ann@example.com',
  'änn@example.com',
  'ann@exa mple.com',
  'ann@example.com\n',
])('%j is an address if sign-ins accept it', (text) => {
  expect(isEmailAddress(text)).toBe(z.email().safeParse(text).success);
});

test('an address has at most 254 characters', () => {
  expect(isEmailAddress(`${'a'.repeat(242)}@example.com`)).toBe(true);
  expect(isEmailAddress(`${'a'.repeat(243)}@example.com`)).toBe(false);
});
