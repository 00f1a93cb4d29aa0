import { expect, test } from 'vitest';
import { createTurns } from '../../src/platform/runtime/turns.ts';
import { openPostBox, openSite, PASSWORD, tokenIn } from './site.ts';

const NEW_PASSWORD = 'staple battery horse';

test('every step that hashes or verifies a password is refused with 503 while too many passwords wait, and works afterwards', async () => {
  const passwordTurns = createTurns({ runningMax: 2, waitingMax: 1 });
  const { mail, received } = await openPostBox();
  const site = await openSite({ passwordTurns, mail });
  const owner = await site.openAsOwner();
  await owner.send('POST', '/auth/request-password-reset', { email: 'ann@example.com' });
  await site.accounts.drain();
  const token = tokenIn(received[0]!, '/reset-password/');
  const { data } = await owner.send('POST', '/v1/invitations/', { role: 'member' });
  const invitation = /\/invite\/(\w{40})"/.exec(JSON.stringify(data))?.[1] ?? '';
  const visitor = site.open();
  const steps = [
    // Ends the owner's session, so the owner signs in again.
    [visitor, '/auth/reset-password', { token, newPassword: PASSWORD }],
    [owner, '/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD }],
    [visitor, '/auth/sign-in/email', { email: 'nobody@example.com', password: PASSWORD }],
    [owner, '/auth/confirm/password', { password: PASSWORD }],
    [owner, '/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
    [
      visitor,
      '/v1/invitations/accept/',
      { token: invitation, name: 'Eve', email: 'eve@example.com', password: 'a long enough password' },
    ],
  ] as const;
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = [1, 2, 3].map(() => passwordTurns.take(() => promise));
  for (const [browser, path, json] of steps) {
    const refused = await browser.send('POST', path, json);
    expect(refused, path).toMatchObject({
      status: 503,
      error: {
        code: 'unavailable',
        message: 'Too many people are signing in at this moment. Try again in a few seconds.',
      },
    });
    expect(refused.headers.get('Retry-After')).toBe('3');
  }
  resolve();
  await Promise.all(held);
  const statuses: number[] = [];
  for (const [browser, path, json] of steps) statuses.push((await browser.send('POST', path, json)).status);
  expect(statuses).toEqual([200, 200, 401, 200, 200, 200]);
  expect(site.failures).toEqual([]);
});

test('a sign-in that is refused with 503 does not count as an attempt', async () => {
  const passwordTurns = createTurns({ runningMax: 1, waitingMax: 0 });
  const site = await openSite({ passwordTurns });
  await site.openAsOwner();
  const visitor = site.open();
  const json = { email: 'ann@example.com', password: PASSWORD };
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = passwordTurns.take(() => promise);
  // More than an address may try at one account.
  for (let n = 0; n < 11; n += 1)
    expect((await visitor.send('POST', '/auth/sign-in/email', json)).status).toBe(503);
  resolve();
  await held;
  expect((await visitor.send('POST', '/auth/sign-in/email', json)).status).toBe(200);
});

test('two passwords are hashed at a time, 100 wait, and the next one is refused', async () => {
  const { accounts } = await openSite();
  const results = await Promise.allSettled(
    Array.from({ length: 103 }, () => accounts.hashPassword(PASSWORD)),
  );
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 102 }, () => 'fulfilled'),
    'rejected',
  ]);
});
