import {
  type CrontabEntry,
  findCrontabEntries,
  readCrontabEntry,
} from '../../../../server/src/domain/schedule/crontab-file.ts';
import type { FoundJob } from '../job.ts';
import { decodeText, type ScheduleFile, withEmptyHeader } from '../schedule-file.ts';
import { expandVariables } from './expand-variables.ts';
import { reasonForIdleness } from './idle-command.ts';
import { readPartsFolder } from './parts-folder.ts';
import { proposeSchedule } from './propose-schedule.ts';

/** Facts about the host that affect the meaning of a crontab's lines. */
export interface CrontabHost {
  readonly timezone: string;
  readonly now: number;
  readonly exists: (path: string) => boolean;
  /** Returns the scripts that `run-parts` runs in a folder. */
  readonly scripts: (folder: string) => readonly string[];
  /** Whether cron reads `CRON_TZ`. Debian's cron doesn't. */
  readonly readsTimezone: boolean;
}

/** Shells whose quoting {@link wrapCommand} supports. */
const KNOWN_SHELLS = /(?:^|\/)(?:sh|bash|dash|ash|zsh|ksh|mksh)$/;

/** Reads the jobs of a crontab. */
export function readCrontabJobs(file: ScheduleFile, host: CrontabHost): readonly FoundJob[] {
  const crontab = { text: withEmptyHeader(decodeText(file.bytes)), isSystem: file.crontabUser === null };
  const hasCarriageReturns = crontab.text.includes('\r\n');
  return findCrontabEntries(crontab).map((entry) => readLine(entry, { file, host, hasCarriageReturns }));
}

interface LineContext {
  readonly file: ScheduleFile;
  readonly host: CrontabHost;
  readonly hasCarriageReturns: boolean;
}

function readLine(entry: CrontabEntry, { file, host, hasCarriageReturns }: LineContext): FoundJob {
  const place = `${file.id}, line ${entry.number}`;
  const parsed = readCrontabEntry(entry);
  const line = entry.text.trim();
  const common = { source: 'crontab', place, originID: file.id, tags: ['cron'] } as const;
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
  const { crontab, parts } = parsed;
  const { command, cron } = crontab;
  const folder = readPartsFolder(command, host.scripts);
  const timezone = (host.readsTimezone ? crontab.timezone : null) ?? host.timezone;
  const proposed = proposeSchedule({ type: 'cron', cron, timezone }, { now: host.now });
  const shell = entry.settings.get('SHELL') || '/bin/sh';
  const { number } = entry;
  return {
    ...common,
    key: `${file.id}: ${cron} ${command}`,
    user: file.crontabUser ?? crontab.user,
    command: folder?.description ?? command,
    name: folder?.name ?? crontab.name,
    when: cron,
    schedule: proposed.ok ? proposed.schedule : null,
    obstacle: proposed.ok
      ? obstacleOf({ command, shell, user: file.crontabUser ?? crontab.user, folder, host })
      : proposed.reason,
    searchedText: expandVariables(command, entry.settings),
    notes: notesOf(entry, { crontab, host, hasCarriageReturns }),
    edit: { kind: 'line', originID: file.id, number, ...parts, shell, escapesPercent: true },
  };
}

/** Matches the line that the documentation recommends for sending spooled reports. */
const SENDS_REPORTS = /^(?:\S*\/)?overdue(?:\.js)?\s+flush(?:\s|$)/;

function obstacleOf({
  command,
  shell,
  user,
  folder,
  host,
}: {
  readonly command: string;
  readonly shell: string;
  readonly user: string | null;
  readonly folder: ReturnType<typeof readPartsFolder>;
  readonly host: CrontabHost;
}): string | null {
  if (user === null) return 'The line has no user, which /etc/crontab and /etc/cron.d require.';
  if (command === '') return 'There is no command after the times.';
  if (folder !== null && folder.scripts.length === 0) return `${folder.path} has no scripts.`;
  if (SENDS_REPORTS.test(command)) return 'The line sends waiting reports, so it needs no monitor.';
  const idle = reasonForIdleness(command, host.exists);
  if (idle !== null) return idle;
  if (KNOWN_SHELLS.test(shell)) return null;
  return `Overdue doesn't know the quoting rules of the SHELL ${shell}. Put "overdue exec" into the line yourself.`;
}

function notesOf(
  { settings }: CrontabEntry,
  {
    crontab,
    host,
    hasCarriageReturns,
  }: Omit<LineContext, 'file'> & { readonly crontab: { readonly timezone: string | null } },
): readonly string[] {
  const notes: string[] = [];
  if (crontab.timezone !== null && !host.readsTimezone)
    notes.push('CRON_TZ is ignored, because Debian’s cron reads all times in the time zone of the machine.');
  if (settings.get('MAILTO') === '') notes.push('MAILTO is empty, so cron drops the output of the job.');
  if (hasCarriageReturns) notes.push('Lines end with a carriage return, which cron passes to the command.');
  return notes;
}
