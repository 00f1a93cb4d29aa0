import { ANY_JOB, execStart } from './job-command.ts';
import { timerLines } from './on-calendar.ts';
import { CURL } from './shell.ts';
import type { WriteSnippet } from './snippet.ts';

/** systemd replaces `$$` with a dollar sign. With the minus, a failed ping doesn't fail the unit. */
export const systemdService: WriteSnippet = (pingURL, _schedule, job = ANY_JOB) =>
  `# /etc/systemd/system/job.service
[Unit]
Description=My job
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
Environment=PING_URL=${pingURL}
# systemd generates an INVOCATION_ID for each run. EXIT_STATUS is a number or the name of a signal; Overdue accepts both.
ExecStartPre=-/bin/sh -c '${CURL} "$$PING_URL/start?rid=$$INVOCATION_ID"'
ExecStart=${execStart(job)}
ExecStopPost=-/bin/sh -c '${CURL} "$$PING_URL/$$EXIT_STATUS?rid=$$INVOCATION_ID"'`;

export const systemdTimer: WriteSnippet = (_pingURL, schedule) => {
  const lines = timerLines(schedule) ?? [
    "# A timer can't express this schedule. Replace the line with the closest match.",
    'OnCalendar=*-*-* 02:00:00',
  ];
  return [
    '# /etc/systemd/system/job.timer',
    '[Unit]',
    'Description=Runs my job',
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

export const systemdCommands: WriteSnippet = () =>
  `sudo systemctl daemon-reload
sudo systemctl enable --now job.timer
sudo systemctl start job.service   # one run, to see the pings arrive`;
