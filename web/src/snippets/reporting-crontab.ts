import { inSubshell, type PastedCrontab } from './job-command.ts';
import { CURL } from './shell.ts';

/** Shell that cron starts the commands with. */
const SHELL = `"\${SHELL:-/bin/sh}"`;

/** Returns the crontab with a command that reports its start, its end and its exit status, and ends with the same status. */
export function reportingCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  return before + reportingCommand(command, pingURL) + after;
}

/** Returns the crontab with a command that reports its success alone. */
export function successCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  const url = pingURL.replaceAll('%', '\\%');
  return `${before}${inSubshell(command, SHELL)} && ${CURL} ${url}${after}`;
}

/**
 * Returns a command for the same line of the crontab. The job runs in a shell of its own, so that an `exit` or a `cd` of the job
 * doesn't prevent the last ping.
 */
function reportingCommand(command: string, pingURL: string): string {
  const url = pingURL.replaceAll('%', '\\%');
  return [
    'rid=$(cat /proc/sys/kernel/random/uuid)',
    `${CURL} "${url}/start?rid=$rid"`,
    inSubshell(command, SHELL),
    's=$?',
    `${CURL} "${url}/$s?rid=$rid"`,
    'exit $s',
  ].join('; ');
}
