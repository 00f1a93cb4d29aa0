import type { Status } from '@overdue/sdk';

/** Worst first. */
export const STATUSES: readonly Status[] = ['down', 'failing', 'late', 'new', 'paused', 'up'];
