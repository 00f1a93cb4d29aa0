import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput } from '../../api/schemas.ts';
import type { Member, TeamStore } from '../../teams/contract.ts';
import { findCallingUser } from './calling-user.ts';

const accountDeletion = z
  .object({ email: z.string().meta({ description: 'Address of the account.', example: 'ann@example.com' }) })
  .meta({ id: 'AccountDeletion' });

const deleteAccount = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/account/deletion/',
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
  body: z
    .strictObject({
      email: emailInput.meta({
        description:
          'Address of your account, so that no other account that has signed in meanwhile is deleted.',
        example: 'ann@example.com',
      }),
    })
    .meta({ id: 'AccountDeletionInput' }),
  bodyExample: { email: 'ann@example.com' },
  responses: success(200, 'The account was deleted.', { accountDeletion }),
  errors: ['conflict'],
  async handle({ caller, body: { email }, audit }, parts) {
    const { store, accounts, clock } = parts;
    const user = await findCallingUser(caller, parts);
    if (email !== user.email)
      throw new AppError(
        'conflict',
        `You are signed in as ${user.email}. To delete another account, sign in with its address.`,
      );
    if (!(await store.changeCredentials(user.id, { kind: 'account_deleted' }, clock.now())))
      throw await onlyOwnerError(user.id, store);
    accounts.runInBackground(accounts.notices.accountDeleted(user));
    audit({ target: null });
    return respond(200, { accountDeletion: { email } });
  },
});

/** Names the teams that would lose their only owner. */
async function onlyOwnerError(userID: string, store: Pick<TeamStore, 'listMembers'>): Promise<AppError> {
  const teams: string[] = [];
  for (const membership of await store.listMembers({ userID }))
    if (await isOnlyOwner(membership, store)) teams.push(`“${membership.team}”`);
  const named = new Intl.ListFormat('en').format(teams);
  return new AppError(
    'conflict',
    `You are the only owner of ${named}. Make another member an owner, or delete the team. Then delete your account.`,
  );
}

async function isOnlyOwner(
  { teamID, role }: Member,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<boolean> {
  if (role !== 'owner') return false;
  const members = await store.listMembers({ teamID });
  return members.filter((member) => member.role === 'owner').length === 1;
}

export const ACCOUNT_DELETE_ENDPOINTS = [deleteAccount];
