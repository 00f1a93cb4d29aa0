import type { Status } from '@overdue/sdk';

export const STATUSES: readonly Status[] = ['down', 'failing', 'late', 'new', 'paused', 'up'];

/** Statuses of monitors with a problem, worst first. */
export const PROBLEM_STATUSES: readonly Status[] = ['down', 'failing', 'late'];
