import { expect, test } from 'vitest';
import { createJoining } from '../../../src/accounts/joining.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { openSite } from '../../accounts/site.ts';

async function openJoining() {
  const site = await openSite();
  const owner = await site.openAsOwner();
  const { store } = site;
  const joining = createJoining({ store, clock: { now: () => Date.now() }, random: systemRandom });
  return { owner, store, joining };
}

/** Creates a user, like the first sign-in with the identity provider. */
async function bring(
  store: Awaited<ReturnType<typeof openJoining>>['store'],
  email: string,
): Promise<string> {
  const userID = systemRandom.uuid();
  const createdAt = Date.now();
  const made = { memberID: systemRandom.uuid(), userID, accountID: systemRandom.uuid(), email };
  const team = { teamID: systemRandom.uuid(), name: email, slug: email, projectShortID: email, createdAt };
  await store.createTeam(team, { ...made, name: 'Eve', role: 'owner', passwordHash: null, createdAt });
  return userID;
}

test('an identity provider admits a person exactly if their address is invited', async () => {
  const { owner, store, joining } = await openJoining();
  expect(await joining.mayJoin({ email: 'eve@example.com', invitation: null })).toBe(false);
  await owner.send('POST', '/v1/invitations/', { role: 'viewer' });
  expect(await joining.mayJoin({ email: 'eve@example.com', invitation: null })).toBe(false);
  await owner.send('POST', '/v1/invitations/', { role: 'viewer', email: 'eve@example.com' });
  expect(await joining.mayJoin({ email: 'Eve@example.com', invitation: null })).toBe(true);

  const id = await bring(store, 'eve@example.com');
  await joining.join({ id, email: 'eve@example.com', invitation: null });
  expect((await owner.send('GET', '/v1/members/')).data).toMatchObject({
    members: [{ name: 'Ann' }, { email: 'eve@example.com', role: 'viewer' }],
  });
  expect(await joining.mayJoin({ email: 'eve@example.com', invitation: null })).toBe(false);
  expect((await owner.send('GET', '/v1/audit/?action=invitation.accept')).data).toMatchObject({
    entries: [{ actor: { kind: 'session', name: 'Eve' }, details: { by: 'identity provider' } }],
  });
  await joining.join({ id, email: 'eve@example.com', invitation: null });
});
