import type { Crontab } from '@overdue/sdk';

/** A pasted crontab in three parts. The command is the part to edit. */
export type PastedCrontab = Crontab['parts'];

/** Command in snippets for a monitor that was not made of a crontab. */
export const ANY_JOB = '/path/to/job';

/** Matches commands that would swallow a parenthesis after them: a comment, or a backslash at the end. */
const SWALLOWS = /(?:^|\s)#|\\$/;

/** Returns a crontab's command as a shell reads it; null if there is none, or if cron gives the command an input. */
export function jobOf(pasted: PastedCrontab | null): string | null {
  if (pasted === null || pasted.after.startsWith('%')) return null;
  return pasted.command.replaceAll(String.raw`\%`, '%').trim() || null;
}

/** Returns a command that runs in a shell of its own, so that an `exit` or a `cd` of the job doesn't affect the rest. */
export function inSubshell(command: string, shell = '/bin/sh'): string {
  if (command === ANY_JOB) return command;
  return SWALLOWS.test(command) ? `${shell} -c ${quoted(command)}` : `( ${command.trim()} )`;
}

/** Quotes a text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the value of `ExecStart=`, which systemd reads with its own quotes, variables and specifiers. */
export function execStart(command: string): string {
  if (command === ANY_JOB) return command;
  const escaped = command
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('$', '$$$$')
    .replaceAll('%', '%%');
  return `/bin/sh -c "${escaped}"`;
}
