import { expect, test } from 'vitest';
import { hasSeveralJobs, reportingLines } from './crontab-text.ts';

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
