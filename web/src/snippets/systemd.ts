import { cronFor } from './cron-for.ts';
import { ANY_JOB, execStart } from './job-command.ts';
import { CURL } from './shell.ts';
import type { SnippetSchedule, WriteSnippet } from './snippet.ts';

/** Maximum characters of a unit's name without its suffix. systemd allows 255 with the suffix. */
const UNIT_LENGTH_MAX = 60;

function unitName(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const unit = letters.replaceAll(/[^a-z0-9]+/g, '-').slice(0, UNIT_LENGTH_MAX);
  return unit.replaceAll(/^-|-$/g, '') || 'job';
}

/** systemd replaces specifiers such as `%n`, and continues a line that ends in a backslash. */
function description(name: string): string {
  return name.replaceAll('%', '%%').replace(/\\+$/, '');
}

/** systemd replaces `$$` with a dollar sign. With the minus, a failed ping doesn't fail the unit. */
export const systemdService: WriteSnippet = (
  pingURL,
  _schedule,
  { command = ANY_JOB, name = 'My job' } = {},
) =>
  `# /etc/systemd/system/${unitName(name)}.service
[Unit]
Description=${description(name)}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
Environment=PING_URL=${pingURL}
# systemd generates an INVOCATION_ID for each run. EXIT_STATUS is a number or the name of a signal; Overdue accepts both.
ExecStartPre=-/bin/sh -c '${CURL} "$$PING_URL/start?rid=$$INVOCATION_ID"'
ExecStart=${execStart(command)}
ExecStopPost=-/bin/sh -c '${CURL} "$$PING_URL/$$EXIT_STATUS?rid=$$INVOCATION_ID"'`;

export const systemdTimer: WriteSnippet = (_pingURL, schedule, { name = 'My job' } = {}) => {
  const lines = timerLines(schedule) ?? [
    "# A timer can't express this schedule. Replace the line with the closest match.",
    'OnCalendar=*-*-* 02:00:00',
  ];
  return [
    `# /etc/systemd/system/${unitName(name)}.timer`,
    '[Unit]',
    `Description=Starts ${description(name)}`,
    '',
    '[Timer]',
    ...lines,
    'AccuracySec=1s',
    ...(schedule.type !== 'interval' ? ['Persistent=true'] : []),
    '',
    '[Install]',
    'WantedBy=timers.target',
  ].join('\n');
};

export const systemdCommands: WriteSnippet = (_pingURL, _schedule, { name = 'My job' } = {}) =>
  `sudo systemctl daemon-reload
sudo systemctl enable --now ${unitName(name)}.timer
sudo systemctl start ${unitName(name)}.service   # one run, to see the pings arrive`;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the schedule lines of a systemd timer; null if they can't express the schedule. A schedule with both days of the month
 * and weekdays needs two lines, because cron joins them by "or".
 */
export function timerLines(schedule: SnippetSchedule): readonly string[] | null {
  if (schedule.type === 'interval') {
    return [`OnActiveSec=${schedule.interval}s`, `OnUnitActiveSec=${schedule.interval}s`];
  }
  const zone = schedule.timezone === 'UTC' ? ' UTC' : ` ${schedule.timezone}`;
  if (schedule.type === 'oncalendar') {
    return schedule.onCalendar.split('\n').map((line) => `OnCalendar=${line}${namesZone(line) ? '' : zone}`);
  }
  const fields = cronFor(schedule)?.split(' ');
  if (fields === undefined) return null;
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = fields;
  const time = `${clock(hour)}:${clock(minute)}:00`;
  const months = list(month, (name) => twoDigits(MONTHS.indexOf(name.toLowerCase()) + 1 || Number(name)));
  const byDate = `*-${months}-${list(dayOfMonth, (name) => twoDigits(Number(name)))} ${time}${zone}`;
  const weekdays = weekdaysOf(dayOfWeek);
  if (weekdays === null) return [`OnCalendar=${byDate}`];
  const byWeekday = `${weekdays} *-${months}-* ${time}${zone}`;
  const needsTwoLines = !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*');
  if (needsTwoLines) return [`OnCalendar=${byDate}`, `OnCalendar=${byWeekday}`];
  return [`OnCalendar=${weekdays} ${byDate}`];
}

/** Whether the line names a time zone. Only zones and weekdays start with letters, and weekdays come first. */
function namesZone(line: string): boolean {
  const [first = '', ...others] = line.split(' ');
  const last = others.at(-1) ?? '';
  return first.startsWith('@') || (/^[a-z]/i.test(last) && last !== first);
}

/** Translates the weekday field; null for every day. */
function weekdaysOf(field: string): string | null {
  if (field === '*') return null;
  const days = field.split(',').flatMap((part) => {
    const [range = '*', step = '1'] = part.split('/');
    const [from = 0, until = from] = range === '*' ? [0, 6] : range.split('-').map(dayNumber);
    return Array.from({ length: Math.max(0, until - from) + 1 }, (_, index) => from + index).filter(
      (day) => (day - from) % Number(step) === 0,
    );
  });
  return [...new Set(days.map((day) => DAYS[day % 7]))].join(',');
}

function dayNumber(name: string): number {
  const index = DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase());
  return index === -1 ? Number(name) : index;
}

function clock(field: string): string {
  return list(field, (name) => twoDigits(Number(name)));
}

/** Translates `0-30/10,45` to `00..30/10,45`. */
function list(field: string, number: (name: string) => string): string {
  return field
    .split(',')
    .map((part) => {
      const [range = '*', step] = part.split('/');
      const [from = '*', until] = range.split('-');
      const written =
        from === '*' ? '*' : until === undefined ? number(from) : `${number(from)}..${number(until)}`;
      if (step === undefined) return written;
      return `${written === '*' ? '00' : written}/${step}`;
    })
    .join(',');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
