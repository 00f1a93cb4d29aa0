import { expect, test } from 'vitest';
import { findOtherReceivers, hasSeveralJobs, reportingLines } from './crontab-text.ts';

const URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';

test.each([
  ['0 2 * * * a', false],
  ['MAILTO=ann\n# Nightly\n0 2 * * * a\n\n', false],
  ['0 2 * * * a\n0 3 * * * b', true],
  ['@reboot x\r\n# c\r\n@daily y\r\n', true],
  ['', false],
])('%j has several jobs: %s', (text, expected) => expect(hasSeveralJobs(text)).toBe(expected));

test('only the lines of new monitors change, and each edited line keeps all its parts', () => {
  const text = 'MAILTO=ann\r\n# Nightly\r\n 0 2 * * * root dump -q%input\r\n@daily root rotate\r\n';
  const created = [
    {
      crontabLine: { number: 3, before: ' 0 2 * * * root ', command: 'dump -q', after: '%input' },
      pingURL: URL,
      keepsPingID: false,
    },
  ];
  const lines = reportingLines(text, created).split('\r\n');
  expect(lines).toHaveLength(5);
  expect([lines[0], lines[1], lines[3], lines[4]]).toEqual([
    'MAILTO=ann',
    '# Nightly',
    '@daily root rotate',
    '',
  ]);
  expect(lines[2]?.startsWith(' 0 2 * * * root rid=')).toBe(true);
  expect(lines[2]).toContain('( dump -q )');
  expect(lines[2]).toContain(`${URL}/start?rid=$rid`);
  expect(lines[2]?.endsWith('exit $s%input')).toBe(true);
});

test('a line that already reports and a line without a monitor stay unchanged', () => {
  const text = `@daily a && curl ${URL}\n@daily b`;
  const crontabLine = { number: 1, before: '@daily ', command: `a && curl ${URL}`, after: '' };
  expect(reportingLines(text, [{ crontabLine, pingURL: URL, keepsPingID: true }])).toBe(text);
  expect(reportingLines(text, [{ crontabLine, pingURL: null, keepsPingID: false }])).toBe(text);
  expect(reportingLines(text, [{ crontabLine: null, pingURL: URL, keepsPingID: false }])).toBe(text);
});

const ID = '8ad5f5a4-0e51-4d4c-9c1b-2f6e1b0a7c11';
const OWN = `https://overdue.example.com/ping/${ID}`;

test.each([
  [`https://hc-ping.com/${ID}`, OWN],
  [`https://hc-ping.com/${ID}/start`, `${OWN}/start`],
  [`"https://hc.example.com:8000/ping/${ID}/$?"`, `"${OWN}/$?"`],
  [`'http://hc-ping.com/${ID}?rid=1'`, `'${OWN}?rid=1'`],
  [`hc-ping.com/${ID.toUpperCase()}`, OWN],
  [
    'https://hc-ping.com/00000000-0e51-4d4c-9c1b-2f6e1b0a7c11',
    'https://hc-ping.com/00000000-0e51-4d4c-9c1b-2f6e1b0a7c11',
  ],
])('a line that keeps its ping ID reports to the monitor: %s', (address, rewritten) => {
  const line = `15 3 * * sun rsync -a /a /b && curl -fsS ${address}\r`;
  const crontabLine = {
    number: 1,
    before: '15 3 * * sun ',
    command: `rsync -a /a /b && curl -fsS ${address}`,
    after: '',
  };
  const edited = reportingLines(line, [{ crontabLine, pingURL: OWN, keepsPingID: true }]);
  expect(edited).toBe(`15 3 * * sun rsync -a /a /b && curl -fsS ${rewritten}\r`);
});

test.each([
  [`curl https://hc-ping.com/${ID}`, 'hc-ping.com'],
  ['wget -qO- hc-ping.com/key/slug', 'hc-ping.com'],
  ['HC=https://hc-ping.com', 'hc-ping.com'],
  ['curl https://cronitor.link/p/key/backup?state=run', 'cronitor.link'],
  ['curl https://nosnch.in/c2354d53d2', 'nosnch.in'],
  ['curl https://uptime.betterstack.com/api/v1/heartbeat/abc', 'uptime.betterstack.com'],
  ['curl "https://kuma.example.com/api/push/abc?status=up"', 'kuma.example.com'],
  [`curl https://hc.example.com/ping/${ID}`, 'hc.example.com'],
  ['curl https://o1.ingest.sentry.io/api/1/cron/backup/key/', 'o1.ingest.sentry.io'],
  ['curl https://heartbeat.uptimerobot.com/m1', 'heartbeat.uptimerobot.com'],
])('%s reports elsewhere', (command, host) => {
  expect(findOtherReceivers(`# curl https://hc-ping.com\n@daily a; ${command}`, OWN)).toEqual([
    { host, lines: [2] },
  ]);
});

test.each([
  `curl ${OWN}`,
  'curl https://example.com/report',
  'rsync a.example.com:/b /c',
  'mail ann@healthy.example',
])('%s does not report elsewhere', (command) =>
  expect(findOtherReceivers(`@daily ${command}`, OWN)).toEqual([]),
);
