import type { MonitorRow } from '@overdue/sdk';

/** Severities, least severe first. */
export const SEVERITIES: readonly MonitorRow['severity'][] = ['low', 'normal', 'high', 'critical'];
