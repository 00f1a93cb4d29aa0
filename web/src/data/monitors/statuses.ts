import type { Status } from '@overdue/sdk';

/** Statuses, worst first. */
export const STATUSES: readonly Status[] = ['down', 'failing', 'late', 'new', 'paused', 'up'];
