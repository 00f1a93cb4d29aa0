import { inSubshell, type PastedCrontab, quoteWord } from './job-command.ts';
import { CURL } from './shell.ts';

/** Shell that cron uses to run commands. */
const SHELL = `"\${SHELL:-/bin/sh}"`;

/**
 * Returns the crontab with a command that reports the job's start, end and exit status, and that returns the exit
 * status of the job.
 */
export function reportingCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  return before + reportingCommand(command, pingURL) + after;
}

/** Returns the crontab with a command that runs under `overdue exec`, which also sends the output of the job. */
export function execCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  return `${before}overdue exec --ping ${inCrontab(pingURL)} -- ${SHELL} -c ${quoteWord(command.trim())}${after}`;
}

/** Returns the crontab with a command that only reports successes. */
export function successCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  return `${before}${inSubshell(command, SHELL)} && ${CURL} ${inCrontab(pingURL)}${after}`;
}

/**
 * Returns the command that replaces the job's command in its crontab line. The job runs in its own shell, so that an `exit` or a
 * `cd` of the job doesn't prevent the last ping.
 */
function reportingCommand(command: string, pingURL: string): string {
  const url = inCrontab(pingURL);
  return [
    'rid=$(cat /proc/sys/kernel/random/uuid)',
    `${CURL} "${url}/start?rid=$rid"`,
    inSubshell(command, SHELL),
    's=$?',
    `${CURL} "${url}/$s?rid=$rid"`,
    'exit $s',
  ].join('; ');
}

/** Escapes the percent signs of a URL. An unescaped percent sign would end the command of a crontab line. */
export function inCrontab(url: string): string {
  return url.replaceAll('%', '\\%');
}
