import { DEFAULT_SCOPE, type Role, SCOPES, type Scope } from '@overdue/domain/access/access.ts';
import { isEmailAddress } from '@overdue/domain/access/email-address.ts';
import { AppError } from '@overdue/domain/error.ts';
import { hiddenCharacterIn } from '@overdue/domain/hidden-characters.ts';
import { Option } from 'commander';
import { READABLE } from '../platform/runtime/random.ts';
import { hashPassword } from '../platform/security/password.ts';
import { newToken } from '../platform/security/token.ts';
import type { Store } from '../store/store.ts';
import type { NewMember } from '../teams/contract.ts';
import type { CommandLine } from './command-line.ts';

const EMAIL = /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\]{1,190}$/;
const NAME_LENGTH_MAX = 100;
/** Gives 119 random bits with an alphabet that has no look-alike characters. */
const PASSWORD_LENGTH = 24;

type Team = Awaited<ReturnType<Store['listTeams']>>[number];

/** Returns the email address of a new account in lower case. Refuses addresses with which the account couldn't sign in. */
export function parseNewEmail(text: string): string {
  const email = parseEmail(text);
  if (!isEmailAddress(email))
    throw new AppError(
      'invalid',
      `${JSON.stringify(text)} can't be used to sign in. Use an address like ann@example.com.`,
    );
  return email;
}

/** Returns an email address in lower case, as stored. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!EMAIL.test(email) || hiddenCharacterIn(email) !== null)
    throw new AppError('invalid', `${JSON.stringify(text)} is not an email address.`);
  return email;
}

export function parseName(text: string, owner: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX)
    throw new AppError('invalid', `The name of ${owner} must have 1 to ${NAME_LENGTH_MAX} characters.`);
  const hidden = hiddenCharacterIn(name);
  if (hidden !== null)
    throw new AppError(
      'invalid',
      `The name of ${owner} contains the invisible character ${hidden}. Remove it.`,
    );
  return name;
}

/** Returns the team with this name or slug. Without `name`, returns the only team. */
export async function chooseTeam(store: Store, name: string | undefined): Promise<Team> {
  const teams = await store.listTeams();
  const [first] = teams;
  if (first === undefined) {
    throw new AppError('not_found', 'There is no team yet. Create the first one with: overdue-server setup');
  }
  const names = teams.map((team) => team.name).join(', ');
  if (name === undefined) {
    if (teams.length === 1) return first;
    throw new AppError('invalid', `There are several teams. Choose one with --team: ${names}`);
  }
  const wanted = name.trim();
  const team =
    teams.find((candidate) => candidate.name === wanted) ??
    teams.find((candidate) => candidate.slug === wanted.toLowerCase());
  if (team === undefined)
    throw new AppError('not_found', `There is no team ${JSON.stringify(name)}. Teams: ${names}`);
  return team;
}

export function generatePassword({ random }: Pick<CommandLine, 'random'>): string {
  return random.text(READABLE, PASSWORD_LENGTH);
}

/** Prepares a new member. The name defaults to the local part of the email address. */
export async function draftMember(
  { random, clock }: Pick<CommandLine, 'random' | 'clock'>,
  member: {
    readonly email: string;
    readonly name: string | undefined;
    readonly role: Role;
    readonly password: string;
  },
): Promise<NewMember> {
  const { email, role, password } = member;
  return {
    memberID: random.uuid(),
    userID: random.uuid(),
    accountID: random.uuid(),
    email,
    name: parseName(member.name ?? email.slice(0, email.indexOf('@')), 'a person'),
    role,
    passwordHash: await hashPassword(password, random),
    createdAt: clock.now(),
  };
}

/** The option that chooses what the token of a command may do. */
export function tokenScopeOption(): Option {
  return new Option(
    '--scope <scope>',
    'what the API token may do; admin also allows managing members, invitations and project keys',
  )
    .choices(SCOPES)
    .default(DEFAULT_SCOPE);
}

/** Creates an API token without expiry. Returns the token itself, which can't be shown again. */
export async function issueToken(
  store: Store,
  {
    parts: { random, clock },
    memberID,
    name,
    scope,
  }: {
    readonly parts: Pick<CommandLine, 'random' | 'clock'>;
    readonly memberID: string;
    readonly name: string;
    readonly scope: Scope;
  },
): Promise<string> {
  const { token, prefix, hash } = newToken(random);
  await store.createToken({
    id: random.uuid(),
    memberID,
    name,
    scope,
    prefix,
    hash,
    createdAt: clock.now(),
    expiresAt: null,
    projects: null,
  });
  return token;
}
