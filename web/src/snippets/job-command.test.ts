import { expect, test } from 'vitest';
import { ANY_JOB, execStart, inSubshell, jobOf } from './job-command.ts';
import { githubWorkflow, kubernetes } from './platforms.ts';
import { bash, dockerEntrypoint, dockerRun } from './shell.ts';
import { systemdService } from './systemd.ts';

const URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';
const SCHEDULE = { type: 'cron', cron: '@daily', onCalendar: '', interval: 0, timezone: 'UTC' } as const;

test('the command of a crontab line is read as the shell reads it', () => {
  const pasted = { before: '@daily ', command: String.raw` pg_dump -f /b/$(date +\%F) `, after: '' };
  expect(jobOf(pasted)).toBe('pg_dump -f /b/$(date +%F)');
  expect(jobOf({ ...pasted, after: '%input' })).toBeNull();
  expect(jobOf({ ...pasted, command: ' ' })).toBeNull();
  expect(jobOf(null)).toBeNull();
});

test.each([
  ['bash', bash, 'pg_dump "a b" > $OUT'],
  ['the service of systemd', systemdService, String.raw`ExecStart=/bin/sh -c "pg_dump \"a b\" > $$OUT"`],
  ['docker run', dockerRun, `docker run --rm my-image:latest /bin/sh -c 'pg_dump "a b" > $OUT'`],
  ['an entrypoint', dockerEntrypoint, String.raw`CMD ["/bin/sh","-c","pg_dump \"a b\" > $OUT"]`],
  ['Kubernetes', kubernetes, '                  ( pg_dump "a b" > $OUT )\n'],
  ['GitHub', githubWorkflow, '        run: |\n          pg_dump "a b" > $OUT\n'],
])('the snippet of %s runs the command of the person', (_, write, line) => {
  const code = write(URL, SCHEDULE, { command: 'pg_dump "a b" > $OUT' });
  expect(code).toContain(line);
  expect(code).not.toContain(ANY_JOB);
});

test('a comment removes no part of the command', () =>
  expect(inSubshell("echo 'a' # b")).toBe(String.raw`/bin/sh -c 'echo '\''a'\'' # b'`));

test('systemd replaces nothing in the command', () =>
  expect(execStart(String.raw`date +%F \n`)).toBe(String.raw`/bin/sh -c "date +%%F \\n"`));
