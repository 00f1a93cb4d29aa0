import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assessJobs } from '../assess-jobs.ts';
import { needsMonitor } from '../changes/monitor-jobs.ts';
import { planChanges } from '../changes/plan-changes.ts';
import type { FoundJob } from '../job.ts';
import { decodeText, type ScheduleFile } from '../schedule-file.ts';
import { type CrontabHost, readCrontabJobs } from '../sources/crontab-jobs.ts';
import { editLines, unwrapLine } from './edit-lines.ts';

const SERVICE = 'https://overdue.example.com';
/** A host with cronie, which ignores single lines. Debian's cron ignores whole crontabs. */
const HOST: CrontabHost = {
  timezone: 'Europe/Riga',
  now: 0,
  exists: () => false,
  scripts: () => ({ run: ['x'], ignored: [] }),
  program: 'cronie',
  randomDelay: null,
  hasUser: () => true,
};

const SPACE = fc.constantFrom(' ', '\t', '  ', ' \t ');
const TIMES = fc.constantFrom(
  ...[
    '* * * * *',
    '*/5 1-3 * jan mon-fri',
    '@daily',
    '@hourly',
    '@reboot',
    '0\t2 *  * 1-5',
    '61 * * * *',
    '-0 2 * * *',
  ],
);
const COMMAND = fc.constantFrom(
  ...[
    '/opt/backup.sh',
    'cd /srv && make',
    String.raw`dump db-\%F.sql`,
    'mail -s x root%Hello%there',
    "echo 'it''s' # done",
  ],
  ...[
    'grün --größe',
    'a\\\\b \\\\% in',
    'curl https://hc-ping.com/x',
    'run "$X" | tee log',
    '',
    'x\u00a0y',
    'sh -c "a;b" ; exit 1',
  ],
);
const USER = fc.constantFrom('root', 'www-data', 'odd.user$');
const OTHER_LINE = fc.constantFrom(
  ...[
    '',
    '   ',
    '# m h dom mon dow',
    '# Nightly dump',
    '#0 2 * * * old',
    'MAILTO=""',
    'SHELL = "/bin/bash"',
    'SHELL=/usr/bin/fish',
  ],
  ...['CRON_TZ=Asia/Tokyo', 'nonsense', 'A = b=c ', '\t# tab', 'PATH=/bin:/usr/bin'],
);

function lineOf(isSystem: boolean) {
  return fc
    .tuple(
      fc.constantFrom('', ' ', '\t'),
      TIMES,
      SPACE,
      USER,
      SPACE,
      COMMAND,
      fc.constantFrom('', ' ', ' \t'),
    )
    .map(([indent, times, gap, user, gap2, command, end]) =>
      [indent, times, gap, ...(isSystem ? [user, gap2] : []), command, end].join(''),
    );
}

/** Crontabs with any lines and line breaks, either in UTF-8 or with bytes that are invalid in UTF-8. */
const CRONTAB = fc.boolean().chain((isSystem) =>
  fc
    .tuple(
      fc.array(
        fc.tuple(
          fc.oneof(lineOf(isSystem), lineOf(isSystem), OTHER_LINE),
          fc.constantFrom('\n', '\n', '\r\n'),
        ),
      ),
      fc.boolean(),
      fc.constantFrom('', '# end', '\xff\n'),
    )
    .map(([lines, endsWithBreak, tail]): ScheduleFile => {
      const text = lines.map(([line, end]) => line + end).join('');
      const bytes = Buffer.concat([
        Buffer.from(endsWithBreak ? text : text.replace(/\r?\n$/, '')),
        Buffer.from(tail, 'latin1'),
      ]);
      return {
        id: isSystem ? '/etc/crontab' : 'crontab of ann',
        path: '',
        crontabUser: isSystem ? null : 'ann',
        bytes,
        problem: null,
        linkTarget: null,
      };
    }),
);

function assess(found: readonly FoundJob[]) {
  return assessJobs(found, {
    hostName: 'web1',
    known: [],
    foreign: new Map(),
    serviceURL: SERVICE,
    wasRead: () => true,
  }).jobs;
}

/** Returns the crontab after every job was edited to report. */
function edit(file: ScheduleFile) {
  const found = readCrontabJobs(file, HOST);
  const jobs = assess(found)
    .filter(needsMonitor)
    .map((job, index) => {
      const pingID = String(index).padStart(22, 'x');
      return { job, pingID, pingURL: `${SERVICE}/ping/${pingID}` };
    });
  const files = new Map([[file.id, file]]);
  const {
    changes: [change],
  } = planChanges(jobs, { files, read: () => null, program: ['/usr/bin/overdue'] });
  return { found, jobs, after: change?.after ?? file.bytes };
}

describe('every crontab', () => {
  test('a second run finds the same jobs, all of which report, and the same schedules', () => {
    fc.assert(
      fc.property(CRONTAB, (file) => {
        const { found, jobs, after } = edit(file);
        const again = readCrontabJobs({ ...file, bytes: after }, HOST);
        expect(again.map(({ when, place, user }) => [when, place, user])).toEqual(
          found.map(({ when, place, user }) => [when, place, user]),
        );
        const assessed = assess(again);
        expect(assessed.filter(needsMonitor)).toEqual([]);
        expect(assessed.filter(({ state }) => state === 'monitored')).toHaveLength(jobs.length);
      }),
    );
  });

  test('lines that are not edited keep every byte, and undoing restores the rest', () => {
    fc.assert(
      fc.property(CRONTAB, (file) => {
        const { jobs, after } = edit(file);
        const edited = new Set(jobs.map(({ job }) => (job.edit?.kind === 'line' ? job.edit.number : 0)));
        const before = file.bytes.toString('latin1').split('\n');
        const now = after.toString('latin1').split('\n');
        expect(now).toHaveLength(before.length);
        for (const [index, line] of now.entries()) {
          if (!edited.has(index + 1)) expect(line).toBe(before[index]);
          else expect(line).toContain('/usr/bin/overdue exec --ping ');
        }
        const undo = now.flatMap((from, index) => {
          const to = before[index] ?? '';
          return to === from ? [] : [{ number: index + 1, from, to }];
        });
        expect(editLines(after.toString('latin1'), undo)).toBe(file.bytes.toString('latin1'));
        expect(
          Buffer.from(decodeText(file.bytes)).equals(file.bytes) ||
            decodeText(file.bytes).length === file.bytes.length,
        ).toBe(true);
      }),
    );
  });
});

test('a line that changed is not overwritten', () => {
  const change = { number: 2, from: 'b', to: 'x' };
  expect(editLines('a\nb\r\nc', [change])).toBe('a\nx\r\nc');
  expect(editLines('a\nbb\nc', [change])).toBeNull();
  expect(editLines('a', [change])).toBeNull();
});

test.each([
  ['0 1 * * * root W', '0 1 * * * root cd /x && a'],
  ['#  5 5 * * * root W', '#  5 5 * * * root cd /x && a'],
  ['0 1 * * * root W\r', '0 1 * * * root cd /x && a\r'],
  // `nice` would apply to `cd` only.
  ['0 1 * * * root nice W', "0 1 * * * root nice /bin/sh -c 'cd /x && a'"],
  ['0 1 * * * root W >>log', "0 1 * * * root /bin/sh -c 'cd /x && a' >>log"],
  ['0 1 * * * W', "0 1 * * * /bin/sh -c 'cd /x && a'"],
  ['0 1 * * * root W; W', "0 1 * * * root /bin/sh -c 'cd /x && a'; /bin/sh -c 'cd /x && a'"],
])('%j runs without overdue as %j', (line, expected) => {
  const prefix = `/usr/bin/overdue exec --ping ${SERVICE}/ping/x -- `;
  const wrapped = `${prefix}/bin/sh -c 'cd /x && a'`;
  const written = [{ before: '0 1 * * * root ', command: 'cd /x && a', wrapped, after: '' }];
  expect(unwrapLine(line.replaceAll('W', wrapped), written)).toBe(expected);
});
