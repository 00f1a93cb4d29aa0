import type { Status } from '@overdue/sdk';

export const STATUSES: readonly Status[] = ['down', 'failing', 'late', 'new', 'paused', 'up'];
