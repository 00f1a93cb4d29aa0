import type { Command } from 'commander';
import { CommandError, type CommandLine, EXIT, userAgentOf } from '../command-line.ts';
import { stateFolder } from '../config/state-folder.ts';
import { flush } from '../spool/flush.ts';

const EXAMPLES = `
Examples:
  overdue flush           send now what could not be sent before
  */5 * * * * overdue flush

Exit status: 0 if nothing waits any more, 3 if the service can't be reached.`;

export function addFlush(program: Command, cli: CommandLine): void {
  program
    .command('flush')
    .description('send the reports that wait because the service could not be reached')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json }: { readonly json?: true }) => {
      const result = await flush(stateFolder(cli.env), { clock: cli.clock, userAgent: userAgentOf(cli) });
      for (const reason of result.refused)
        cli.writeError(`overdue: a report was refused and dropped: ${reason}\n`);
      if (json === true) cli.write(`${JSON.stringify(result)}\n`);
      else cli.write(`SendResult: ${result.sent}. Waiting: ${result.waiting}.\n`);
      if (result.problem !== null)
        throw new CommandError(`${result.waiting} reports still wait. ${result.problem}`, EXIT.unreachable);
    });
}
