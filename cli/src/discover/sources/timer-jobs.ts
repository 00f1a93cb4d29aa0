import { posix } from 'node:path';
import { isRefusedBySystemd } from '@overdue/domain/schedule/on-calendar-systemd.ts';
import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { graceOfTimer, readTimerUnits } from '@overdue/domain/schedule/systemd-timer.ts';
import { FOLDER_SETTINGS, type FolderSetting } from '../edit/drop-in.ts';
import type { Host } from '../host.ts';
import type { FoundJob } from '../job.ts';
import { proposeSchedule } from './propose-schedule.ts';
import {
  enabledTimers,
  listUnits,
  readUnit,
  settingsOf,
  type UnitFolders,
  type UnitNames,
  type UnitText,
  unitOfAlias,
} from './unit-files.ts';

/** Name of the drop-in that makes a service report. */
const DROP_IN = 'overdue.conf';

export interface TimerOptions {
  readonly units: UnitFolders;
  /** Owner of the units; null for units of the system. */
  readonly user: string | null;
  readonly now: number;
}

/** Reads the timers that are enabled or active. Timers of one service are one job, because their runs can't be told apart. */
export function readTimerJobs(host: Host, options: TimerOptions): readonly FoundJob[] {
  const names = listUnits(host, options.units);
  const enabled = new Set([...enabledTimers(host, names, options.units), ...activeTimers(host, options)]);
  const timers = [...enabled].sort().flatMap((timer) => {
    const unit = readUnit(host, timer, names);
    return unit === null ? [] : [readTimer(timer, unit, { host, names })];
  });
  const byService = Map.groupBy(timers, ({ service }) => service);
  return [...byService].map(([service, group]) => readServiceJob(service, group, { host, options, names }));
}

/** Returns the active timers of the system, including timers started by hand; none in an image or without systemd. */
function activeTimers(host: Host, { user }: TimerOptions): readonly string[] {
  if (user !== null || !host.exists('/run/systemd/system')) return [];
  const result = host.run('systemctl', ['list-timers', '--no-pager', '--output=json']);
  if (result?.status !== 0) return [];
  return [...result.stdout.toString().matchAll(/"unit"\s*:\s*"([^"\\]+\.timer)"/g)].map(
    ([, unit = '']) => unit,
  );
}

interface Timer {
  readonly name: string;
  readonly service: string;
  /** Expressions that systemd accepts. */
  readonly calendars: readonly string[];
  /** Expressions that systemd refuses. */
  readonly refused: readonly string[];
  readonly interval: number | null;
  /** Minimum grace period in seconds. */
  readonly grace: number;
}

function readTimer(
  name: string,
  unit: UnitText,
  { host, names }: { readonly host: Host; readonly names: UnitNames },
): Timer {
  const written = settingsOf(unit.text, 'Timer', 'Unit').at(-1) ?? name.replace(/\.timer$/, '.service');
  const settings =
    readTimerUnits(unit.text.replaceAll(/^# (\S*\/)[^/]+\.timer((?:\.d\/[^/]+)?)$/gm, `# $1${name}$2`)).get(
      name,
    ) ?? null;
  const calendars = settings?.calendars ?? [];
  const refused = calendars.filter((calendar) => isRefused(host, calendar));
  return {
    name,
    service: unitOfAlias(host, written, names),
    calendars: calendars.filter((calendar) => !refused.includes(calendar)),
    refused,
    interval: settings?.interval ?? null,
    grace: graceOfTimer(settings),
  };
}

/** Whether systemd refuses an expression. The systemd of a running host decides; otherwise, our own copy of its rule. */
function isRefused(host: Host, calendar: string): boolean {
  const result = host.run('systemd-analyze', ['calendar', calendar]);
  return isRefusedBySystemd(calendar) || (result !== null && result.status !== 0);
}

interface ServiceContext {
  readonly host: Host;
  readonly options: TimerOptions;
  readonly names: UnitNames;
}

function readServiceJob(
  service: string,
  timers: readonly Timer[],
  { host, options, names }: ServiceContext,
): FoundJob {
  const { user, units, now } = options;
  const serviceUnit = readUnit(host, service, names);
  const text = serviceUnit?.text ?? '';
  const schedule = scheduleOfTimers(timers, host.timezone);
  const graceMin = Math.max(...timers.map(({ grace }) => grace));
  const proposed = schedule === null ? null : proposeSchedule(schedule, { now, graceMin });
  const owner = user === null ? 'systemd' : `systemd of ${user}`;
  const timerNames = timers.map(({ name }) => name).join(' and ');
  const runsAs = serviceUserOf(text);
  const foreign = user === null && runsAs === null ? foreignEnvironmentOf(host, text) : null;
  const runsAsOwner = user !== null || (runsAs === null && foreign === null);
  const folderSetting = runsAsOwner ? null : folderSettingOf(text);
  const isNeverStarted = timers.every(
    ({ refused, calendars, interval }) => refused.length > 0 && calendars.length === 0 && interval === null,
  );
  return {
    source: 'systemd',
    key: `${owner}: ${timers.map(({ name }) => name).join(' ')}`,
    place: user === null ? timerNames : `${timerNames} of ${user}`,
    originID: owner,
    user: user ?? runsAs ?? 'root',
    command: settingsOf(text, 'Service', 'ExecStart').join('; '),
    name: (timers.length === 1 ? timerNames : service).replace(/\.(?:timer|service)$/, ''),
    when: whenOf(schedule) || timers.flatMap(({ refused }) => refused).join(', '),
    schedule: proposed?.ok === true ? proposed.schedule : null,
    obstacle:
      proposed === null
        ? 'The timer doesn’t repeat, so a missed run can’t be detected.'
        : proposed.ok
          ? (obstacleOf(service, serviceUnit) ?? userObstacle(host, user))
          : proposed.reason,
    ignored: isNeverStarted
      ? `systemd refuses OnCalendar=${timers.flatMap(({ refused }) => refused).join(', ')}, so the timer never starts.`
      : null,
    searchedText: text,
    tags: ['systemd'],
    notes: [
      ...timersNotes(service, timers),
      ...(isNeverStarted ? [] : refusedNotes(timers)),
      ...userNotes(user === null ? runsAs : null, folderSetting),
      ...(foreign === null ? [] : [environmentNote(foreign)]),
      ...networkNotes(serviceUnit),
      ...lingerNotes(host, user),
    ],
    edit: {
      kind: 'drop-in',
      path: posix.join(units.own, `${service}.d`, DROP_IN),
      user,
      runsAsOwner,
      folderSetting,
    },
  };
}

/**
 * Returns the schedule of all timers of a service; null if none repeats. An interval counts from any start of the service, so with an
 * interval the service runs at least that often.
 */
function scheduleOfTimers(timers: readonly Timer[], timezone: string): ScheduleInput | null {
  const intervals = timers.flatMap(({ interval, calendars }) =>
    interval === null || calendars.length > 0 ? [] : [interval],
  );
  const calendars = timers.flatMap((timer) => timer.calendars);
  if (intervals.length > 0) return { type: 'interval', interval: Math.min(...intervals), timezone };
  return calendars.length === 0
    ? null
    : { type: 'oncalendar', onCalendar: [...new Set(calendars)].join('\n'), timezone };
}

function whenOf(schedule: ScheduleInput | null): string {
  if (schedule?.interval !== undefined) return `every ${schedule.interval} s`;
  return schedule?.onCalendar?.replaceAll('\n', ', ') ?? '';
}

/** Returns the user of a service; null for root. */
function serviceUserOf(text: string): string | null {
  const user = settingsOf(text, 'Service', 'User').at(-1) ?? null;
  if (user !== null) return user === 'root' || user === '0' ? null : user;
  return /^(?:1|yes|true|on|y|t)$/i.test(settingsOf(text, 'Service', 'DynamicUser').at(-1) ?? '')
    ? 'a dynamic user'
    : null;
}

/**
 * Returns an `EnvironmentFile=` of a service of root that another user may write; null if there is none. Its variables, such as
 * LD_PRELOAD, decide what runs before `overdue`, so `overdue` must stay within the sandbox of the service. Patterns and specifiers
 * count as such files, because their files aren't known.
 */
function foreignEnvironmentOf(host: Host, text: string): string | null {
  const paths = settingsOf(text, 'Service', 'EnvironmentFile').map((value) => value.replace(/^-/, ''));
  return paths.find((path) => !/^\/[^*?[%]*$/.test(path) || !host.isRootOnly(path)) ?? null;
}

function environmentNote(file: string): string {
  return `The service reports within its sandbox, because other users may write ${file}, from which its variables come.`;
}

function timersNotes(service: string, timers: readonly Timer[]): readonly string[] {
  return timers.length === 1
    ? []
    : [`${timers.length} timers start ${service}, so they have one monitor with all their times.`];
}

function refusedNotes(timers: readonly Timer[]): readonly string[] {
  const refused = timers.flatMap((timer) => timer.refused);
  return refused.length === 0 ? [] : [`systemd refuses and ignores OnCalendar=${refused.join(', ')}.`];
}

/**
 * Returns a setting that the service doesn't use; null if it uses all. A further folder in a setting of the service would change the variable
 * from which the service takes its own folder.
 */
function folderSettingOf(text: string): FolderSetting | null {
  const isUnused = (setting: FolderSetting) =>
    settingsOf(text, 'Service', setting).length === 0 && !text.includes(FOLDER_SETTINGS[setting].variable);
  return (['StateDirectory', 'CacheDirectory'] as const).find(isUnused) ?? null;
}

function userNotes(user: string | null, folderSetting: FolderSetting | null): readonly string[] {
  if (user === null) return [];
  const note = `The service reports as ${user}, within its sandbox. The report has a log only if ${user} may read the journal.`;
  if (folderSetting !== null) return [note];
  return [
    `${note} While Overdue can’t be reached, the report waits in the home folder of ${user}; it is lost if the service may not write there.`,
  ];
}

function obstacleOf(service: string, unit: UnitText | null): string | null {
  if (!service.endsWith('.service')) return `The timer starts ${service}, which is not a service.`;
  return unit === null ? `${service} is missing or masked.` : null;
}

/**
 * Returns why another user's timer can't be edited; otherwise null. root doesn't write into users' folders, because a user could
 * redirect the file with a link.
 */
function userObstacle(host: Host, user: string | null): string | null {
  return user === null || user === host.user
    ? null
    : `Run "overdue discover" as ${user} to monitor this timer.`;
}

function networkNotes(unit: UnitText | null): readonly string[] {
  const isPrivate = /^(?:1|yes|true|on)$/i.test(
    settingsOf(unit?.text ?? '', 'Service', 'PrivateNetwork').at(-1) ?? '',
  );
  return isPrivate
    ? [
        'PrivateNetwork is on, so the service has no network. Its reports wait until another job of the host sends them.',
      ]
    : [];
}

function lingerNotes(host: Host, user: string | null): readonly string[] {
  if (user === null || host.exists(`/var/lib/systemd/linger/${user}`)) return [];
  return [`The timer runs only while ${user} is logged in. To change that: loginctl enable-linger ${user}`];
}
