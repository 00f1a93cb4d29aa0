import { readRandomDelay } from '@overdue/domain/schedule/crontab.ts';
import {
  type CrontabEntry,
  type CrontabEntryResult,
  findCrontabEntries,
  readCrontabEntry,
} from '@overdue/domain/schedule/crontab-file.ts';
import type { FoundJob, LineEdit } from '../job.ts';
import { decodeText, type ScheduleFile, withEmptyHeader } from '../schedule-file.ts';
import { COMMAND_BYTES_MAX, type CronLine, type CronProgram, readAsCron } from './cron-reading.ts';
import { expandVariables } from './expand-variables.ts';
import { type FolderScripts, readPartsFolder } from './parts-folder.ts';
import { proposeSchedule } from './propose-schedule.ts';

/** Facts about the host that affect the meaning of a crontab's lines. */
export interface CrontabHost {
  readonly timezone: string;
  readonly now: number;
  readonly exists: (path: string) => boolean;
  /** Returns the scripts that `run-parts` finds in a folder. */
  readonly scripts: (folder: string) => FolderScripts;
  readonly program: CronProgram;
  /** `RANDOM_DELAY` in the environment of crond; null if it isn't set. */
  readonly randomDelay: string | null;
  /** Whether a user exists. */
  readonly hasUser: (name: string) => boolean;
}

/** Shells whose quoting {@link wrapCommand} supports. */
const KNOWN_SHELLS = /(?:^|\/)(?:sh|bash|dash|ash|zsh|ksh|mksh)$/;

/** Reads the jobs of a crontab. */
export function readCrontabJobs(file: ScheduleFile, host: CrontabHost): readonly FoundJob[] {
  const isSystem = file.crontabUser === null;
  const crontab = { text: withEmptyHeader(decodeText(file.bytes)), isSystem };
  const reading = readAsCron(file.bytes.toString('latin1'), { ...host, isSystem });
  const hasCarriageReturns = crontab.text.includes('\r\n');
  const problem = file.problem ?? reading.problem;
  const fileProblem = problem === null ? null : `cron ignores ${file.id}: ${problem}.`;
  return findCrontabEntries(crontab).flatMap((entry) => {
    const line = reading.lines.get(entry.number) ?? null;
    // Without a problem of the file, cron takes the line for a setting or a comment.
    if (line === null && fileProblem === null) return [];
    const read = readLine(entry, { file, host, hasCarriageReturns, line });
    const ignored =
      fileProblem ?? (line?.isRead === false ? `cron ignores the line: ${line.problem}.` : null);
    return ignored === null ? read : { ...read, ignored };
  });
}

interface LineContext {
  readonly file: ScheduleFile;
  readonly host: CrontabHost;
  readonly hasCarriageReturns: boolean;
  /** The line as cron reads it; null if cron doesn't reach the line. */
  readonly line: CronLine | null;
}

function readLine(
  entry: CrontabEntry,
  { file, host, hasCarriageReturns, line: read }: LineContext,
): FoundJob {
  const place = `${file.id}, line ${entry.number}`;
  const parsed = readAsUnderstood(entry, read);
  const line = entry.text.trim();
  const common = { source: 'crontab', place, originID: file.id, tags: ['cron'], ignored: null } as const;
  if (!parsed.ok) {
    const [when = '', ...words] = line.split(/\s+/);
    return {
      ...common,
      key: `${file.id}: ${line}`,
      user: file.crontabUser,
      command: when.startsWith('@') ? words.join(' ') : line,
      name: '',
      when: when.startsWith('@') ? when : '',
      schedule: null,
      obstacle: parsed.message,
      searchedText: line,
      notes: [],
      edit: null,
    };
  }
  const { crontab } = parsed;
  const settings = entry.settings();
  const parts = host.program === 'cronie' ? withoutOption(parsed.parts) : parsed.parts;
  const command = crontab.command.slice(parts.before.length - parsed.parts.before.length);
  const { cron } = crontab;
  const folder = readPartsFolder(command, host.scripts);
  const timezone = (host.program === 'cronie' ? crontab.timezone : null) ?? host.timezone;
  const proposed = proposeSchedule(
    { type: 'cron', cron, timezone },
    {
      now: host.now,
      delay:
        host.program === 'cronie'
          ? readRandomDelay(settings.get('RANDOM_DELAY') ?? host.randomDelay ?? '')
          : 0,
    },
  );
  const shell = settings.get('SHELL') || '/bin/sh';
  const { number } = entry;
  const when = TIMES.exec(line)?.[0].replaceAll(/\s+/g, ' ') ?? cron;
  return {
    ...common,
    key: `${file.id}: ${when} ${command}`,
    user: file.crontabUser ?? crontab.user,
    command: folder?.description ?? command,
    name: folder?.name ?? crontab.name,
    when,
    schedule: proposed.ok ? proposed.schedule : null,
    obstacle: proposed.ok
      ? obstacleOf({ command, shell, user: file.crontabUser ?? crontab.user, folder, host, file })
      : proposed.reason,
    searchedText: expandVariables(command, settings),
    notes: [
      ...notesOf(settings, { crontab, host, hasCarriageReturns }),
      ...(when.replace(/^-/, '') === cron ? [] : [`cron reads the times as ${cron}.`]),
      ...(folder?.notes ?? []),
    ],
    ignored: IS_OPTION.test(command)
      ? `The command never runs, because ${shell} takes it for options.`
      : null,
    edit: {
      kind: 'line',
      originID: file.id,
      number,
      ...parts,
      shell,
      escapesPercent: true,
      commandBytesMax: COMMAND_BYTES_MAX[host.program],
    },
  };
}

/** Matches commands that every shell takes for its own options after `-c`. */
const IS_OPTION = /^[-+]/;

/** Matches the times of a line. */
const TIMES = /^\s*-?(?:@\S+|\S+(?:\s+\S+){4})/;

/** Parses a line with the times that cron understood, which may be fewer than the line contains. */
function readAsUnderstood(entry: CrontabEntry, read: CronLine | null): CrontabEntryResult {
  const written = TIMES.exec(entry.text)?.[0];
  if (read?.isRead !== true || written === undefined) return readCrontabEntry(entry);
  const parsed = readCrontabEntry({ ...entry, text: read.times + entry.text.slice(written.length) });
  if (!parsed.ok) return parsed;
  const { parts } = parsed;
  return { ...parsed, parts: { ...parts, before: written + parts.before.slice(read.times.length) } };
}

/** Counts cronie's option `-n` before a command to the times. */
function withoutOption(parts: Pick<LineEdit, 'before' | 'command' | 'after'>) {
  const option = /^-n[ \t]+/.exec(parts.command)?.[0] ?? '';
  return { ...parts, before: parts.before + option, command: parts.command.slice(option.length) };
}

/** Matches the line that the documentation recommends for sending spooled reports. */
const SENDS_REPORTS = /^(?:\S*\/)?overdue(?:\.js)?\s+flush(?:\s|$)/;

function obstacleOf({
  command,
  shell,
  user,
  folder,
  host,
  file,
}: {
  readonly command: string;
  readonly shell: string;
  readonly user: string | null;
  readonly folder: ReturnType<typeof readPartsFolder>;
  readonly host: CrontabHost;
  readonly file: ScheduleFile;
}): string | null {
  if (user === null) return 'The line has no user, which /etc/crontab and /etc/cron.d require.';
  if (command === '') return 'There is no command after the times.';
  if (folder !== null && folder.scripts.length === 0) return `${folder.path} has no scripts.`;
  if (SENDS_REPORTS.test(command)) return 'The line sends waiting reports, so it needs no monitor.';
  const idle = reasonForIdleness(command, host.exists);
  if (idle !== null) return idle;
  if (file.linkTarget !== null)
    return `${file.id} is a symbolic link, and Overdue doesn’t write through links. Put "overdue exec" into the line of ${file.linkTarget}.`;
  if (KNOWN_SHELLS.test(shell)) return null;
  return `Overdue doesn't know the quoting rules of the SHELL ${shell}. Put "overdue exec" into the line yourself.`;
}

function notesOf(
  settings: ReadonlyMap<string, string>,
  {
    crontab,
    host,
    hasCarriageReturns,
  }: Pick<LineContext, 'host' | 'hasCarriageReturns'> & {
    readonly crontab: { readonly timezone: string | null };
  },
): readonly string[] {
  const notes: string[] = [];
  if (crontab.timezone !== null && host.program === 'debian')
    notes.push('CRON_TZ is ignored, because Debian’s cron reads all times in the time zone of the machine.');
  if (settings.get('MAILTO') === '') notes.push('MAILTO is empty, so cron drops the output of the job.');
  if (hasCarriageReturns) notes.push('Lines end with a carriage return, which cron passes to the command.');
  return notes;
}

/** Matches a test of a path at the beginning of a command: `test -x PATH ||` or `[ ! -d PATH ] &&`. */
const GUARD = /^(?:test\s+(!\s+)?-[a-z]\s+(\S+)|\[\s+(!\s+)?-[a-z]\s+(\S+)\s+\])\s*(\|\||&&)/;

/**
 * Returns why a command does nothing on this host; null if it does something. Packages with timers also install such
 * commands for hosts without systemd.
 */
export function reasonForIdleness(command: string, exists: (path: string) => boolean): string | null {
  const [, negated1, path1, negated2, path2, operator] = GUARD.exec(command.trim()) ?? [];
  const path = path1 ?? path2;
  if (path === undefined) return null;
  const isThere = exists(path);
  const isTrue = isThere === ((negated1 ?? negated2) === undefined);
  if (isTrue === (operator === '&&')) return null;
  return `The command does nothing on this host, because ${path} ${isThere ? 'exists' : "doesn't exist"}.`;
}
