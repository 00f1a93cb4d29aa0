import { type Crontab, parseCrontab } from '../../domain/schedule/crontab.ts';
import { parseSchedule } from '../../domain/schedule/parse-schedule.ts';
import { suggestGraceMs } from '../../domain/schedule/suggested-grace.ts';
import { yieldToPings } from '../../runtime/yield-to-pings.ts';
import { draftItem, type ItemResult, isLeftOut } from '../draft-item.ts';
import type { CrontabLine, SourceContent, SourceFile } from '../item.ts';
import { requireFew, splitResults } from '../read-list.ts';

const ZONE = /^(CRON_TZ|TZ)\s*=/;
const ASSIGNMENT = /^[A-Za-z_]\w*\s*=/;
/** Matches times, user and command of a line in `/etc/crontab` or `/etc/cron.d`. */
const SYSTEM_LINE = /^(-?(?:@\S+|\S+(?:\s+\S+){4}))\s+([A-Za-z_][\w.-]*\$?)\s+(\S.*)$/;
/** Matches comments that are headings of standard crontabs and don't name a job. */
const HEADING = /\b(?:dom|dow|user-name)\b|^[.|*]\s|^-{3}/;
const COMMENT_LENGTH_MAX = 100;
/** Number of lines to translate before yielding to pings. */
const LINES_AT_ONCE = 50;
/** Matches a ping URL with a UUID, as Healthchecks and Overdue use. */
const PING_URL =
  /https?:\/\/[^\s'"]+?\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/\s'"?]|$)/i;

export interface CrontabOptions {
  /** Time zone of the machine, for lines that don't follow a `CRON_TZ`. */
  readonly timezone: string;
  /** Time of the import. Grace periods follow from the next runs. */
  readonly now: number;
}

/** Reads whole crontabs. */
export async function readCrontabs(
  files: readonly SourceFile[],
  options: CrontabOptions,
): Promise<SourceContent> {
  const lines = files.flatMap(findEntries);
  requireFew(lines.length);
  const names = new Map<string, number>();
  const results: ItemResult[] = [];
  for (const [index, entry] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await yieldToPings();
    results.push(translateEntry(entry, options, names));
  }
  return { ...splitResults(results), channels: [], notes: [] };
}

interface Entry {
  readonly file: SourceFile;
  readonly number: number;
  readonly line: string;
  /** The line with the space around it. */
  readonly text: string;
  /** Whether a user follows the times. */
  readonly hasUser: boolean;
  /** Lines before the entry that apply to it: the time zone, and the comment. */
  readonly context: readonly string[];
}

function findEntries(file: SourceFile): readonly Entry[] {
  const entries: Omit<Entry, 'hasUser'>[] = [];
  const zones = new Map<string, string>();
  let comment: string[] = [];
  for (const [index, text] of file.text.split(/\r?\n/).entries()) {
    const line = text.trim();
    const zone = ZONE.exec(line)?.[1];
    if (line === '') comment = [];
    else if (line.startsWith('#')) comment = describesJob(line) ? [line] : [];
    else if (zone !== undefined) zones.set(zone, line);
    else if (!ASSIGNMENT.test(line)) {
      entries.push({ file, number: index + 1, line, text, context: [...zones.values(), ...comment] });
      comment = [];
    }
  }
  const hasUser = file.isSystem ?? namesUsers(entries.map(({ line }) => line));
  return entries.map((entry) => ({ ...entry, hasUser }));
}

/** Whether the lines look like those of `/etc/crontab`: a user may follow the times of each line, and one of the users is root. */
function namesUsers(lines: readonly string[]): boolean {
  const users = lines.map((line) => SYSTEM_LINE.exec(line)?.[2]);
  return users.includes('root') && !users.includes(undefined);
}

/** Whether a comment may name the job after it. False for a job that is commented out. */
function describesJob(comment: string): boolean {
  const text = comment.replace(/^[#\s]+/, '');
  return text !== '' && text.length <= COMMENT_LENGTH_MAX && !HEADING.test(text) && !parseCrontab(text).ok;
}

function translateEntry(
  { file, number, line, text, hasUser, context }: Entry,
  { timezone, now }: CrontabOptions,
  names: Map<string, number>,
): ItemResult {
  const place = `line ${number} of ${file.name}`;
  const [, times = '', , command = ''] = (hasUser ? SYSTEM_LINE.exec(line) : null) ?? [];
  // The word after a known user is never another user.
  const parsed =
    times === ''
      ? parseCrontab([...context, line].join('\n'))
      : parseCrontab([...context, `${times} ${command}`].join('\n'), false);
  if (!parsed.ok) return { name: place, reason: parsed.message };
  const { crontab } = parsed;
  const schedule = { type: 'cron', cron: crontab.cron, timezone: crontab.timezone ?? timezone } as const;
  const result = draftItem({
    name: distinct(crontab.name === '' ? place : crontab.name, names),
    pingID: PING_URL.exec(crontab.command)?.[1],
    // Excludes the command, because commands often contain passwords.
    description: `From ${place}.`,
    schedule: { ...schedule, ...suggestedGrace(parseSchedule(schedule), now) },
    notes: notesOf(crontab),
  });
  return isLeftOut(result) ? result : { ...result, crontabLine: { number, ...splitLine(text, crontab) } };
}

function suggestedGrace(parsed: ReturnType<typeof parseSchedule>, now: number) {
  return parsed.ok ? { graceDuration: suggestGraceMs(parsed.schedule, now) / 1000 } : {};
}

/** Splits a line at its command, which was parsed without the text before. */
function splitLine(text: string, { parts }: Crontab): Omit<CrontabLine, 'number'> {
  const line = text.trimEnd();
  const { command, after } = parts;
  const before = line.slice(0, line.length - after.length - command.length);
  return { before, command, after: after + text.slice(line.length) };
}

function notesOf({ warnings, command }: Crontab): readonly string[] {
  return PING_URL.test(command)
    ? [...warnings, 'The ping ID was taken from the URL in the command.']
    : warnings;
}

/** Makes a name unique by a number, so that a second import finds the same monitors. */
function distinct(name: string, names: Map<string, number>): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}
