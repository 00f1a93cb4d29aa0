import { suggestName } from '@overdue/domain/schedule/crontab-name.ts';
import type { FoundJob } from '../job.ts';
import { decodeText, type ScheduleFile } from '../schedule-file.ts';
import type { CrontabHost } from './crontab-jobs.ts';
import { expandVariables } from './expand-variables.ts';
import { readPartsFolder } from './parts-folder.ts';
import { proposeSchedule } from './propose-schedule.ts';

const DAY_SECONDS = 86_400;
/** Anacron has no limit, but Linux limits an argument of a program. */
const ARGUMENT_BYTES_MAX = 131_071;
const PERIODS: Readonly<Record<string, number>> = {
  '@daily': 1,
  '@weekly': 7,
  '@monthly': 31,
  '@yearly': 366,
  '@annually': 366,
};
const ASSIGNMENT = /^\s*([A-Za-z_]\w*)\s*=\s*(["']?)(.*)\2\s*$/;
/** Matches period, delay, identifier and command. */
const LINE = /^(\s*(@\w+|\d{1,3})\s+\d+\s+(\S+)\s+)(\S(?:.*\S)?)(\s*)$/;

/** Reads the jobs of `/etc/anacrontab`. */
export function readAnacronJobs(file: ScheduleFile, host: CrontabHost): readonly FoundJob[] {
  const settings = new Map<string, string>();
  const jobs: FoundJob[] = [];
  for (const [index, line] of decodeText(file.bytes).split('\n').entries()) {
    const [, name, , value = ''] = ASSIGNMENT.exec(line) ?? [];
    const parts = LINE.exec(line);
    if (name !== undefined) settings.set(name, value);
    else if (parts !== null && !/^\s*#/.test(line)) {
      const [, before = '', period = '', id = '', command = '', after = ''] = parts;
      jobs.push(
        readLine(
          { number: index + 1, before, period, id, command, after },
          { file, host, settings: new Map(settings) },
        ),
      );
    }
  }
  return jobs;
}

interface AnacronLine {
  readonly number: number;
  readonly before: string;
  readonly period: string;
  readonly id: string;
  readonly command: string;
  readonly after: string;
}

function readLine(
  { number, before, period, id, command, after }: AnacronLine,
  {
    file,
    host,
    settings,
  }: {
    readonly file: ScheduleFile;
    readonly host: CrontabHost;
    readonly settings: ReadonlyMap<string, string>;
  },
): FoundJob {
  const days = PERIODS[period] ?? Number(period);
  const folder = readPartsFolder(command, host.scripts);
  // Anacron runs on machines that are switched off at times. Jobs may start late, so the grace period is at least a day.
  const proposed = proposeSchedule(
    { type: 'interval', interval: days * DAY_SECONDS, timezone: host.timezone },
    { now: host.now, graceMin: DAY_SECONDS },
  );
  const isContinued = command.endsWith('\\');
  return {
    source: 'anacron',
    key: `${file.id}: ${id}`,
    place: `${file.id}, line ${number}`,
    originID: file.id,
    user: 'root',
    command: folder?.description ?? command,
    name: folder?.name ?? (id || suggestName(command)),
    when: period.startsWith('@') ? period : `every ${days} days`,
    schedule: proposed.ok ? proposed.schedule : null,
    obstacle: obstacleOf(proposed.ok ? '' : proposed.reason, { isContinued, folder }),
    ignored: null,
    searchedText: expandVariables(command, settings),
    tags: ['anacron'],
    notes: folder?.notes ?? [],
    edit: {
      kind: 'line',
      originID: file.id,
      number,
      before,
      command,
      after,
      shell: settings.get('SHELL') || '/bin/sh',
      escapesPercent: false,
      commandBytesMax: ARGUMENT_BYTES_MAX,
    },
  };
}

function obstacleOf(
  reason: string,
  {
    isContinued,
    folder,
  }: { readonly isContinued: boolean; readonly folder: ReturnType<typeof readPartsFolder> },
): string | null {
  if (reason !== '') return reason;
  if (isContinued)
    return 'The command continues on the next line. Put "overdue exec" into the line yourself.';
  return folder !== null && folder.scripts.length === 0 ? `${folder.path} has no scripts.` : null;
}
