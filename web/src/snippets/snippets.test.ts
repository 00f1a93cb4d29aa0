import { describe, expect, test } from 'vitest';
import { SNIPPETS } from './catalog.ts';
import { cronFor } from './cron-for.ts';
import { keywordSnippets } from './keyword-snippets.ts';
import { kubernetes } from './platforms.ts';
import { crontabFull } from './shell.ts';
import { forFilter, type SnippetSchedule } from './snippet.ts';
import { systemdCommands, systemdService, systemdTimer, timerLines } from './systemd.ts';

const URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';
const cron = (expression: string, timezone = 'UTC'): SnippetSchedule => ({
  type: 'cron',
  cron: expression,
  onCalendar: '',
  interval: 0,
  timezone,
});
const onCalendar = (expressions: string): SnippetSchedule => ({
  type: 'oncalendar',
  cron: '',
  onCalendar: expressions,
  interval: 0,
  timezone: 'Europe/Riga',
});
const every = (interval: number): SnippetSchedule => ({
  type: 'interval',
  cron: '',
  onCalendar: '',
  interval,
  timezone: 'UTC',
});

describe.each(SNIPPETS)('$title', ({ parts }) => {
  const text = parts.map(({ write }) => write(URL, cron('0 2 * * 1-5', 'Europe/Riga'))).join('\n');

  test('a snippet has the ping URL filled in, and a rid for each run', () => {
    expect(text).toContain(URL);
    expect(text).toMatch(/rid/i);
  });

  test('a snippet retries a ping, and stops after a while', () => {
    expect(text).toMatch(
      /-m 10 --retry 5|timeout=10|10_000|'timeout' => 10|10 \* time\.Second|-TimeoutSec 10/,
    );
    expect(text).toMatch(/--retry 5|attempt/i);
  });

  test('a snippet sends every ping by POST if the monitor accepts no other method', () => {
    expect(forFilter(text, { methods: 'POST' })).not.toMatch(/curl -(?!fsS -X POST )/);
    expect(forFilter(text, { methods: 'any' })).toBe(text);
  });

  test('a snippet has no line that ends in spaces', () => expect(text).not.toMatch(/[ \t]$/m));
});

describe('pings with the keywords of a filter', () => {
  const NONE = {
    methods: 'any',
    searchSubject: false,
    searchEmailBody: false,
    searchHTTPBody: false,
    startKeywords: '',
    successKeywords: ' , DONE, OK',
    failureKeywords: "can't, FAILED",
    otherwise: 'ignore',
  } as const;
  const EMAIL = '7Jk2mQ9xWcV4nB8sL0pZtR@pings.example.com';

  test('the example pings send a success body and a failure body, quoted for a shell', () => {
    const [request, ...others] = keywordSnippets(URL, { ...NONE, searchHTTPBody: true }, EMAIL);
    expect(others).toEqual([]);
    expect(request?.code.split('\n')).toEqual([
      expect.stringMatching(/^# A success: the body contains/),
      `curl -fsS -m 10 --retry 5 -o /dev/null -H 'Content-Type: text/plain' --data-raw 'DONE' ${URL}`,
      expect.stringMatching(/^# A failure: the body contains/),
      expect.stringContaining(String.raw`--data-raw 'can'\''t' ${URL}`),
    ]);
  });

  test('the pings are subjects or bodies of emails, if the service accepts emails', () => {
    const filter = { ...NONE, searchSubject: true, searchEmailBody: true, failureKeywords: '' };
    expect(keywordSnippets(URL, filter, null)).toEqual([]);
    expect(keywordSnippets(URL, { ...filter, otherwise: 'fail' }, EMAIL)[0]?.code.split('\n')).toEqual([
      expect.stringMatching(/^# A success: the subject/),
      `mail -s 'DONE' ${EMAIL} < /path/to/log`,
      '# A failure: the subject contains no keyword.',
      `mail -s 'job' ${EMAIL} < /path/to/log`,
    ]);
    expect(keywordSnippets(URL, { ...filter, searchSubject: false }, EMAIL)[0]?.code).toContain(
      `echo 'DONE' | mail -s 'job' ${EMAIL}`,
    );
  });

  test('a filter that searches nothing or has no keywords has no example pings', () => {
    expect(keywordSnippets(URL, NONE, EMAIL)).toEqual([]);
    const empty = { ...NONE, searchHTTPBody: true, successKeywords: '', failureKeywords: '' };
    expect(keywordSnippets(URL, empty, EMAIL)).toEqual([]);
  });
});

test.each([
  [cron('0 2 * * 1-5'), '0 2 * * 1-5'],
  [cron('@daily'), '0 0 * * *'],
  [cron(' 0  2 ? * MON-FRI '), '0 2 * * MON-FRI'],
  [cron('0 2 1 JUL,AUG WED'), '0 2 1 JUL,AUG WED'],
  [cron('30 0 2 * * *'), null],
  [cron('0 2 L * *'), null],
  [cron('0 2 LW * *'), null],
  [cron('0 2 * * 5L'), null],
  [cron('0 2 * * MON#2'), null],
  [cron('0 2 15W * *'), null],
  [every(60), '* * * * *'],
  [every(900), '*/15 * * * *'],
  [every(3600), '0 * * * *'],
  [every(21_600), '0 */6 * * *'],
  [every(86_400), '0 2 * * *'],
  [every(420), null],
  [every(30), null],
  [every(604_800), null],
])('%j is %s in five fields', (schedule, fields) => expect(cronFor(schedule)).toBe(fields));

test.each([
  [cron('0 2 * * 1-5', 'Europe/Riga'), ['OnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 02:00:00 Europe/Riga']],
  [cron('*/15 9-17 * * *'), ['OnCalendar=*-*-* 09..17:00/15:00 UTC']],
  [cron('0 6 1 * 1'), ['OnCalendar=*-*-01 06:00:00 UTC', 'OnCalendar=Mon *-*-* 06:00:00 UTC']],
  [every(900), ['OnActiveSec=900s', 'OnUnitActiveSec=900s']],
  [onCalendar('Mon..Fri 02:00'), ['OnCalendar=Mon..Fri 02:00 Europe/Riga']],
  [onCalendar('daily\nSat 6:00 UTC'), ['OnCalendar=daily Europe/Riga', 'OnCalendar=Sat 6:00 UTC']],
  [cron('0 2 L * *'), null],
])('%j is %j for systemd', (schedule, lines) => expect(timerLines(schedule)).toEqual(lines));

test.each([
  ['Nightly Dümp (prod)', 'nightly-dump-prod', 'Nightly Dümp (prod)'],
  ['100 %n\\', '100-n', '100 %%n'],
  ['резервная копия', 'job', 'резервная копия'],
  ['x'.repeat(200), 'x'.repeat(60), 'x'.repeat(200)],
])('the units of systemd for %j are named %s', (name, unit, description) => {
  const [service, timer, commands] = [systemdService, systemdTimer, systemdCommands].map((write) =>
    write(URL, cron('@daily'), { name }),
  );
  expect(service?.split('\n').slice(0, 3)).toEqual([
    `# /etc/systemd/system/${unit}.service`,
    '[Unit]',
    `Description=${description}`,
  ]);
  expect(timer).toContain(`# /etc/systemd/system/${unit}.timer`);
  expect(timer).toContain(`Description=Starts ${description}\n`);
  expect(commands).toContain(`enable --now ${unit}.timer\n`);
  expect(commands).toContain(`start ${unit}.service `);
});

test("the parts that a scheduler can't express are named", () => {
  const odd = cron('0 2 L * *');
  for (const write of [crontabFull, kubernetes, systemdTimer])
    expect(write(URL, odd)).toMatch(/can't express/);
});
