import { ROLES } from '@overdue/domain/access/access.ts';
import { INVITED_ROLES } from '@overdue/domain/access/membership.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { revision } from '../../api/precondition.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { Invitation, Member, MembershipOutcome } from '../contract.ts';

export const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    '`viewer` can only read. `member` can also change monitors and everything that belongs to them. `admin` can also manage ' +
    'members. `owner` can also manage owners.',
  example: 'member',
});

export const invitedRole = z.enum(INVITED_ROLES).meta({
  description: 'Role of the new member. Only owners can make a member an owner.',
  example: 'member',
});

const id = z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' });
const email = z.string().meta({ format: 'email', example: 'ann@example.com' });

export const member = z
  .object({
    memberID: id,
    name: z.string().meta({ example: 'Ann' }),
    email,
    role,
    joinedAt: timeOutput('When the member joined the team.', '2026-11-02T09:12:44.018Z'),
    hasTwoFactor: z.boolean().nullable().meta({
      description:
        'Whether the member has a second factor: a code, a passkey, or an identity provider. Null unless you administer the team.',
      example: true,
    }),
    lastActiveAt: timeOutput(
      "When the member last used the application, in any team, accurate to the minute. Null if all of the member's sessions " +
        'have ended, or if you do not administer the team.',
      '2026-11-21T08:02:11.640Z',
    ).nullable(),
    isYou: z.boolean().meta({ description: 'Whether the member is you.', example: false }),
    revision,
  })
  .meta({ id: 'Member' });

/** `hasTwoFactor` is null for readers who don't administer the team. */
export function writeMember(
  record: Member,
  yourMemberID: string,
  hasTwoFactor: boolean | null = null,
): z.output<typeof member> {
  return {
    memberID: record.id,
    name: record.name,
    email: record.email,
    role: record.role,
    joinedAt: writeTime(record.createdAt),
    hasTwoFactor,
    lastActiveAt: hasTwoFactor === null ? null : writeTimeOrNull(record.lastActiveAt),
    isYou: record.id === yourMemberID,
    revision: record.revision,
  };
}

export const invitation = z
  .object({
    invitationID: id,
    email: email.nullable().meta({
      description: 'Invited address; null if anyone with the link may accept.',
      example: 'eve@example.com',
    }),
    role: invitedRole,
    createdAt: timeOutput('Creation time.'),
    expiresAt: timeOutput('Expiry time.', '2026-11-28T08:15:30.123Z'),
    invitedBy: z
      .string()
      .meta({ description: 'Name of the member who sent the invitation.', example: 'Ann' }),
  })
  .meta({ id: 'Invitation' });

export function writeInvitation(record: Invitation): z.output<typeof invitation> {
  return {
    invitationID: record.id,
    email: record.email,
    role: record.role,
    createdAt: writeTime(record.createdAt),
    expiresAt: writeTime(record.expiresAt),
    invitedBy: record.invitedBy.name,
  };
}

export const ownTeam = z.object({
  teamID: id,
  name: z.string().meta({ example: 'Acme' }),
  role,
});

/** An invitation as its recipient sees it. */
export const openInvitation = z
  .object({
    team: z.string().meta({ description: 'The name of the team.', example: 'Acme' }),
    role: invitedRole,
    email: email.nullable().meta({
      description: 'The only address that may accept the invitation; null if anyone with the link may.',
      example: 'eve@example.com',
    }),
    invitedBy: z
      .string()
      .meta({ description: 'Name of the member who sent the invitation.', example: 'Ann' }),
    expiresAt: timeOutput('Expiry time.', '2026-11-28T08:15:30.123Z'),
  })
  .meta({ id: 'OpenInvitation' });

/** Throws an error with the reason if the change was refused. */
export function memberOf(result: MembershipOutcome): Member {
  switch (result.outcome) {
    case 'done':
      return result.member;
    case 'not_found':
      throw new AppError('not_found', 'There is no such member.');
    case 'not_allowed':
      throw new AppError('forbidden', 'Your role does not allow this. Ask an owner or admin of the team.');
    case 'owners_only':
      throw new AppError('forbidden', 'Only an owner of the team may do this. Ask one.');
    case 'has_monitors':
      throw new AppError(
        'conflict',
        'This team has monitors. Delete them first, so that no monitoring ends by mistake.',
      );
    case 'has_alerts':
      throw new AppError(
        'conflict',
        'Alerts of this team are still being sent. Try again in a minute, or delete the channels that fail.',
      );
    case 'unfinished':
      throw new AppError(
        'conflict',
        'Part of the team’s history was deleted. Repeat the request to continue.',
      );
    case 'last_owner':
      throw new AppError(
        'conflict',
        'This is the last owner of the team. Make another member an owner first, or delete the team.',
      );
  }
}

export function memberTarget({ id, name, email }: Pick<Member, 'id' | 'name' | 'email'>) {
  return { kind: 'member', id, name: name || email };
}

export function invitationTarget({ id, email }: Pick<Invitation, 'id' | 'email'>) {
  return { kind: 'invitation', id, name: email ?? '' };
}
