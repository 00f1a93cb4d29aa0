import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@overdue/domain/access/sign-in-limits.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import type { Random } from '../platform/runtime/random.ts';
import type { NewMember } from '../teams/contract.ts';
import { requireGoodPassword } from './password-rules.ts';

const SLUG_LENGTH_MAX = 48;

export const newPassword = z
  .string()
  .refine(
    (text) => text.length >= PASSWORD_LENGTH_MIN && text.length <= PASSWORD_LENGTH_MAX,
    `This must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
  )
  .meta({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX, format: 'password' });

interface UserParts {
  readonly random: Random;
  readonly accounts: { hashPassword(password: string): Promise<string> };
}

export async function draftUser(
  { random, accounts }: UserParts,
  user: { readonly email: string; readonly name: string; readonly password: string; readonly at: number },
): Promise<Omit<NewMember, 'role'>> {
  await requireGoodPassword(user.password, user);
  return {
    memberID: random.uuid(),
    userID: random.uuid(),
    accountID: random.uuid(),
    email: user.email.toLowerCase(),
    name: user.name,
    passwordHash: await accounts.hashPassword(user.password),
    createdAt: user.at,
  };
}

export function teamSlug(name: string): string {
  return name
    .slice(0, SHORT_NAME_LENGTH_MAX)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH_MAX)
    .replaceAll(/^-|-$/g, '');
}
