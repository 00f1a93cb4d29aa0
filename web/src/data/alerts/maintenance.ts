import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const maintenanceQuery = queryOptions({
  queryKey: ['maintenance'],
  queryFn: ({ signal }) => api.maintenance.list({ signal }),
});
