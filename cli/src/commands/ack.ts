import type { Command } from 'commander';
import { addServiceOptions, connect, type ServiceOptions } from '../api/connect.ts';
import { CommandError, type CommandLine } from '../command-line.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { plainLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';

const EXAMPLES = `
Examples:
  overdue ack nightly-backup
  overdue ack nightly-backup --note "The disk is full. I am on it."

Exit status: 0; 1 if the monitor has no open incident, or if somebody has acknowledged it. See "overdue --help" for errors.`;

interface AckOptions extends ServiceOptions {
  readonly note?: string;
}

export function addAck(program: Command, cli: CommandLine): void {
  const command = program
    .command('ack')
    .description("acknowledge a monitor's open incident, which stops reminders and escalation")
    .argument('<monitor>', 'name, slug or ID')
    .option('--note <text>', 'note for other members')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: AckOptions) => {
    const { client } = connect(cli, options);
    const monitor = await findMonitor(client, name);
    if (monitor.incident === null) throw new CommandError(`${plainLine(monitor.name)} has no open incident.`);
    const incident = await client.incidents.acknowledge(monitor.incident.incidentID, options.note ?? '');
    printResult(cli, {
      json: options.json,
      value: { incident },
      text: () => `The incident of ${plainLine(monitor.name)} is acknowledged.\n`,
    });
  });
}
