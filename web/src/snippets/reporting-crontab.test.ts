import { expect, test } from 'vitest';
import { execCrontab, reportingCrontab, successCrontab } from './reporting-crontab.ts';

const URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';

test('the edited line keeps the times, the user and the command of the pasted line', () => {
  const edited = reportingCrontab(
    { before: 'MAILTO=ann\n0 2 * * * postgres  ', command: 'pg_dump -f /b/$(date +\\%F)', after: '' },
    URL,
  );
  expect(edited).toBe(
    `MAILTO=ann\n0 2 * * * postgres  rid=$(cat /proc/sys/kernel/random/uuid); curl -fsS -m 10 --retry 5 -o /dev/null "${URL}/start?rid=$rid"; ( pg_dump -f /b/$(date +\\%F) ); s=$?; curl -fsS -m 10 --retry 5 -o /dev/null "${URL}/$s?rid=$rid"; exit $s`,
  );
});

test('the input of the command and the lines that follow stay at the end', () => {
  const edited = reportingCrontab(
    { before: '@daily ', command: 'mail -s a ann', after: '%hello\n@weekly b' },
    URL,
  );
  expect(edited).toMatch(/^@daily rid=.*; \( mail -s a ann \); .*; exit \$s%hello\n@weekly b$/);
});

test.each(['/opt/a.sh # it’s "Ann\'s"', '# nothing', 'echo a\\'])('%s is quoted', (command) => {
  const edited = reportingCrontab({ before: '@daily ', command, after: '' }, URL);
  expect(edited).toContain(`"\${SHELL:-/bin/sh}" -c '${command.replaceAll("'", String.raw`'\''`)}'; s=$?; `);
});

test('a % in the URL doesn’t end the command', () => {
  const edited = reportingCrontab({ before: '@daily ', command: 'a', after: '' }, 'https://a.example/x%20y');
  expect(edited.match(/(?<!\\)%/)).toBeNull();
});

test('the line that reports success alone keeps the user, and pings only after the whole command', () => {
  const pasted = { before: '*/5 * * * * root ', command: 'cd /b; dump', after: '' };
  expect(successCrontab(pasted, URL)).toBe(
    `*/5 * * * * root ( cd /b; dump ) && curl -fsS -m 10 --retry 5 -o /dev/null ${URL}`,
  );
});

test('the line with overdue exec keeps the user, the quotes, the escapes and the input of the command', () => {
  const pasted = {
    before: '0 2 * * * postgres ',
    command: `echo 'a  b' "$(date +\\%F)" # it's`,
    after: '%hello',
  };
  expect(execCrontab(pasted, URL)).toBe(
    `0 2 * * * postgres overdue exec --ping ${URL} -- "\${SHELL:-/bin/sh}" -c 'echo '\\''a  b'\\'' "$(date +\\%F)" # it'\\''s'%hello`,
  );
});
