import type { ParseFailure } from '../parse-failure.ts';
import { type CommandInText, type Crontab, parseCrontab } from './crontab.ts';

export interface CrontabFile {
  readonly text: string;
  /** Whether each line has a user, as in `/etc/crontab`. If undefined, the parser decides from the lines. */
  readonly isSystem?: boolean;
}

/** A crontab line that defines a job, with the earlier lines that apply to the job. */
export interface CrontabEntry {
  /** Number of the line in the file, from 1. */
  readonly number: number;
  /** The line with leading and trailing spaces, but without its line break. */
  readonly text: string;
  /** Whether a user follows the times; if undefined, the parser decides from the words of the line. */
  readonly hasUser: boolean | undefined;
  /**
   * Returns the variables set before the line, without quotes around their values. A function, because a map for each line would
   * take quadratic time.
   */
  settings(): ReadonlyMap<string, string>;
  /** Lines before the entry that apply to it: the time zone, the random delay, and the comment. */
  readonly context: readonly string[];
}

export type CrontabEntryResult =
  | { readonly ok: true; readonly crontab: Crontab; readonly parts: CommandInText }
  | ParseFailure;

const ZONE = /^(CRON_TZ|TZ|RANDOM_DELAY)\s*=/;
const ASSIGNMENT = /^([A-Za-z_]\w*)\s*=\s*(["']?)(.*)\2$/;
/** Matches times, user and command of a line in `/etc/crontab` or `/etc/cron.d`. */
const SYSTEM_LINE = /^(-?(?:@\S+|\S+(?:\s+\S+){4}))\s+([A-Za-z_][\w.-]*\$?)\s+(\S.*)$/;
/** Matches comments that are headings of standard crontabs and don't name a job. */
const HEADING = /\b(?:dom|dow|user-name)\b|^[.|*]\s|^-{3}/;
const COMMENT_LENGTH_MAX = 100;

/** Returns the crontab lines that define a job. */
export function findCrontabEntries(file: CrontabFile): readonly CrontabEntry[] {
  const entries: Omit<CrontabEntry, 'hasUser'>[] = [];
  const zones = new Map<string, string>();
  const assignments: (readonly [name: string, value: string])[] = [];
  let comment: string[] = [];
  for (const [index, text] of file.text.split(/\r?\n/).entries()) {
    const line = text.trim();
    const zone = ZONE.exec(line)?.[1];
    const [, setting, , value = ''] = ASSIGNMENT.exec(line) ?? [];
    if (setting !== undefined) assignments.push([setting, value]);
    if (line === '') comment = [];
    else if (line.startsWith('#')) comment = describesJob(line) ? [line] : [];
    else if (zone !== undefined) zones.set(zone, line);
    else if (setting === undefined) {
      const count = assignments.length;
      const settings = () => new Map(assignments.slice(0, count));
      entries.push({ number: index + 1, text, settings, context: [...zones.values(), ...comment] });
      comment = [];
    }
  }
  const hasUser = file.isSystem ?? (namesUsers(entries) ? true : undefined);
  return entries.map((entry) => ({ ...entry, hasUser }));
}

/**
 * Whether the lines are in the format of `/etc/crontab`: every line names a user after its times, and root occurs at least once.
 */
function namesUsers(entries: readonly Pick<CrontabEntry, 'text'>[]): boolean {
  const users = entries.map(({ text }) => SYSTEM_LINE.exec(text.trim())?.[2]);
  return users.includes('root') && !users.includes(undefined);
}

/** Whether a comment may name the job after it. False for a job that is commented out. */
function describesJob(comment: string): boolean {
  const text = comment.replace(/^[#\s]+/, '');
  return text !== '' && text.length <= COMMENT_LENGTH_MAX && !HEADING.test(text) && !parseCrontab(text).ok;
}

/** Parses a line of a crontab. `context`: earlier lines that apply to the line, such as the time zone and a comment. */
export function readCrontabEntry({ text, hasUser, context }: CrontabEntry): CrontabEntryResult {
  const line = text.trim();
  const [, times = '', user = '', command = ''] = (hasUser === true ? SYSTEM_LINE.exec(line) : null) ?? [];
  if (times === '') {
    return withParts(
      parseCrontab([...context, line].join('\n'), hasUser === false ? false : undefined),
      text,
    );
  }
  // Passes `false`, because the text no longer contains the user.
  const parsed = parseCrontab([...context, `${times} ${command}`].join('\n'), false);
  return withParts(parsed.ok ? { ok: true, crontab: { ...parsed.crontab, user } } : parsed, text);
}

/** Adds the text before and after the command to a parsed line. The text before the command includes the times and the user. */
function withParts(parsed: ReturnType<typeof parseCrontab>, text: string): CrontabEntryResult {
  if (!parsed.ok) return parsed;
  const line = text.trimEnd();
  const { command, after } = parsed.crontab.parts;
  const before = line.slice(0, line.length - after.length - command.length);
  const parts = { before, command, after: after + text.slice(line.length) };
  return { ok: true, crontab: parsed.crontab, parts };
}
