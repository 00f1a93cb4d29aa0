import { SCOPES } from '@overdue/domain/access/access.ts';
import { z } from 'zod';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { Token } from '../contract.ts';

export const scope = z.enum(SCOPES);

export const token = z
  .object({
    id: z.string().meta({
      description: 'Identifies the token in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    name: z.string().meta({ example: 'deploy script' }),
    scope: scope.meta({
      description:
        '`read` allows reading; `write` also allows changes; `admin` also allows managing members, invitations, the keys of projects and the rules of the team.',
      example: 'write',
    }),
    prefix: z
      .string()
      .meta({ description: 'First characters of the token, for recognizing it.', example: 'ovd_9xQb' }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    lastUsedAt: timeOutput(
      'Time of the last use, to the minute; null if never used.',
      '2026-11-20T07:31:02.640Z',
    ).nullable(),
    expiresAt: timeOutput(
      'Expiry time, set for the token or by the team; null if the token does not expire.',
      '2099-11-02T00:00:00.000Z',
    ).nullable(),
    projects: z.array(z.string()).meta({
      description: '`shortID`s of the projects that the token is limited to; empty for the whole team.',
      example: [],
    }),
  })
  .meta({ id: 'Token' });

export function writeToken({ id, name, scope, prefix, createdAt, lastUsedAt, expiresAt, projects }: Token) {
  return {
    id,
    name,
    scope,
    prefix,
    createdAt: writeTime(createdAt),
    lastUsedAt: writeTimeOrNull(lastUsedAt),
    expiresAt: writeTimeOrNull(expiresAt),
    projects: projects ?? [],
  };
}
