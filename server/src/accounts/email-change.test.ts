import { expect, test } from 'vitest';
import { systemRandom } from '../platform/runtime/random.ts';
import { createSecretBox } from '../platform/security/secret-box.ts';
import { createEmailChanges } from './email-change.ts';

test('a token is only for the user who requested it, even if another user has the previous address by now', async () => {
  const mailed: string[] = [];
  const { sendLink, readToken } = createEmailChanges({
    store: { findUser: async () => null },
    mailer: { send: async ({ link }) => mailed.push(link.url) > 0 },
    box: createSecretBox('a key of at least 32 characters, for tests', systemRandom),
    now: () => 0,
    baseURL: 'https://overdue.example.com',
  });
  const ann = {
    id: 'ann',
    email: 'old@example.com',
    name: 'Ann',
    emailVerified: true,
    hasPassword: true,
    twoFactor: false,
    revision: 1,
  };
  await sendLink(ann, 'new@example.com');
  const token = mailed[0]?.split('/').at(-1) ?? '';
  expect(readToken(token, ann)).toBe('new@example.com');
  expect(readToken(token, { ...ann, id: 'eve' })).toBe(null);
  expect(readToken(token, { ...ann, email: 'other@example.com' })).toBe(null);
});
