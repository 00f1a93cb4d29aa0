import type { Crontab } from '@overdue/sdk';
import { CURL } from './shell.ts';

/** A pasted crontab in three parts. The command is the part to edit. */
export type PastedCrontab = Crontab['parts'];

/** Matches commands that would swallow a parenthesis after them: a comment, or a backslash at the end. */
const SWALLOWS = /(?:^|\s)#|\\$/;

/** Returns the crontab with a command that reports its start, its end and its exit status, and ends with the same status. */
export function reportingCrontab({ before, command, after }: PastedCrontab, pingURL: string): string {
  return before + reportingCommand(command, pingURL) + after;
}

/**
 * Returns a command for the same line of the crontab. The job runs in a shell of its own, so that an `exit` or a `cd` of the job
 * doesn't prevent the last ping.
 */
function reportingCommand(command: string, pingURL: string): string {
  const url = pingURL.replaceAll('%', '\\%');
  const job = SWALLOWS.test(command) ? `"\${SHELL:-/bin/sh}" -c ${quoted(command)}` : `( ${command.trim()} )`;
  return [
    'rid=$(cat /proc/sys/kernel/random/uuid)',
    `${CURL} "${url}/start?rid=$rid"`,
    job,
    's=$?',
    `${CURL} "${url}/$s?rid=$rid"`,
    'exit $s',
  ].join('; ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
