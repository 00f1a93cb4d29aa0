import { z } from 'zod';
import { type Access, SCOPES } from '../../../domain/access/access.ts';
import { AppError } from '../../../domain/error.ts';
import type { Token } from '../../../store/accounts/tokens-contract.ts';
import { time } from '../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';

export const scope = z.enum(SCOPES);

export const token = z
  .object({
    id: z.string().meta({
      description: 'Identifies the token in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    name: z.string().meta({ example: 'deploy script' }),
    scope: scope.meta({ description: '`read` looks; `write` also changes things.', example: 'write' }),
    prefix: z
      .string()
      .meta({ description: 'The first characters of the token, to tell it by.', example: 'ovd_9xQb' }),
    createdAt: time('When it was created.', '2026-11-02T09:12:44.018Z'),
    lastUsedAt: time(
      'When it was last used, to the minute; null when never.',
      '2026-11-20T07:31:02.640Z',
    ).nullable(),
    expiresAt: time(
      'When it stops working, by its own expiry or by the rule of the team; null for never.',
      '2099-11-02T00:00:00.000Z',
    ).nullable(),
    projects: z.array(z.string()).meta({
      description: 'The `shortID`s of the projects that it is limited to; empty for the whole team.',
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

/** Scope, not role: everybody may have tokens, but one that only reads must not make others. */
export function requireWriteToken({ scope }: Access): void {
  if (scope === 'write') return;
  throw new AppError('forbidden', 'This needs a token with the scope write. Yours only reads.');
}
