import { ALERTED_LINKS } from '@overdue/domain/alerting/alert.ts';
import type { Command } from 'commander';
import type { Monitor } from '../../../sdk/src/api.generated.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { facts } from '../print/facts.ts';
import { printResult } from '../print/result.ts';
import { distanceText, timeText } from '../print/times.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue show nightly-backup
  overdue show "Nightly backup" --json

Exit status: 0, even if the monitor is down; 1 if there is no such monitor. See "overdue --help" for errors.`;

export function addShow(program: Command, cli: CommandLine): void {
  const command = program
    .command('show')
    .description('show a monitor')
    .argument('<monitor>', 'name, slug or ID')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: ServiceOptions) => {
    const { client, url } = openService(cli, options);
    const monitor = await findMonitor(client, name);
    printResult(cli, {
      json: options.json,
      value: { monitor },
      text: () => facts(entriesOf(monitor, url, cli.clock.now())),
    });
  });
}

function entriesOf(monitor: Monitor, url: string, now: number): readonly (readonly [string, string])[] {
  const at = (time: string | null) =>
    time === null || time === '' ? '' : `${timeText(time)} (${distanceText(time, now)})`;
  const { schedule, incident, mutedUntil } = monitor;
  return [
    ['Name', monitor.name],
    ['Status', monitor.status],
    ['Why', monitor.explanation],
    ['Schedule', schedule.summary],
    ['Last ping', monitor.lastPingAt === '' ? 'never' : at(monitor.lastPingAt)],
    ['Next run', at(monitor.nextExpectedAt)],
    ['Down since', at(monitor.downSince)],
    ['Acknowledged', incident?.acknowledgedBy == null ? '' : `by ${incident.acknowledgedBy}`],
    ['Snoozed until', at(incident?.snoozedUntil ?? null)],
    ['Muted until', mutedUntil !== null && Date.parse(mutedUntil) > now ? at(mutedUntil) : ''],
    ['Tags', monitor.tags.join(', ')],
    ...ALERTED_LINKS.map(({ field, label }) => [label, monitor[field]] as const),
    ['Ping URL', monitor.pingURL],
    ['Page', `${url}/monitors/${monitor.shortID}`],
  ];
}
