import type { Command } from 'commander';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue pause nightly-backup

Exit status: 0; 1 if there is no such monitor. See "overdue --help" for errors.`;

export function addPause(program: Command, cli: CommandLine): void {
  const command = program
    .command('pause')
    .description('stop evaluating a monitor; its pings are still recorded')
    .argument('<monitor>', 'name, slug or ID')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: ServiceOptions) => {
    const { client } = openService(cli, options);
    const { shortID } = await findMonitor(client, name);
    const monitor = await client.monitors.pause(shortID);
    printResult(cli, {
      json: options.json,
      value: { monitor },
      text: () => `${visibleLine(monitor.name)} is now ${monitor.status}.\n`,
    });
  });
}
