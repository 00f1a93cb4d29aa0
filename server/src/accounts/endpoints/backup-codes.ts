import { z } from 'zod';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { findCallingUser } from './calling-user.ts';

const backupCodes = z
  .object({
    remaining: z.int().nullable().meta({
      description: 'Number of unused codes; null without two-factor authentication.',
      example: 9,
    }),
  })
  .meta({ id: 'BackupCodes' });

const countBackupCodes = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/account/backup-codes/',
  operationID: 'countBackupCodes',
  tag: 'Account',
  summary: 'Count your backup codes',
  description: 'How many backup codes of your two-factor authentication are left.',
  permission: 'session',
  responses: success(200, 'The number of codes.', { backupCodes }),
  errors: [],
  async handle({ caller }, parts) {
    const remaining = await parts.accounts.countBackupCodes(await findCallingUser(caller, parts));
    return respond(200, { backupCodes: { remaining } });
  },
});

export const BACKUP_CODE_ENDPOINTS = [countBackupCodes];
