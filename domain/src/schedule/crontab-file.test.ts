import { expect, test } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { findCrontabEntries, readCrontabEntry } from './crontab-file.ts';

test('each line has the settings, the zone and the comment before it', () => {
  const text =
    'SHELL = "/bin/bash"\n# Nightly\n0 2 * * * a\n\nSHELL=/bin/dash\nCRON_TZ=Europe/Riga\n@daily b\r\n';
  const entries = findCrontabEntries({ text });
  expect(entries.map((entry) => ({ ...entry, settings: entry.settings() }))).toEqual([
    {
      number: 3,
      text: '0 2 * * * a',
      hasUser: undefined,
      settings: new Map([['SHELL', '/bin/bash']]),
      context: ['# Nightly'],
    },
    {
      number: 7,
      text: '@daily b',
      hasUser: undefined,
      settings: new Map([
        ['SHELL', '/bin/dash'],
        ['CRON_TZ', 'Europe/Riga'],
      ]),
      context: ['CRON_TZ=Europe/Riga'],
    },
  ]);
});

test('many settings between many jobs take linear time', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `A${index}=1\n@daily job ${index}\n`);
  let entries: ReturnType<typeof findCrontabEntries> = [];
  const ms = processorMs(() => {
    entries = findCrontabEntries({ text: lines.join('') });
  });
  expect(ms).toBeLessThan(2000);
  expect(entries.at(-1)?.settings().size).toBe(20_000);
});

test('a line of a system crontab has a user with any name', () => {
  const [entry] = findCrontabEntries({ text: '@hourly  odd.user\trun-app %in \n', isSystem: true });
  expect(entry && readCrontabEntry(entry)).toMatchObject({
    crontab: { user: 'odd.user', command: 'run-app' },
    parts: { before: '@hourly  odd.user\t', command: 'run-app ', after: '%in ' },
  });
});

test.each<[isSystem: boolean | undefined, user: string | null]>([
  [undefined, 'backup'],
  [false, null],
])('isSystem %j: the user of a line that may have one is %j', (isSystem, user) => {
  const text = '0 2 * * * backup /opt/run.sh';
  const [entry] = findCrontabEntries(isSystem === undefined ? { text } : { text, isSystem });
  expect(entry && readCrontabEntry(entry)).toMatchObject({ crontab: { user } });
});
