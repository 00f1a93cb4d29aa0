import type { Alert, AlertItem } from '@overdue/domain/alerting/alert.ts';

const OPENED_AT = Date.UTC(2026, 10, 21, 3, 0, 0);
const INCIDENT_URL = 'https://overdue.example.com/incidents/019aa4c2-7c00-7000-8000-000000000001';

export const ITEM: AlertItem = {
  event: 'down',
  monitor: {
    shortID: 'k3v9x2mq7d',
    name: 'pg-dump prod',
    project: 'db-01',
    tags: ['prod', 'db'],
    severity: 'high',
    url: 'https://overdue.example.com/monitors/k3v9x2mq7d',
  },
  incident: {
    id: '019aa4c2-7c00-7000-8000-000000000001',
    url: INCIDENT_URL,
    reason: 'failed',
    openedAt: OPENED_AT,
    closedAt: null,
    runID: '019aa4c2-7b00-7000-8000-000000000002',
    acknowledgedAt: null,
    acknowledgedBy: null,
  },
  explanation: 'Down since 03:00: the 02:00 run failed. Recovers on the next success.',
};

const WITH_RUNBOOK: AlertItem = {
  ...ITEM,
  monitor: {
    ...ITEM.monitor,
    runbookURL: 'https://wiki.example.com/pg_dump?part=(a|b)&to=@all#Disk_full',
  },
};

const ALARM: Alert = {
  key: '019aa4c2-7c01-7000-8000-000000000003',
  kind: 'down',
  at: OPENED_AT,
  team: 'Acme',
  severity: 'high',
  title: 'Down: pg-dump prod',
  text: ['Down since 03:00: the 02:00 run failed. Recovers on the next success.'],
  url: INCIDENT_URL,
  items: [WITH_RUNBOOK],
  unlistedCount: 0,
  log: 'pg_dump: error: connection to server failed: FATAL: password authentication failed\nexit status 1',
  includesLostAlarm: false,
};

export const DOWN: Alert = {
  ...ALARM,
  actionURL:
    'https://overdue.example.com/act/019aa4c2-7c00-7000-8000-000000000001.c7m2p9x4kd.t6o5xc.signature-of-thirty-two-characte',
};

export const RECOVERED: Alert = {
  ...ALARM,
  key: '019aa4c2-7c01-7000-8000-000000000004',
  kind: 'recovered',
  at: OPENED_AT + 1_800_000,
  title: 'Recovered: pg-dump prod',
  text: ['Up again at 03:30 after 30 minutes.'],
  items: [
    {
      ...ITEM,
      event: 'recovered',
      incident: {
        id: '019aa4c2-7c00-7000-8000-000000000001',
        url: INCIDENT_URL,
        reason: 'failed',
        openedAt: OPENED_AT,
        closedAt: OPENED_AT + 1_800_000,
        runID: '019aa4c2-7b00-7000-8000-000000000002',
        acknowledgedAt: OPENED_AT + 300_000,
        acknowledgedBy: 'Ann Example',
      },
      explanation: 'Up again at 03:30 after 30 minutes.',
    },
  ],
  log: null,
};

/** A recovery that also replaces an alarm that was not delivered in time. */
export const RECOVERED_FOR_BOTH: Alert = {
  ...RECOVERED,
  key: '019aa4c2-7c01-7000-8000-000000000005',
  title: `Was down. ${RECOVERED.title}`,
  text: [...RECOVERED.text, 'The down alert could not be delivered.'],
  includesLostAlarm: true,
};

export const COMBINED: Alert = {
  ...ALARM,
  key: '019aa4c2-7c01-7000-8000-000000000006',
  kind: 'combined',
  title: '14 monitors down in Acme',
  text: ['12 in project db-01, 2 in project web.'],
  items: Array.from({ length: 12 }, (_, index) => ({
    ...ITEM,
    monitor: { ...ITEM.monitor, name: `backup host-${index + 1}` },
  })),
  unlistedCount: 2,
  log: null,
};

export const REPORT: Alert = {
  ...ALARM,
  key: '019aa4c2-7c01-7000-8000-000000000007',
  kind: 'report',
  severity: 'normal',
  title: 'Weekly report: 98.6 % of 1204 runs succeeded',
  text: [
    '1204 runs from 9 Nov to 15 Nov: 1188 succeeded, 10 failed, 6 missed. 2 incidents.',
    'Worst: pg-dump prod (4 of 7 runs failed).',
  ],
  url: 'https://overdue.example.com/',
  items: [],
  log: null,
};

export const TEST: Alert = {
  ...REPORT,
  key: '019aa4c2-7c01-7000-8000-000000000008',
  kind: 'test',
  title: 'Test from Overdue',
  text: ['This channel works. Alerts of Acme will arrive here.'],
};

/** An alert in which all user input is hostile: markup, mentions, headers and bidirectional tricks. */
export const HOSTILE: Alert = {
  ...ALARM,
  key: '019aa4c2-7c01-7000-8000-000000000009',
  title:
    'Down: <script>alert(1)</script> *bold* _it_ `code` [x](http://evil) @everyone <!channel> &amp;\r\nBcc: evil@example.com',
  text: ['<b>not bold</b> **not** ~not~ <@U123> @here #general | \\ {{x}} \u202e'],
  items: [
    {
      ...ITEM,
      monitor: {
        ...ITEM.monitor,
        name: '<script>alert(1)</script> *bold* @everyone\r\nX-Evil: 1',
        project: '"quoted" & <i>',
        tags: ['a`b', '*c*'],
      },
    },
  ],
  log: '```\n</pre><script>alert(1)</script> @channel <!here> [a](javascript:alert(1)) \u0000\u001b[31m',
};

/**
 * An alert longer than any receiver accepts. Each character becomes longer when it is encoded: several bytes, an escape sequence,
 * or a surrogate pair.
 */
export const LONG: Alert = {
  ...HOSTILE,
  key: '019aa4c2-7c01-7000-8000-00000000000b',
  title: `Down: ${'€'.repeat(190)}`,
  text: Array.from({ length: 10 }, () => '"😀<&`*'.repeat(100)),
  log: '"日<&`*'.repeat(1000),
};
