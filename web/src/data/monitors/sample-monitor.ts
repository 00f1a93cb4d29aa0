import type { Monitor } from '@overdue/sdk';
import { NO_FILTER } from '../../monitor/ping-filter.ts';

let number = 0;
export function sampleMonitor(fields: Partial<Monitor>): Monitor {
  number += 1;
  return {
    shortID: `m${number}`,
    name: `job ${number}`,
    slug: `job-${number}`,
    kind: 'cron',
    url: null,
    status: 'up',
    revision: 1,
    projectShortID: 'p1',
    pingURL: `https://overdue.example.com/ping/PING${number}x`,
    schedule: {
      type: 'interval',
      interval: 3600,
      cron: '',
      onCalendar: '',
      timezone: 'UTC',
      graceDuration: 600,
      summary: 'Every hour',
    },
    alertAfterFailures: 1,
    lastPingAt: '2026-11-21T11:30:00.000Z',
    createdAt: '2026-11-01T00:00:00.000Z',
    explanation: 'Up.',
    description: '',
    runbookURL: '',
    forwardTo: '',
    tags: [],
    paused: false,
    nextExpectedAt: '2026-11-21T12:30:00.000Z',
    deadlineAt: '2026-11-21T12:40:00.000Z',
    running: 0,
    failureStreak: 0,
    downSince: null,
    lastFailureAt: null,
    maxRunDuration: 3600,
    recoverAfterSuccesses: 1,
    manualResume: true,
    pingFilter: NO_FILTER,
    channels: null,
    severity: 'normal',
    remindEvery: null,
    mutedUntil: null,
    escalation: null,
    maintenance: false,
    notices: [],
    ...fields,
  };
}
