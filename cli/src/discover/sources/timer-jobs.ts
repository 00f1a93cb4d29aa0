import { posix } from 'node:path';
import {
  graceOfTimer,
  readTimerUnits,
  scheduleOfTimer,
} from '../../../../server/src/domain/schedule/systemd-timer.ts';
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
} from './unit-files.ts';

/** Name of the drop-in that makes a service report. */
const DROP_IN = 'overdue.conf';

export interface TimerOptions {
  readonly units: UnitFolders;
  /** Owner of the units; null for units of the system. */
  readonly user: string | null;
  readonly now: number;
}

/** Reads the timers that are enabled or active. */
export function readTimerJobs(host: Host, options: TimerOptions): readonly FoundJob[] {
  const names = listUnits(host, options.units);
  const timers = new Set([...enabledTimers(host, names, options.units), ...activeTimers(host, options)]);
  return [...timers].sort().flatMap((timer) => {
    const unit = readUnit(host, timer, names);
    return unit === null ? [] : [readTimer(timer, unit, { host, options, names })];
  });
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

function readTimer(
  timer: string,
  unit: UnitText,
  {
    host,
    options,
    names,
  }: { readonly host: Host; readonly options: TimerOptions; readonly names: UnitNames },
): FoundJob {
  const { user, units, now } = options;
  const service = settingsOf(unit.text, 'Unit').at(-1) ?? timer.replace(/\.timer$/, '.service');
  const serviceUnit = readUnit(host, service, names);
  const settings =
    readTimerUnits(unit.text.replaceAll(/^# (\S*\/)[^/]+\.timer((?:\.d\/[^/]+)?)$/gm, `# $1${timer}$2`)).get(
      timer,
    ) ?? null;
  const schedule = settings === null ? null : scheduleOfTimer(settings, host.timezone);
  const proposed =
    schedule === null ? null : proposeSchedule(schedule, { now, graceMin: graceOfTimer(settings) });
  const obstacle =
    proposed === null
      ? 'The timer doesn’t repeat, so a missed run can’t be detected.'
      : proposed.ok
        ? (obstacleOf(service, serviceUnit) ?? userObstacle(host, user))
        : proposed.reason;
  const owner = user === null ? 'systemd' : `systemd of ${user}`;
  return {
    source: 'systemd',
    key: `${owner}: ${timer}`,
    place: user === null ? timer : `${timer} of ${user}`,
    originID: owner,
    user: user ?? settingsOf(serviceUnit?.text ?? '', 'User').at(-1) ?? 'root',
    command: settingsOf(serviceUnit?.text ?? '', 'ExecStart').join('; '),
    name: timer.replace(/\.timer$/, ''),
    when:
      schedule?.onCalendar?.replaceAll('\n', ', ') ??
      (schedule?.interval === undefined ? '' : `every ${schedule.interval} s`),
    schedule: proposed?.ok === true ? proposed.schedule : null,
    obstacle,
    searchedText: serviceUnit?.text ?? '',
    tags: ['systemd'],
    notes: [...networkNotes(serviceUnit), ...lingerNotes(host, user)],
    edit: { kind: 'drop-in', path: posix.join(units.own, `${service}.d`, DROP_IN), user },
  };
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
  const isPrivate = /^(?:1|yes|true|on)$/i.test(settingsOf(unit?.text ?? '', 'PrivateNetwork').at(-1) ?? '');
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
