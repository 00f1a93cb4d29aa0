import { expect, test } from 'vitest';
import { findCrontabEntries, readCrontabEntry } from './crontab-file.ts';

test('each line has the settings, the zone and the comment before it', () => {
  const text =
    'SHELL = "/bin/bash"\n# Nightly\n0 2 * * * a\n\nSHELL=/bin/dash\nCRON_TZ=Europe/Riga\n@daily b\r\n';
  expect(findCrontabEntries({ text })).toEqual([
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
