import { z } from 'zod';
import { AppError } from '../../../domain/error.ts';
import type { Member, TeamStore } from '../../../store/teams/contract.ts';
import { NO_INPUT, personEndpoint } from '../api/endpoint.ts';
import { respond } from '../api/respond.ts';
import { success } from '../docs/responses.ts';
import { findCallingUser } from './calling-user.ts';

const deletedAccount = z
  .object({ email: z.string().meta({ description: 'Address of the account.', example: 'ann@example.com' }) })
  .meta({ id: 'DeletedAccount' });

const deleteAccount = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/account/',
  operationID: 'deleteAccount',
  tag: 'Account',
  summary: 'Delete your account',
  description:
    'Leaves all your teams, then deletes your account with its sessions, tokens, passkeys and devices. Monitors and everything else ' +
    'that you created stay in their teams. The only owner of a team must first make another member an owner, or delete the team. If no ' +
    'account remains, the service can be set up again.',
  permission: 'session',
  needsFreshSignIn: true,
  action: 'account.delete',
  responses: success(200, 'The account was deleted.', { account: deletedAccount }),
  errors: ['conflict'],
  async handle({ caller, audit }, parts) {
    const { store, accounts, clock } = parts;
    const user = await findCallingUser(caller, parts);
    await leaveTeams(await store.listMembers({ userID: user.id }), store);
    if (!(await store.changeCredentials(user.id, { kind: 'account_deleted' }, clock.now())))
      throw new AppError('conflict', 'You have just joined a team. Try again.');
    accounts.runInBackground(accounts.tellDeleted(user));
    audit({ target: null });
    return respond(200, { account: { email: user.email } });
  },
});

/** Ends all memberships of a user, or none if the user is the only owner of a team. */
async function leaveTeams(
  memberships: readonly Member[],
  store: Pick<TeamStore, 'listMembers' | 'changeMembership'>,
): Promise<void> {
  for (const membership of memberships)
    if (await isOnlyOwner(membership, store)) throw onlyOwnerError(membership);
  for (const membership of memberships) {
    const { teamID, id: memberID } = membership;
    const { outcome } = await store.changeMembership({
      teamID,
      actorID: memberID,
      memberID,
      action: 'remove',
    });
    // The other owners have left since the check.
    if (outcome === 'last_owner') throw onlyOwnerError(membership);
  }
}

async function isOnlyOwner(
  { teamID, role }: Member,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<boolean> {
  if (role !== 'owner') return false;
  const members = await store.listMembers({ teamID });
  return members.filter((member) => member.role === 'owner').length === 1;
}

function onlyOwnerError({ team }: Member): AppError {
  return new AppError(
    'conflict',
    `You are the only owner of the team “${team}”. Make another member an owner, or delete the team. Then delete your account.`,
  );
}

export const ACCOUNT_DELETE_ENDPOINTS = [deleteAccount];
