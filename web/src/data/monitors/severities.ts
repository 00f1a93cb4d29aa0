import type { Monitor } from '@overdue/sdk';

/** Severities, least severe first. */
export const SEVERITIES: readonly Monitor['severity'][] = ['low', 'normal', 'high', 'critical'];
