import { maskSecrets } from '../exec/mask-secrets.ts';
import { visibleLine } from '../print/plain.ts';
import { pluralize } from '../print/pluralize.ts';
import { styler } from '../print/style.ts';
import { table } from '../print/table.ts';
import { exactDurationText } from '../print/times.ts';
import type { CommandLine } from '../process/command-line.ts';
import type { AssessedHost, AssessedJob, JobState } from './assess-jobs.ts';
import type { Host } from './host.ts';
import { proposeTags } from './propose-name.ts';

const STATES: Readonly<
  Record<JobState, { readonly text: string; readonly style: 'good' | 'bad' | 'quiet' | 'warning' }>
> = {
  monitored: { text: 'monitored', style: 'good' },
  unmonitored: { text: 'not monitored', style: 'bad' },
  elsewhere: { text: 'elsewhere', style: 'warning' },
  skipped: { text: 'skipped', style: 'quiet' },
};

/** Returns the jobs of a host as JSON. */
export function discoveredJSON(host: Host, { jobs, gone }: AssessedHost) {
  return {
    host: host.name,
    timezone: host.timezone,
    jobs: jobs.map((job) => ({
      source: job.source,
      place: job.place,
      user: job.user,
      command: shownCommand(job),
      when: job.when,
      state: job.state,
      reason: job.reason,
      notes: job.notes,
      monitor:
        job.state === 'unmonitored'
          ? { name: job.monitorName, tags: proposeTags(job, host.name), schedule: job.schedule }
          : null,
    })),
    gone: gone.map(({ name, place }) => ({ name, place })),
    problems: [...host.problems].map(([path, reason]) => ({ path, reason })),
  };
}

/**
 * Returns a table of the jobs, followed by the problems and the jobs that are no longer on the host. Appends the hint if any job is
 * not monitored.
 */
export function discoveredText(
  cli: CommandLine,
  host: Host,
  { jobs, gone, hint }: AssessedHost & { readonly hint: string },
): string {
  const rows = table<AssessedJob>(
    cli,
    [
      { title: 'What', cell: whatOf, isFlexible: true },
      { title: 'When', cell: ({ when }) => when },
      { title: 'Where', cell: ({ place }) => place, isFlexible: true },
      { title: 'State', cell: ({ state }) => STATES[state] },
      { title: 'Grace', cell: graceOf },
      {
        title: 'Note',
        cell: ({ reason, notes }) => [reason, ...notes].filter((note) => note !== '').join(' '),
        isFlexible: true,
      },
    ],
    jobs,
  );
  const style = styler(cli);
  const lines = [
    ...[...host.problems].map(([path, reason]) => style(`${visibleLine(path)}: ${reason}`, 'warning')),
    ...gone.map(({ name, place }) =>
      style(
        `Gone: ${visibleLine(name)} (${visibleLine(place)}). Delete its monitor if the job is no longer needed.`,
        'warning',
      ),
    ),
    `${summaryOf(jobs)}${jobs.some(({ state }) => state === 'unmonitored') ? hint : ''}`,
  ];
  return `${jobs.length === 0 ? '' : `${rows}\n`}${lines.join('\n')}\n`;
}

function whatOf(job: AssessedJob): string {
  return job.monitorName || job.name || shownCommand(job);
}

function graceOf({ schedule, state }: AssessedJob): string {
  const seconds = state === 'unmonitored' ? schedule?.graceDuration : undefined;
  return seconds === undefined ? '' : exactDurationText(seconds);
}

function summaryOf(jobs: readonly AssessedJob[]): string {
  if (jobs.length === 0) return 'Nothing is scheduled here.';
  const count = (state: JobState) => jobs.filter((job) => job.state === state).length;
  const numbers = [`${count('monitored')} monitored`, `${count('unmonitored')} not monitored`];
  if (count('elsewhere') > 0) numbers.push(`${count('elsewhere')} reporting elsewhere`);
  if (count('skipped') > 0) numbers.push(`${count('skipped')} skipped`);
  return `${pluralize(jobs.length, 'job')}: ${numbers.join(', ')}.`;
}

function shownCommand({ command }: AssessedJob): string {
  return maskSecrets(Buffer.from(command), {}).toString();
}
