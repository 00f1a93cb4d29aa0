import type { Crontab } from '@overdue/sdk';

/** A pasted crontab in three parts. The command is the part to edit. */
export type PastedCrontab = Crontab['parts'];

/** Placeholder for the command of a monitor that was not created from a crontab. */
export const ANY_JOB = '/path/to/job';

/**
 * Matches commands that can't be put in parentheses: the closing parenthesis would be part of a comment or be escaped by a
 * backslash.
 */
const SWALLOWS = /(?:^|\s)#|\\$/;

/**
 * Returns a crontab's command as a shell reads it. Returns null if there is no command, or if the line contains standard input
 * for the command.
 */
export function jobOf(pasted: PastedCrontab | null): string | null {
  if (pasted === null || pasted.after.startsWith('%')) return null;
  return pasted.command.replaceAll(String.raw`\%`, '%').trim() || null;
}

/**
 * Returns a command that runs in its own shell, so that an `exit` or a `cd` of the job doesn't affect later commands.
 */
export function inSubshell(command: string, shell = '/bin/sh'): string {
  if (command === ANY_JOB) return command;
  return SWALLOWS.test(command) ? `${shell} -c ${quoteWord(command)}` : `( ${command.trim()} )`;
}

/** Quotes a text as one word for a shell. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the value of `ExecStart=`. systemd has its own rules for quotes, variables and specifiers. */
export function execStart(command: string): string {
  if (command === ANY_JOB) return command;
  const escaped = command
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('$', '$$$$')
    .replaceAll('%', '%%');
  return `/bin/sh -c "${escaped}"`;
}
