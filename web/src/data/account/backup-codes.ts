import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Reads how many backup codes are left; null without two-factor authentication. */
export const backupCodesQuery = queryOptions({
  queryKey: ['account', 'backup-codes'],
  queryFn: ({ signal }) => api.accounts.countBackupCodes({ signal }),
});
