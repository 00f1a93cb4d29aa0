import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: ({ signal }) => api.accounts.listDevices({ signal }),
});
