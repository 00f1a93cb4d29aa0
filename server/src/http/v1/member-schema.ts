import { z } from 'zod';
import { ROLES } from '../../domain/access.ts';
import { INVITED_ROLES } from '../../domain/membership.ts';
import type { Member } from '../../store/store.ts';
import type { Invitation } from '../../store/team-store.ts';
import { revision } from './precondition.ts';
import { time } from './schemas.ts';
import { writeTime } from './times.ts';

export const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    '`viewer` looks. `member` also changes monitors and all that belongs to them. `admin` also sees to who belongs to the ' +
    'team. `owner` also sees to who owns it.',
  example: 'member',
});

export const invitedRole = z.enum(INVITED_ROLES).meta({
  description: 'What they will be. Owners are made by owners, of members.',
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
    joinedAt: time('Since when they have belonged to the team.', '2026-11-02T09:12:44.018Z'),
    hasTwoFactor: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the member has a second factor: a code, a passkey, or an identity provider. Null for readers who do not ' +
          'administer the team.',
        example: true,
      }),
    isYou: z.boolean().meta({ description: 'Whether it is you who asks.', example: false }),
    revision,
  })
  .meta({ id: 'Member' });

export function writeMember(
  found: Member,
  yourMemberID: string,
  hasTwoFactor: boolean | null = null,
): z.output<typeof member> {
  return {
    memberID: found.id,
    name: found.name,
    email: found.email,
    role: found.role,
    joinedAt: writeTime(found.createdAt),
    hasTwoFactor,
    isYou: found.id === yourMemberID,
    revision: found.revision,
  };
}

export const invitation = z
  .object({
    invitationID: id,
    email: email
      .nullable()
      .meta({ description: 'Whom it is for; null for whoever has the link.', example: 'eve@example.com' }),
    role: invitedRole,
    createdAt: time('When it was made.'),
    expiresAt: time('Until when it can be accepted.', '2026-11-28T08:15:30.123Z'),
    invitedBy: z.string().meta({ description: 'The name of who made it.', example: 'Ann' }),
  })
  .meta({ id: 'Invitation' });

export function writeInvitation(found: Invitation): z.output<typeof invitation> {
  return {
    invitationID: found.id,
    email: found.email,
    role: found.role,
    createdAt: writeTime(found.createdAt),
    expiresAt: writeTime(found.expiresAt),
    invitedBy: found.invitedBy.name,
  };
}

/** A team as somebody in it sees it. */
export const ownTeam = z.object({
  teamID: id,
  name: z.string().meta({ example: 'Acme' }),
  role,
});

/** An invitation as whoever has its link sees it. */
export const openInvitation = z
  .object({
    team: z.string().meta({ description: 'The name of the team.', example: 'Acme' }),
    role: invitedRole,
    email: email.nullable().meta({
      description: 'Who alone may accept it; null for whoever has the link.',
      example: 'eve@example.com',
    }),
    invitedBy: z.string().meta({ description: 'The name of who made it.', example: 'Ann' }),
    expiresAt: time('Until when it can be accepted.', '2026-11-28T08:15:30.123Z'),
  })
  .meta({ id: 'OpenInvitation' });
