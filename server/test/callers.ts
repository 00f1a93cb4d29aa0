import type { Role, Scope } from '@overdue/domain/access/access.ts';
import { newShortID, systemRandom } from '../src/platform/runtime/random.ts';
import { newToken } from '../src/platform/security/token.ts';
import type { Store } from '../src/store/store.ts';
import type { NewMember } from '../src/teams/contract.ts';

export interface Caller {
  readonly token: string;
  readonly tokenID: string;
  readonly memberID: string;
  readonly teamID: string;
}

/** Creates a team, and returns its owner. */
export function makeTeam(store: Store, name: string, createdAt: number): Promise<Caller> {
  return makeTeamOf(store, name, newMember('owner', createdAt));
}

export async function makeTeamOf(store: Store, name: string, owner: NewMember): Promise<Caller> {
  const { createdAt } = owner;
  const teamID = systemRandom.uuid();
  const projectShortID = newShortID(systemRandom);
  const team = { teamID, name, slug: name.toLowerCase(), projectShortID, createdAt };
  const created = await store.createTeam(team, owner);
  if (created.outcome !== 'created') throw new Error(`The team was not created: ${created.outcome}.`);
  const { id } = created.member;
  return makeToken(store, { teamID, memberID: id, scope: 'admin' }, createdAt);
}

/** Creates a member with a token. The token's default scope is `admin`, so that only the role limits the token. */
export async function makeMember(
  store: Store,
  wish: { readonly teamID: string; readonly role: Role; readonly scope: Scope | undefined },
  createdAt: number,
): Promise<Caller> {
  const { teamID, role, scope = 'admin' } = wish;
  const added = await store.addMember(teamID, newMember(role, createdAt));
  if (added.outcome !== 'added') throw new Error('The member was not added.');
  return makeToken(store, { teamID, memberID: added.member.id, scope }, createdAt);
}

export function newMember(role: Role, createdAt: number, email?: string): NewMember {
  const userID = systemRandom.uuid();
  return {
    memberID: systemRandom.uuid(),
    userID,
    email: email ?? `${userID}@example.com`,
    name: role,
    role,
    passwordHash: null,
    accountID: systemRandom.uuid(),
    createdAt,
  };
}

/** Creates another token of a member, limited to projects. */
export function makeProjectToken(
  store: Store,
  { teamID, memberID, projects }: Caller & { readonly projects: readonly string[] },
  createdAt: number,
): Promise<Caller> {
  return makeToken(store, { teamID, memberID, scope: 'admin', projects }, createdAt);
}

interface TokenWish {
  readonly teamID: string;
  readonly memberID: string;
  readonly scope: Scope;
  readonly projects?: readonly string[];
  readonly expiresAt?: number;
}

/** Creates a token of a member. */
export async function makeToken(
  store: Store,
  { teamID, memberID, scope, projects, expiresAt }: TokenWish,
  createdAt: number,
): Promise<Caller> {
  const { token, prefix, hash } = newToken(systemRandom);
  const tokenID = systemRandom.uuid();
  await store.createToken({
    id: tokenID,
    memberID,
    name: 'test',
    scope,
    prefix,
    hash,
    createdAt,
    expiresAt: expiresAt ?? null,
    projects: projects ?? null,
  });
  return { token, tokenID, memberID, teamID };
}
