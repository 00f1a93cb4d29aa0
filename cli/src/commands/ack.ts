import { type Command, Option } from 'commander';
import type { IncidentWithFailures } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { CommandError, type CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue ack nightly-backup
  overdue ack nightly-backup --note "The disk is full. I am on it."
  overdue ack nightly-backup --take-over
  overdue ack nightly-backup --undo

Exit status: 0; 1 if the monitor has no open incident, if another member has acknowledged it, or if there is nothing to take
back. See "overdue --help" for errors.`;

interface AckOptions extends ServiceOptions {
  readonly note?: string;
  readonly takeOver?: boolean;
  readonly undo?: boolean;
}

export function addAck(program: Command, cli: CommandLine): void {
  const command = program
    .command('ack')
    .description("acknowledge a monitor's open incident, which stops reminders and escalation")
    .argument('<monitor>', 'name, slug or ID')
    .option('--note <text>', 'note for other members')
    .option('--take-over', 'replace the acknowledgement of another member')
    .addOption(
      new Option(
        '--undo',
        'take back the acknowledgement, so that reminders and escalation continue',
      ).conflicts(['note', 'takeOver']),
    )
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: AckOptions) => {
    const { client } = openService(cli, options);
    const monitor = await findMonitor(client, name);
    if (monitor.incident === null)
      throw new CommandError(`${visibleLine(monitor.name)} has no open incident.`);
    const incident = await change(client, monitor.incident.incidentID, options);
    printResult(cli, {
      json: options.json,
      value: { incident },
      text: () =>
        options.undo === true
          ? `${visibleLine(monitor.name)} is no longer acknowledged. Reminders and escalation continue.\n`
          : `The incident of ${visibleLine(monitor.name)} is acknowledged.\n`,
    });
  });
}

function change(
  { incidents }: Client,
  incidentID: string,
  { note = '', takeOver = false, undo = false }: AckOptions,
): Promise<IncidentWithFailures> {
  if (undo) return incidents.unacknowledge(incidentID);
  return takeOver ? incidents.takeOver(incidentID, note) : incidents.acknowledge(incidentID, note);
}
