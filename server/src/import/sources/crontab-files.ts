import { type Crontab, parseCrontab } from '../../domain/schedule/crontab.ts';
import { draftItem, type ItemResult } from '../draft-item.ts';
import type { SourceContent, SourceFile } from '../item.ts';
import { requireFew, splitResults } from '../read-list.ts';

const ZONE = /^(CRON_TZ|TZ)\s*=/;
const ASSIGNMENT = /^[A-Za-z_]\w*\s*=/;
/** Matches times, user and command of a line in `/etc/crontab` or `/etc/cron.d`. */
const SYSTEM_LINE = /^(-?(?:@\S+|\S+(?:\s+\S+){4}))\s+([A-Za-z_][\w.-]*\$?)\s+(\S.*)$/;
/** Matches comments that are headings of standard crontabs and don't name a job. */
const HEADING = /\b(?:dom|dow|user-name)\b|^[.|*]\s|^-{3}/;
const COMMENT_LENGTH_MAX = 100;
/** Matches a ping URL with a UUID, as Healthchecks and Overdue use. */
const PING_URL =
  /https?:\/\/[^\s'"]+?\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/\s'"?]|$)/i;

export interface CrontabOptions {
  /** Time zone of the machine, for lines that don't follow a `CRON_TZ`. */
  readonly timezone: string;
}

/** Reads whole crontabs. */
export function readCrontabs(files: readonly SourceFile[], options: CrontabOptions): SourceContent {
  const lines = files.flatMap(findEntries);
  requireFew(lines.length);
  const names = new Map<string, number>();
  const results = lines.map((entry) => translateEntry(entry, options, names));
  return { ...splitResults(results), channels: [], notes: [] };
}

interface Entry {
  readonly file: SourceFile;
  readonly number: number;
  readonly line: string;
  /** Lines before the entry that apply to it: the time zone, and the comment. */
  readonly context: readonly string[];
}

function findEntries(file: SourceFile): readonly Entry[] {
  const entries: Entry[] = [];
  const zones = new Map<string, string>();
  let comment: string[] = [];
  for (const [index, text] of file.text.split(/\r?\n/).entries()) {
    const line = text.trim();
    const zone = ZONE.exec(line)?.[1];
    if (line === '') comment = [];
    else if (line.startsWith('#')) comment = describesJob(line) ? [line] : [];
    else if (zone !== undefined) zones.set(zone, line);
    else if (!ASSIGNMENT.test(line)) {
      entries.push({ file, number: index + 1, line, context: [...zones.values(), ...comment] });
      comment = [];
    }
  }
  return entries;
}

/** Whether a comment may name the job after it. False for a job that is commented out. */
function describesJob(comment: string): boolean {
  const text = comment.replace(/^[#\s]+/, '');
  return text !== '' && text.length <= COMMENT_LENGTH_MAX && !HEADING.test(text) && !parseCrontab(text).ok;
}

function translateEntry(
  { file, number, line, context }: Entry,
  { timezone }: CrontabOptions,
  names: Map<string, number>,
): ItemResult {
  const place = `line ${number} of ${file.name}`;
  const [, times = '', , command = ''] = (file.isSystem === true ? SYSTEM_LINE.exec(line) : null) ?? [];
  const parsed = parseCrontab([...context, times === '' ? line : `${times} ${command}`].join('\n'));
  if (!parsed.ok) return { name: place, reason: parsed.message };
  const { crontab } = parsed;
  return draftItem({
    name: distinct(crontab.name === '' ? place : crontab.name, names),
    pingID: PING_URL.exec(crontab.command)?.[1],
    // Excludes the command, because commands often contain passwords.
    description: `From ${place}.`,
    schedule: { type: 'cron', cron: crontab.cron, timezone: crontab.timezone ?? timezone },
    notes: notesOf(crontab),
  });
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
