import { ANY_JOB, execStart } from './job-command.ts';
import { timerLines } from './on-calendar.ts';
import { CURL } from './shell.ts';
import type { WriteSnippet } from './snippet.ts';

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
