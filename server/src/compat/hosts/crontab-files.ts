import { AppError } from '@overdue/domain/error.ts';
import type { Crontab } from '@overdue/domain/schedule/crontab.ts';
import {
  type CrontabEntry,
  findCrontabEntries,
  readCrontabEntry,
} from '@overdue/domain/schedule/crontab-file.ts';
import { suggestGraceMs } from '@overdue/domain/schedule/occurrences.ts';
import { parseSchedule } from '@overdue/domain/schedule/parse-schedule.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import { draftItem, type ItemResult, isLeftOut } from '../source/draft-item.ts';
import type { SourceContent, SourceFile } from '../source/item.ts';
import { requireFew, splitResults } from '../source/read-list.ts';

/** Maximum lines of all files together, with comments. */
const LINES_MAX = 200_000;
/** Number of lines to translate before yielding to pings. */
const LINES_AT_ONCE = 50;
const URL_START = /https?:\/\//i;
const UUID_IN_PATH = /\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/?]|$)/i;

export interface CrontabOptions {
  /** Time zone of the machine, for lines that don't follow a `CRON_TZ`. */
  readonly timezone: string;
  /** Time of the import. The suggested grace period depends on the runs that are due after this time. */
  readonly now: number;
}

export async function readCrontabs(
  files: readonly SourceFile[],
  options: CrontabOptions,
): Promise<SourceContent> {
  const lines = files.flatMap((file) => findCrontabEntries(file).map((entry) => ({ ...entry, file })));
  requireFew(lines.length);
  const names = new Map<string, number>();
  const results: ItemResult[] = [];
  for (const [index, entry] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await yieldToPings();
    results.push(translateEntry(entry, options, names));
  }
  return { ...splitResults(results), channels: [], notes: [] };
}

/** Refuses files with so many lines that dividing them would keep the service busy. */
export function requireFewLines(files: readonly SourceFile[]): void {
  let count = 0;
  for (const { text } of files)
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
      count += 1;
      if (count > LINES_MAX)
        throw new AppError(
          'too_large',
          `The files have more than ${LINES_MAX} lines. Send the jobs in several parts, without other lines.`,
        );
    }
}

/** Returns the UUID in the first ping URL of a command, as Healthchecks and Overdue use. */
function pingIDIn(command: string): string | undefined {
  for (const word of command.split(/[\s'"]+/)) {
    const start = word.search(URL_START);
    const id = start === -1 ? undefined : UUID_IN_PATH.exec(word.slice(start + 'https://'.length))?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

type EntryOfFile = CrontabEntry & { readonly file: SourceFile };

function translateEntry(
  entry: EntryOfFile,
  { timezone, now }: CrontabOptions,
  names: Map<string, number>,
): ItemResult {
  const place = `line ${entry.number} of ${entry.file.name}`;
  const parsed = readCrontabEntry(entry);
  if (!parsed.ok) return { name: place, reason: parsed.message };
  const { crontab, parts } = parsed;
  const schedule = { type: 'cron', cron: crontab.cron, timezone: crontab.timezone ?? timezone } as const;
  const result = draftItem({
    name: uniqueName(crontab.name === '' ? place : crontab.name, names),
    pingID: pingIDIn(crontab.command),
    // Excludes the command, because commands often contain passwords.
    description: `From ${place}.`,
    schedule: { ...schedule, ...suggestedGrace(parseSchedule(schedule), now, crontab.randomDelay) },
    notes: notesOf(crontab),
  });
  return isLeftOut(result) ? result : { ...result, crontabLine: { number: entry.number, ...parts } };
}

function suggestedGrace(parsed: ReturnType<typeof parseSchedule>, now: number, randomDelay: number) {
  return parsed.ok ? { graceDuration: suggestGraceMs(parsed.schedule, now) / 1000 + randomDelay } : {};
}

function notesOf({ warnings, command }: Crontab): readonly string[] {
  return pingIDIn(command) !== undefined
    ? [...warnings, 'The ping ID was taken from the URL in the command.']
    : warnings;
}

/** Makes a repeated name unique by adding a number, so that a second import of the same lines finds the same monitors. */
function uniqueName(name: string, names: Map<string, number>): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}
